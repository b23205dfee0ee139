export {
  type Ability,
  type AbilityDeclaration,
  type AbilityDeclarations,
  type AbilityNotApplicable,
  abilities,
  fullAbilityDeclarations,
} from "./abilities.ts";
export { type HostAbilitiesAndResults, renderCapabilityTable } from "./capability-table.ts";
export { conformance } from "./conformance.ts";
export type {
  BuyerDetails,
  CancellationReply,
  CartChange,
  CartDraft,
  CheckoutKey,
  CheckoutSubscriptionPlan,
  HostDriver,
  HostShop,
  NewPaymentLink,
  PaymentSubmission,
  RefundAnswer,
  RenewalOrder,
  ShopDump,
  ShopSettings,
  StaffCheckoutStatus,
  SubmissionResult,
} from "./host-driver.ts";
export { ForkedShop, type ShopDatabase, type ShopProcessControl } from "./process/forked-shop.ts";
export type { KillStep } from "./process/kill-steps.ts";
export { ShopProcess } from "./process/shop-process.ts";
export { computeExpectedResults, type ScenarioResult, type ScenarioResults } from "./scenario-results.ts";
export { type StoreUnderTest, storeContract } from "./store-contract.ts";
