export {
  type Ability,
  abilities,
  type Declaration,
  type Declared,
  type NotApplicable,
} from "./abilities.ts";
export { capabilityTable } from "./capability-table.ts";
export { conformance } from "./conformance.ts";
export type {
  Buyer,
  CartChange,
  Checkout,
  Draft,
  Driver,
  Dump,
  Plan,
  Reading,
  Renewal,
  Shop,
  ShopSettings,
  Submission,
  Submitted,
} from "./driver.ts";
export { ForkedShop, type Processes, type ShopPlace } from "./process/forked-shop.ts";
export { ShopProcess } from "./process/shop-process.ts";
export type { Step } from "./process/steps.ts";
export { type StoreUnderTest, storeContract } from "./store-contract.ts";
