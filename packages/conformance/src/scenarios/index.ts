import type { Scenario } from "../scenario.ts";
import { threeDAbandonedScenario } from "./3d-abandoned.ts";
import { threeDFailedScenario } from "./3d-failed.ts";
import { threeDPassedScenario } from "./3d-passed.ts";
import { amountToleratedScenario } from "./amount-tolerated.ts";
import { anotherMerchantScenario } from "./another-merchant.ts";
import { appAsksScenario } from "./app-asks.ts";
import { appSchemeScenario } from "./app-scheme.ts";
import { approvalPaysScenario } from "./approval-pays.ts";
import { approvalWaitsScenario } from "./approval-waits.ts";
import { buyerNeverReturnsScenario } from "./buyer-never-returns.ts";
import { cardsLimitedScenario } from "./cards-limited.ts";
import { cartEmptiedScenario } from "./cart-emptied.ts";
import { cartGrownScenario } from "./cart-grown.ts";
import { cartShrunkScenario } from "./cart-shrunk.ts";
import { chargedAfterClosingScenario } from "./charged-after-closing.ts";
import { chargedTwiceScenario } from "./charged-twice.ts";
import { closedOtherwiseScenario } from "./closed-otherwise.ts";
import { cycleAcceptedScenario } from "./cycle-accepted.ts";
import { cycleBeforeFirstScenario } from "./cycle-before-first.ts";
import { cycleDeclineReportedScenario } from "./cycle-decline-reported.ts";
import { cycleDeclinedScenario } from "./cycle-declined.ts";
import { cycleMisreportedScenario } from "./cycle-misreported.ts";
import { cycleOverdueScenario } from "./cycle-overdue.ts";
import { cycleRepeatsScenario } from "./cycle-repeats.ts";
import { cycleReportedAttemptIdScenario } from "./cycle-reported-attempt-id.ts";
import { cycleUnderpaidScenario } from "./cycle-underpaid.ts";
import { cyclesRenewedScenario } from "./cycles-renewed.ts";
import { cyclesTogetherScenario } from "./cycles-together.ts";
import { databaseAwayScenario } from "./database-away.ts";
import { decimalsScenario } from "./decimals.ts";
import { declinedScenario } from "./declined.ts";
import { expiredThenPaidScenario } from "./expired-then-paid.ts";
import { failThenSuccessScenario } from "./fail-then-success.ts";
import { fiftyTogetherScenario } from "./fifty-together.ts";
import { forgedNotificationScenario } from "./forged-notification.ts";
import { forgedReturnScenario } from "./forged-return.ts";
import { gatewayDownScenario } from "./gateway-down.ts";
import { grownCartNewTabFirstScenario } from "./grown-cart-new-tab-first.ts";
import { grownCartOldTabFirstScenario } from "./grown-cart-old-tab-first.ts";
import { killedAfterApplyingFactsScenario } from "./killed-after-applying-facts.ts";
import { killedAfterEvidenceScenario } from "./killed-after-evidence.ts";
import { killedBeforeRedirectScenario } from "./killed-before-redirect.ts";
import { killedBeforeSubmissionScenario } from "./killed-before-submission.ts";
import { killedBeforeTheReplyScenario } from "./killed-before-the-reply.ts";
import { killedDuringCancellationScenario } from "./killed-during-cancellation.ts";
import { killedDuringRenewalScenario } from "./killed-during-renewal.ts";
import { killedOncePlacedScenario } from "./killed-once-placed.ts";
import { languageChangedScenario } from "./language-changed.ts";
import { lateFailureScenario } from "./late-failure.ts";
import { loginMidwayScenario } from "./login-midway.ts";
import { methodDisabledScenario } from "./method-disabled.ts";
import { methodListScenario } from "./method-list.ts";
import { namedMethodScenario } from "./named-method.ts";
import { namesScenario } from "./names.ts";
import { noCardDigitScenario } from "./no-card-digit.ts";
import { noSecretAddressScenario } from "./no-secret-address.ts";
import { notificationFirstScenario } from "./notification-first.ts";
import {
  cancellationScenarios,
  disputeScenarios,
  queryScenarios,
  refundScenarios,
} from "./operation-scenarios.ts";
import { orderCancelledScenario } from "./order-cancelled.ts";
import { otherCurrencyScenario } from "./other-currency.ts";
import { overpaidScenario } from "./overpaid.ts";
import { ownAcknowledgementScenario } from "./own-acknowledgement.ts";
import { paidScenario } from "./paid.ts";
import { paidTwiceScenario } from "./paid-twice.ts";
import { paidTwiceTogetherScenario } from "./paid-twice-together.ts";
import { refundedThenPaidScenario } from "./refunded-then-paid.ts";
import { renewalSoldOutScenario } from "./renewal-sold-out.ts";
import { renewalStumblesScenario } from "./renewal-stumbles.ts";
import { repeatsScenario } from "./repeats.ts";
import { repeatsAfterRestartScenario } from "./repeats-after-restart.ts";
import { returnOfAnotherPaymentScenario } from "./return-of-another-payment.ts";
import { returnRecordedScenario } from "./return-recorded.ts";
import { returnsFirstScenario } from "./returns-first.ts";
import { reviewedThenPaidScenario } from "./reviewed-then-paid.ts";
import { senderRefusedScenario } from "./sender-refused.ts";
import { shopStumblesScenario } from "./shop-stumbles.ts";
import { subscriptionClosedScenario } from "./subscription-closed.ts";
import { successThenFailScenario } from "./success-then-fail.ts";
import { supersededSuccessScenario } from "./superseded-success.ts";
import { tenantsScenario } from "./tenants.ts";
import { tickMeetsNotificationScenario } from "./tick-meets-notification.ts";
import { tokenOfAnotherPaymentScenario } from "./token-of-another-payment.ts";
import { transactionReusedScenario } from "./transaction-reused.ts";
import { twoDecimalsScenario } from "./two-decimals.ts";
import { twoTabsScenario } from "./two-tabs.ts";
import { underpaidScenario } from "./underpaid.ts";
import { unknownAddressesLimitedScenario } from "./unknown-addresses-limited.ts";
import { unknownOutcomeScenario } from "./unknown-outcome.ts";
import { unsignedNotificationScenario } from "./unsigned-notification.ts";
import { unsignedRecordedScenario } from "./unsigned-recorded.ts";
import { wrongTokenScenario } from "./wrong-token.ts";

