import type { Scenario } from "../scenario.ts";
import { threeDAbandoned } from "./3d-abandoned.ts";
import { threeDFailed } from "./3d-failed.ts";
import { threeDPassed } from "./3d-passed.ts";
import { amountTolerated } from "./amount-tolerated.ts";
import { anotherMerchant } from "./another-merchant.ts";
import { appAsks } from "./app-asks.ts";
import { appScheme } from "./app-scheme.ts";
import { approvalPays } from "./approval-pays.ts";
import { approvalWaits } from "./approval-waits.ts";
import { askedWhileNotified } from "./asked-while-notified.ts";
import { buyerNeverReturns } from "./buyer-never-returns.ts";
import { cardsLimited } from "./cards-limited.ts";
import { cartEmptied } from "./cart-emptied.ts";
import { cartGrown } from "./cart-grown.ts";
import { cartShrunk } from "./cart-shrunk.ts";
import { chargedAfterClosing } from "./charged-after-closing.ts";
import { chargedTwice } from "./charged-twice.ts";
import { closedOtherwise } from "./closed-otherwise.ts";
import { cycleAccepted } from "./cycle-accepted.ts";
import { cycleBeforeFirst } from "./cycle-before-first.ts";
import { cycleDeclineReported } from "./cycle-decline-reported.ts";
import { cycleDeclined } from "./cycle-declined.ts";
import { cycleMisreported } from "./cycle-misreported.ts";
import { cycleOverdue } from "./cycle-overdue.ts";
import { cycleRepeats } from "./cycle-repeats.ts";
import { cycleReportedAttemptId } from "./cycle-reported-attempt-id.ts";
import { cycleUnderpaid } from "./cycle-underpaid.ts";
import { cyclesRenewed } from "./cycles-renewed.ts";
import { cyclesTogether } from "./cycles-together.ts";
import { databaseAway } from "./database-away.ts";
import { decimals } from "./decimals.ts";
import { declined } from "./declined.ts";
import { expiredThenPaid } from "./expired-then-paid.ts";
import { failThenSuccess } from "./fail-then-success.ts";
import { fiftyTogether } from "./fifty-together.ts";
import { forgedNotification } from "./forged-notification.ts";
import { forgedReturn } from "./forged-return.ts";
import { gatewayDown } from "./gateway-down.ts";
import { grownCartNewTabFirst } from "./grown-cart-new-tab-first.ts";
import { grownCartOldTabFirst } from "./grown-cart-old-tab-first.ts";
import { killedAfterApplyingFacts } from "./killed-after-applying-facts.ts";
import { killedAfterEvidence } from "./killed-after-evidence.ts";
import { killedBeforeRedirect } from "./killed-before-redirect.ts";
import { killedBeforeSubmission } from "./killed-before-submission.ts";
import { killedBeforeTheReply } from "./killed-before-the-reply.ts";
import { killedDuringRenewal } from "./killed-during-renewal.ts";
import { killedOncePlaced } from "./killed-once-placed.ts";
import { languageChanged } from "./language-changed.ts";
import { lateFailure } from "./late-failure.ts";
import { loginMidway } from "./login-midway.ts";
import { lostThenAsked } from "./lost-then-asked.ts";
import { methodDisabled } from "./method-disabled.ts";
import { methodList } from "./method-list.ts";
import { namedMethod } from "./named-method.ts";
import { names } from "./names.ts";
import { neverAsked } from "./never-asked.ts";
import { noCardDigit } from "./no-card-digit.ts";
import { noSecretAddress } from "./no-secret-address.ts";
import { notificationFirst } from "./notification-first.ts";
import { orderCancelled } from "./order-cancelled.ts";
import { otherCurrency } from "./other-currency.ts";
import { overpaid } from "./overpaid.ts";
import { ownAcknowledgement } from "./own-acknowledgement.ts";
import { paid } from "./paid.ts";
import { paidTwice } from "./paid-twice.ts";
import { paidTwiceTogether } from "./paid-twice-together.ts";
import { queryOtherAmount } from "./query-other-amount.ts";
import { queryProvesNothing } from "./query-proves-nothing.ts";
import { refundedThenPaid } from "./refunded-then-paid.ts";
import { renewalSoldOut } from "./renewal-sold-out.ts";
import { renewalStumbles } from "./renewal-stumbles.ts";
import { repeats } from "./repeats.ts";
import { repeatsAfterRestart } from "./repeats-after-restart.ts";
import { returnOfAnotherPayment } from "./return-of-another-payment.ts";
import { returnRecorded } from "./return-recorded.ts";
import { returnsFirst } from "./returns-first.ts";
import { reviewedThenPaid } from "./reviewed-then-paid.ts";
import { senderRefused } from "./sender-refused.ts";
import { shopStumbles } from "./shop-stumbles.ts";
import { subscriptionClosed } from "./subscription-closed.ts";
import { successThenFail } from "./success-then-fail.ts";
import { supersededSuccess } from "./superseded-success.ts";
import { tenants } from "./tenants.ts";
import { tickMeetsNotification } from "./tick-meets-notification.ts";
import { tokenOfAnotherPayment } from "./token-of-another-payment.ts";
import { transactionReused } from "./transaction-reused.ts";
import { twoDecimals } from "./two-decimals.ts";
import { twoTabs } from "./two-tabs.ts";
import { underpaid } from "./underpaid.ts";
import { unknownAddressesLimited } from "./unknown-addresses-limited.ts";
import { unknownChargeAsked } from "./unknown-charge-asked.ts";
import { unknownOutcome } from "./unknown-outcome.ts";
import { unsignedNotification } from "./unsigned-notification.ts";
import { unsignedRecorded } from "./unsigned-recorded.ts";
import { wrongToken } from "./wrong-token.ts";

