import type { Scenario } from "../scenario.ts";
import { threeDAbandonedThenPaidScenario } from "./3d-abandoned-then-paid.ts";
import { threeDFailedScenario } from "./3d-failed.ts";
import { threeDPassedScenario } from "./3d-passed.ts";
import { alwaysTwoDecimalsScenario } from "./always-two-decimals.ts";
import { amountBelowMinimumScenario } from "./amount-below-minimum.ts";
import { amountToleratedScenario } from "./amount-tolerated.ts";
import { anotherMerchantScenario } from "./another-merchant.ts";
import { appReadsStateScenario } from "./app-reads-state.ts";
import { appReturnBeforeNotificationScenario } from "./app-return-before-notification.ts";
import { attemptChargedTwiceScenario } from "./attempt-charged-twice.ts";
import { buyerNeverReturnsScenario } from "./buyer-never-returns.ts";
import { cardsLimitedScenario } from "./cards-limited.ts";
import { cartEmptiedScenario } from "./cart-emptied.ts";
import { cartGrownScenario } from "./cart-grown.ts";
import { cartShrunkScenario } from "./cart-shrunk.ts";
import { chargedAfterClosingRenewsScenario } from "./charged-after-closing-renews.ts";
import { cycleAcceptedScenario } from "./cycle-accepted.ts";
import { cycleBeforeFirstScenario } from "./cycle-before-first.ts";
import { cycleDeclineReportedToShopScenario } from "./cycle-decline-reported-to-shop.ts";
import { cycleDeclinedScenario } from "./cycle-declined.ts";
import { cycleMisreportedScenario } from "./cycle-misreported.ts";
import { cycleOverdueScenario } from "./cycle-overdue.ts";
import { cycleReportedRepeatedlyScenario } from "./cycle-reported-repeatedly.ts";
import { cycleUnderOwnAttemptIdScenario } from "./cycle-under-own-attempt-id.ts";
import { cycleUnderpaidScenario } from "./cycle-underpaid.ts";
import { cyclesRenewedScenario } from "./cycles-renewed.ts";
import { cyclesTogetherScenario } from "./cycles-together.ts";
import { databaseAwayScenario } from "./database-away.ts";
import { decimalsScenario } from "./decimals.ts";
import { declinedScenario } from "./declined.ts";
import { declinedManyTimesScenario } from "./declined-many-times.ts";
import { expiredThenPaidScenario } from "./expired-then-paid.ts";
import { failThenSuccessScenario } from "./fail-then-success.ts";
import { fiftyNotificationsTogetherScenario } from "./fifty-notifications-together.ts";
import { forgedNotificationScenario } from "./forged-notification.ts";
import { forgedReturnScenario } from "./forged-return.ts";
import { gatewayDownScenario } from "./gateway-down.ts";
import { grownCartNewTabFirstScenario } from "./grown-cart-new-tab-first.ts";
import { grownCartOldTabFirstScenario } from "./grown-cart-old-tab-first.ts";
import { hookHangsScenario } from "./hook-hangs.ts";
import { killedAfterApplyingFactsScenario } from "./killed-after-applying-facts.ts";
import { killedAfterNotificationStoredScenario } from "./killed-after-notification-stored.ts";
import { killedBeforeNotificationReplyScenario } from "./killed-before-notification-reply.ts";
import { killedBeforeRedirectScenario } from "./killed-before-redirect.ts";
import { killedBeforeSubmissionScenario } from "./killed-before-submission.ts";
import { killedDuringCancellationScenario } from "./killed-during-cancellation.ts";
import { killedDuringRenewalScenario } from "./killed-during-renewal.ts";
import { killedOncePlacedScenario } from "./killed-once-placed.ts";
import { languageChangedScenario } from "./language-changed.ts";
import { loginMidwayScenario } from "./login-midway.ts";
import { messageOfAnotherTypeScenario } from "./message-of-another-type.ts";
import { methodChosenAtGatewayScenario } from "./method-chosen-at-gateway.ts";
import { methodChosenInShopScenario } from "./method-chosen-in-shop.ts";
import { methodDisabledScenario } from "./method-disabled.ts";
import { namesInAnyAlphabetScenario } from "./names-in-any-alphabet.ts";
import { nationalTelephonesScenario } from "./national-telephones.ts";
import { noCardDigitScenario } from "./no-card-digit.ts";
import { notificationBeforeResponseScenario } from "./notification-before-response.ts";
import { notifyTokenNotStoredScenario } from "./notify-token-not-stored.ts";
import { olderAttemptFailsLateScenario } from "./older-attempt-fails-late.ts";
import {
  disputeScenarios,
  queryScenarios,
  refundScenarios,
  subscriptionCancellationScenarios,
} from "./operation-scenarios.ts";
import { orderCancelledScenario } from "./order-cancelled.ts";
import { orderPlacementFailsScenario } from "./order-placement-fails.ts";
import { otherCurrencyScenario } from "./other-currency.ts";
import { overpaidScenario } from "./overpaid.ts";
import { ownAcknowledgementScenario } from "./own-acknowledgement.ts";
import { paidScenario } from "./paid.ts";
import { paidTwiceScenario } from "./paid-twice.ts";
import { paidTwiceTogetherScenario } from "./paid-twice-together.ts";
import { payAgainAfterRefundedMismatchScenario } from "./pay-again-after-refunded-mismatch.ts";
import { refundedBuyerPaysAgainScenario } from "./refunded-buyer-pays-again.ts";
import { renewalPlacementFailsScenario } from "./renewal-placement-fails.ts";
import { renewalSoldOutScenario } from "./renewal-sold-out.ts";
import { repeatsScenario } from "./repeats.ts";
import { repeatsAfterRestartScenario } from "./repeats-after-restart.ts";
import { responseApprovalPaysScenario } from "./response-approval-pays.ts";
import { responseApprovalPaysNothingScenario } from "./response-approval-pays-nothing.ts";
import { returnHintRecordedScenario } from "./return-hint-recorded.ts";
import { returnOfAnotherPaymentScenario } from "./return-of-another-payment.ts";
import { returnsFirstScenario } from "./returns-first.ts";
import { senderRefusedScenario } from "./sender-refused.ts";
import { subscriptionClosedByGatewayScenario } from "./subscription-closed-by-gateway.ts";
import { subscriptionClosedWithOrWithoutChargeScenario } from "./subscription-closed-with-or-without-charge.ts";
import { successThenFailScenario } from "./success-then-fail.ts";
import { supersededSuccessScenario } from "./superseded-success.ts";
import { tenantsScenario } from "./tenants.ts";
import { tickMeetsNotificationScenario } from "./tick-meets-notification.ts";
import { tokenOfAnotherPaymentScenario } from "./token-of-another-payment.ts";
import { transactionReusedForCycleScenario } from "./transaction-reused-for-cycle.ts";
import { twoTabsStartOneAttemptScenario } from "./two-tabs-start-one-attempt.ts";
import { underpaidScenario } from "./underpaid.ts";
import { unknownAddressesLimitedScenario } from "./unknown-addresses-limited.ts";
import { unknownOutcomeScenario } from "./unknown-outcome.ts";
import { unsignedFieldIgnoredScenario } from "./unsigned-field-ignored.ts";
import { unsignedNotificationScenario } from "./unsigned-notification.ts";
import { unsignedNotificationAcknowledgedScenario } from "./unsigned-notification-acknowledged.ts";
import { wrongTokenScenario } from "./wrong-token.ts";