/** All scenarios by file name, in the order of a payment's life. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  paid: paidScenario,
  declined: declinedScenario,
  "approval-waits": approvalWaitsScenario,
  "approval-pays": approvalPaysScenario,
  "3d-passed": threeDPassedScenario,
  "3d-failed": threeDFailedScenario,
  "3d-abandoned": threeDAbandonedScenario,
  "method-list": methodListScenario,
  "named-method": namedMethodScenario,
  "app-scheme": appSchemeScenario,
  "app-asks": appAsksScenario,
  "buyer-never-returns": buyerNeverReturnsScenario,
  "returns-first": returnsFirstScenario,
  "notification-first": notificationFirstScenario,
  "forged-return": forgedReturnScenario,
  "return-recorded": returnRecordedScenario,
  repeats: repeatsScenario,
  "fifty-together": fiftyTogetherScenario,
  "tick-meets-notification": tickMeetsNotificationScenario,
  "repeats-after-restart": repeatsAfterRestartScenario,
  "fail-then-success": failThenSuccessScenario,
  "success-then-fail": successThenFailScenario,
  "expired-then-paid": expiredThenPaidScenario,
  "late-failure": lateFailureScenario,
  "superseded-success": supersededSuccessScenario,
  "paid-twice": paidTwiceScenario,
  "paid-twice-together": paidTwiceTogetherScenario,
  "charged-twice": chargedTwiceScenario,
  underpaid: underpaidScenario,
  overpaid: overpaidScenario,
  "amount-tolerated": amountToleratedScenario,
  "other-currency": otherCurrencyScenario,
  "another-merchant": anotherMerchantScenario,
  "forged-notification": forgedNotificationScenario,
  "unsigned-notification": unsignedNotificationScenario,
  "unsigned-recorded": unsignedRecordedScenario,
  "own-acknowledgement": ownAcknowledgementScenario,
  "wrong-token": wrongTokenScenario,
  "sender-refused": senderRefusedScenario,
  "unknown-addresses-limited": unknownAddressesLimitedScenario,
  "token-of-another-payment": tokenOfAnotherPaymentScenario,
  "return-of-another-payment": returnOfAnotherPaymentScenario,
  "cart-grown": cartGrownScenario,
  "grown-cart-old-tab-first": grownCartOldTabFirstScenario,
  "grown-cart-new-tab-first": grownCartNewTabFirstScenario,
  "refunded-then-paid": refundedThenPaidScenario,
  "reviewed-then-paid": reviewedThenPaidScenario,
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
  "shop-stumbles": shopStumblesScenario,
  "killed-before-submission": killedBeforeSubmissionScenario,
  "killed-before-redirect": killedBeforeRedirectScenario,
  "killed-after-evidence": killedAfterEvidenceScenario,
  "killed-after-applying-facts": killedAfterApplyingFactsScenario,
  "killed-once-placed": killedOncePlacedScenario,
  "killed-before-the-reply": killedBeforeTheReplyScenario,
  "cycles-renewed": cyclesRenewedScenario,
  "cycles-together": cyclesTogetherScenario,
  "cycle-before-first": cycleBeforeFirstScenario,
  "cycle-reported-attempt-id": cycleReportedAttemptIdScenario,
  "cycle-repeats": cycleRepeatsScenario,
  "cycle-declined": cycleDeclinedScenario,
  "cycle-decline-reported": cycleDeclineReportedScenario,
  "cycle-underpaid": cycleUnderpaidScenario,
  "cycle-accepted": cycleAcceptedScenario,
  "cycle-misreported": cycleMisreportedScenario,
  "transaction-reused": transactionReusedScenario,
  "cycle-overdue": cycleOverdueScenario,
  "subscription-closed": subscriptionClosedScenario,
  "closed-otherwise": closedOtherwiseScenario,
  "charged-after-closing": chargedAfterClosingScenario,
  ...cancellationScenarios,
  "renewal-stumbles": renewalStumblesScenario,
  "renewal-sold-out": renewalSoldOutScenario,
  "killed-during-renewal": killedDuringRenewalScenario,
  "killed-during-cancellation": killedDuringCancellationScenario,
  decimals: decimalsScenario,
  "two-decimals": twoDecimalsScenario,
  names: namesScenario,
  "two-tabs": twoTabsScenario,
  "language-changed": languageChangedScenario,
  "login-midway": loginMidwayScenario,
  tenants: tenantsScenario,
  "no-card-digit": noCardDigitScenario,
  "no-secret-address": noSecretAddressScenario,
  ...disputeScenarios,
};
