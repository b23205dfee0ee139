import type { Scenario } from "../scenario.ts";
import { amountAndAddressScenarios } from "./amount-and-address-scenarios.ts";
import { buyerSessionScenarios } from "./buyer-session-scenarios.ts";
import { changedOrderScenarios } from "./changed-order-scenarios.ts";
import { chargeScenarios } from "./charge-scenarios.ts";
import { cycleScenarios } from "./cycle-scenarios.ts";
import { disputeScenarios } from "./dispute-scenarios.ts";
import { failedRenewalScenarios } from "./failed-renewal-scenarios.ts";
import { killedShopScenarios } from "./killed-shop-scenarios.ts";
import { messageOrderScenarios } from "./message-order-scenarios.ts";
import { methodAndAppScenarios } from "./method-and-app-scenarios.ts";
import { outageScenarios } from "./outage-scenarios.ts";
import { paymentLinkScenarios } from "./payment-link-scenarios.ts";
import { paymentScenarios } from "./payment-scenarios.ts";
import { queryScenarios } from "./query-scenarios.ts";
import { refundScenarios } from "./refund-scenarios.ts";
import { subscriptionEndScenarios } from "./subscription-end-scenarios.ts";
import { unverifiedMessageScenarios } from "./unverified-message-scenarios.ts";

/** All scenarios by name, in the order of a payment's life. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...paymentScenarios,
  ...methodAndAppScenarios,
  ...messageOrderScenarios,
  ...chargeScenarios,
  ...unverifiedMessageScenarios,
  ...changedOrderScenarios,
  ...paymentLinkScenarios,
  ...queryScenarios,
  ...refundScenarios,
  ...outageScenarios,
  ...killedShopScenarios,
  ...cycleScenarios,
  ...subscriptionEndScenarios,
  ...failedRenewalScenarios,
  ...amountAndAddressScenarios,
  ...buyerSessionScenarios,
  ...disputeScenarios,
};
