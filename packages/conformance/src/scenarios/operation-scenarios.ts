import type { Scenario } from "../scenario.ts";
import { cancellationReplyUnclearScenario } from "./cancellation-reply-unclear.ts";
import { cancelledTwiceScenario } from "./cancelled-twice.ts";
import { cancellingOffScenario } from "./cancelling-off.ts";
import { chargedAfterCancellingRenewsScenario } from "./charged-after-cancelling-renews.ts";
import { disputeForgedScenario } from "./dispute-forged.ts";
import { disputeRepeatedScenario } from "./dispute-repeated.ts";
import { disputeReportedScenario } from "./dispute-reported.ts";
import { disputesOffScenario } from "./disputes-off.ts";
import { duplicateRefusedInKoreanScenario } from "./duplicate-refused-in-korean.ts";
import { killedDuringRefundScenario } from "./killed-during-refund.ts";
import { lostNotificationFoundByQueryScenario } from "./lost-notification-found-by-query.ts";
import { queriedWhileNotifiedScenario } from "./queried-while-notified.ts";
import { queryOffScenario } from "./query-off.ts";
import { queryOtherAmountScenario } from "./query-other-amount.ts";
import { queryProvesNothingScenario } from "./query-proves-nothing.ts";
import { refundDuringSecondPaymentScenario } from "./refund-during-second-payment.ts";
import { refundFailedLaterScenario } from "./refund-failed-later.ts";
import { refundLostScenario } from "./refund-lost.ts";
import { refundRefusedScenario } from "./refund-refused.ts";
import { refundReportedScenario } from "./refund-reported.ts";
import { refundUnknownThenFoundScenario } from "./refund-unknown-then-found.ts";
import { refundedBeforePlacedScenario } from "./refunded-before-placed.ts";
import { refundedInBackOfficeScenario } from "./refunded-in-back-office.ts";
import { refundedInFullScenario } from "./refunded-in-full.ts";
import { refundedInPartsScenario } from "./refunded-in-parts.ts";
import { refundsOffScenario } from "./refunds-off.ts";
import { refundsTogetherScenario } from "./refunds-together.ts";
import { subscriptionCancelledScenario } from "./subscription-cancelled.ts";
import { unknownChargeAskedScenario } from "./unknown-charge-asked.ts";

/** The shop asks the gateway about a payment. */
export const queryScenarios = {
  "lost-notification-found-by-query": lostNotificationFoundByQueryScenario,
  "queried-while-notified": queriedWhileNotifiedScenario,
  "query-proves-nothing": queryProvesNothingScenario,
  "query-other-amount": queryOtherAmountScenario,
  "unknown-charge-asked": unknownChargeAskedScenario,
  "duplicate-refused-in-korean": duplicateRefusedInKoreanScenario,
  "refunded-in-back-office": refundedInBackOfficeScenario,
  "query-off": queryOffScenario,
} as const satisfies Record<string, Scenario>;

/** The shop refunds payments through the gateway. */
export const refundScenarios = {
  "refunded-in-full": refundedInFullScenario,
  "refunded-in-parts": refundedInPartsScenario,
  "refunds-together": refundsTogetherScenario,
  "refund-refused": refundRefusedScenario,
  "refund-unknown-then-found": refundUnknownThenFoundScenario,
  "refund-lost": refundLostScenario,
  "refund-failed-later": refundFailedLaterScenario,
  "refund-during-second-payment": refundDuringSecondPaymentScenario,
  "killed-during-refund": killedDuringRefundScenario,
  "refunds-off": refundsOffScenario,
} as const satisfies Record<string, Scenario>;

/** Staff or buyers cancel a subscription at the gateway. */
export const subscriptionCancellationScenarios = {
  "subscription-cancelled": subscriptionCancelledScenario,
  "cancelled-twice": cancelledTwiceScenario,
  "charged-after-cancelling-renews": chargedAfterCancellingRenewsScenario,
  "cancellation-reply-unclear": cancellationReplyUnclearScenario,
  "cancelling-off": cancellingOffScenario,
} as const satisfies Record<string, Scenario>;

/** The gateway reports refunds, chargebacks and alerts to the dispute webhook. */
export const disputeScenarios = {
  "refunded-before-placed": refundedBeforePlacedScenario,
  "dispute-reported": disputeReportedScenario,
  "dispute-repeated": disputeRepeatedScenario,
  "dispute-forged": disputeForgedScenario,
  "disputes-off": disputesOffScenario,
  "refund-reported": refundReportedScenario,
} as const satisfies Record<string, Scenario>;