/** All scenarios by file name, in the order of a payment's life. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  paid: paidScenario,
  declined: declinedScenario,
  "declined-many-times": declinedManyTimesScenario,
  "response-approval-pays-nothing": responseApprovalPaysNothingScenario,
  "response-approval-pays": responseApprovalPaysScenario,
  "3d-passed": threeDPassedScenario,
  "3d-failed": threeDFailedScenario,
  "3d-abandoned-then-paid": threeDAbandonedThenPaidScenario,
  "method-chosen-at-gateway": methodChosenAtGatewayScenario,
  "method-chosen-in-shop": methodChosenInShopScenario,
  "app-return-before-notification": appReturnBeforeNotificationScenario,
  "app-reads-state": appReadsStateScenario,
  "buyer-never-returns": buyerNeverReturnsScenario,
  "returns-first": returnsFirstScenario,
  "notification-before-response": notificationBeforeResponseScenario,
  "forged-return": forgedReturnScenario,
  "return-hint-recorded": returnHintRecordedScenario,
  repeats: repeatsScenario,
  "fifty-notifications-together": fiftyNotificationsTogetherScenario,
  "tick-meets-notification": tickMeetsNotificationScenario,
  "repeats-after-restart": repeatsAfterRestartScenario,
  "fail-then-success": failThenSuccessScenario,
  "success-then-fail": successThenFailScenario,
  "expired-then-paid": expiredThenPaidScenario,
  "older-attempt-fails-late": olderAttemptFailsLateScenario,
  "superseded-success": supersededSuccessScenario,
  "paid-twice": paidTwiceScenario,
  "paid-twice-together": paidTwiceTogetherScenario,
  "attempt-charged-twice": attemptChargedTwiceScenario,
  underpaid: underpaidScenario,
  overpaid: overpaidScenario,
  "amount-tolerated": amountToleratedScenario,
  "other-currency": otherCurrencyScenario,
  "another-merchant": anotherMerchantScenario,
  "forged-notification": forgedNotificationScenario,
  "message-of-another-type": messageOfAnotherTypeScenario,
  "unsigned-field-ignored": unsignedFieldIgnoredScenario,
  "unsigned-notification": unsignedNotificationScenario,
  "unsigned-notification-acknowledged": unsignedNotificationAcknowledgedScenario,
  "own-acknowledgement": ownAcknowledgementScenario,
  "wrong-token": wrongTokenScenario,
  "sender-refused": senderRefusedScenario,
  "unknown-addresses-limited": unknownAddressesLimitedScenario,
  "token-of-another-payment": tokenOfAnotherPaymentScenario,
  "return-of-another-payment": returnOfAnotherPaymentScenario,
  "cart-grown": cartGrownScenario,
  "grown-cart-old-tab-first": grownCartOldTabFirstScenario,
  "grown-cart-new-tab-first": grownCartNewTabFirstScenario,
  "refunded-buyer-pays-again": refundedBuyerPaysAgainScenario,
  "pay-again-after-refunded-mismatch": payAgainAfterRefundedMismatchScenario,
  "cart-shrunk": cartShrunkScenario,
  "cart-emptied": cartEmptiedScenario,
  "order-cancelled": orderCancelledScenario,
  "method-disabled": methodDisabledScenario,
  "unknown-outcome": unknownOutcomeScenario,
  ...queryScenarios,
  ...refundScenarios,
  "cards-limited": cardsLimitedScenario,
  "gateway-down": gatewayDownScenario,
  "database-away": databaseAwayScenario,
  "order-placement-fails": orderPlacementFailsScenario,
  "hook-hangs": hookHangsScenario,
  "killed-before-submission": killedBeforeSubmissionScenario,
  "killed-before-redirect": killedBeforeRedirectScenario,
  "killed-after-notification-stored": killedAfterNotificationStoredScenario,
  "killed-after-applying-facts": killedAfterApplyingFactsScenario,
  "killed-once-placed": killedOncePlacedScenario,
  "killed-before-notification-reply": killedBeforeNotificationReplyScenario,
  "cycles-renewed": cyclesRenewedScenario,
  "cycles-together": cyclesTogetherScenario,
  "cycle-before-first": cycleBeforeFirstScenario,
  "cycle-under-own-attempt-id": cycleUnderOwnAttemptIdScenario,
  "cycle-reported-repeatedly": cycleReportedRepeatedlyScenario,
  "cycle-declined": cycleDeclinedScenario,
  "cycle-decline-reported-to-shop": cycleDeclineReportedToShopScenario,
  "cycle-underpaid": cycleUnderpaidScenario,
  "cycle-accepted": cycleAcceptedScenario,
  "cycle-misreported": cycleMisreportedScenario,
  "transaction-reused-for-cycle": transactionReusedForCycleScenario,
  "cycle-overdue": cycleOverdueScenario,
  "subscription-closed-by-gateway": subscriptionClosedByGatewayScenario,
  "subscription-closed-with-or-without-charge": subscriptionClosedWithOrWithoutChargeScenario,
  "charged-after-closing-renews": chargedAfterClosingRenewsScenario,
  ...subscriptionCancellationScenarios,
  "renewal-placement-fails": renewalPlacementFailsScenario,
  "renewal-sold-out": renewalSoldOutScenario,
  "killed-during-renewal": killedDuringRenewalScenario,
  "killed-during-cancellation": killedDuringCancellationScenario,
  decimals: decimalsScenario,
  "always-two-decimals": alwaysTwoDecimalsScenario,
  "amount-below-minimum": amountBelowMinimumScenario,
  "names-in-any-alphabet": namesInAnyAlphabetScenario,
  "national-telephones": nationalTelephonesScenario,
  "two-tabs-start-one-attempt": twoTabsStartOneAttemptScenario,
  "language-changed": languageChangedScenario,
  "login-midway": loginMidwayScenario,
  tenants: tenantsScenario,
  "no-card-digit": noCardDigitScenario,
  "notify-token-not-stored": notifyTokenNotStoredScenario,
  ...disputeScenarios,
};