/** All scenarios by file name, in the order of a payment's life. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  paid: paid,
  declined: declined,
  "approval-waits": approvalWaits,
  "approval-pays": approvalPays,
  "3d-passed": threeDPassed,
  "3d-failed": threeDFailed,
  "3d-abandoned": threeDAbandoned,
  "method-list": methodList,
  "named-method": namedMethod,
  "app-scheme": appScheme,
  "app-asks": appAsks,
  "buyer-never-returns": buyerNeverReturns,
  "returns-first": returnsFirst,
  "notification-first": notificationFirst,
  "forged-return": forgedReturn,
  "return-recorded": returnRecorded,
  repeats: repeats,
  "fifty-together": fiftyTogether,
  "tick-meets-notification": tickMeetsNotification,
  "repeats-after-restart": repeatsAfterRestart,
  "fail-then-success": failThenSuccess,
  "success-then-fail": successThenFail,
  "expired-then-paid": expiredThenPaid,
  "late-failure": lateFailure,
  "superseded-success": supersededSuccess,
  "paid-twice": paidTwice,
  "paid-twice-together": paidTwiceTogether,
  "charged-twice": chargedTwice,
  underpaid: underpaid,
  overpaid: overpaid,
  "amount-tolerated": amountTolerated,
  "other-currency": otherCurrency,
  "another-merchant": anotherMerchant,
  "forged-notification": forgedNotification,
  "unsigned-notification": unsignedNotification,
  "unsigned-recorded": unsignedRecorded,
  "own-acknowledgement": ownAcknowledgement,
  "wrong-token": wrongToken,
  "sender-refused": senderRefused,
  "unknown-addresses-limited": unknownAddressesLimited,
  "token-of-another-payment": tokenOfAnotherPayment,
  "return-of-another-payment": returnOfAnotherPayment,
  "cart-grown": cartGrown,
  "grown-cart-old-tab-first": grownCartOldTabFirst,
  "grown-cart-new-tab-first": grownCartNewTabFirst,
  "refunded-then-paid": refundedThenPaid,
  "reviewed-then-paid": reviewedThenPaid,
  "cart-shrunk": cartShrunk,
  "cart-emptied": cartEmptied,
  "order-cancelled": orderCancelled,
  "method-disabled": methodDisabled,
  "unknown-outcome": unknownOutcome,
  "lost-then-asked": lostThenAsked,
  "asked-while-notified": askedWhileNotified,
  "query-proves-nothing": queryProvesNothing,
  "query-other-amount": queryOtherAmount,
  "unknown-charge-asked": unknownChargeAsked,
  "never-asked": neverAsked,
  "cards-limited": cardsLimited,
  "gateway-down": gatewayDown,
  "database-away": databaseAway,
  "shop-stumbles": shopStumbles,
  "killed-before-submission": killedBeforeSubmission,
  "killed-before-redirect": killedBeforeRedirect,
  "killed-after-evidence": killedAfterEvidence,
  "killed-after-applying-facts": killedAfterApplyingFacts,
  "killed-once-placed": killedOncePlaced,
  "killed-before-the-reply": killedBeforeTheReply,
  "cycles-renewed": cyclesRenewed,
  "cycles-together": cyclesTogether,
  "cycle-before-first": cycleBeforeFirst,
  "cycle-reported-attempt-id": cycleReportedAttemptId,
  "cycle-repeats": cycleRepeats,
  "cycle-declined": cycleDeclined,
  "cycle-decline-reported": cycleDeclineReported,
  "cycle-underpaid": cycleUnderpaid,
  "cycle-accepted": cycleAccepted,
  "cycle-misreported": cycleMisreported,
  "transaction-reused": transactionReused,
  "cycle-overdue": cycleOverdue,
  "subscription-closed": subscriptionClosed,
  "closed-otherwise": closedOtherwise,
  "charged-after-closing": chargedAfterClosing,
  "renewal-stumbles": renewalStumbles,
  "renewal-sold-out": renewalSoldOut,
  "killed-during-renewal": killedDuringRenewal,
  decimals: decimals,
  "two-decimals": twoDecimals,
  names: names,
  "two-tabs": twoTabs,
  "language-changed": languageChanged,
  "login-midway": loginMidway,
  tenants: tenants,
  "no-card-digit": noCardDigit,
  "no-secret-address": noSecretAddress,
};
