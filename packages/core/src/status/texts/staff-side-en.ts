import type { CancelResult } from "../../cancellation/cancel-subscription-at-gateway.ts";
import type { DisputeItemCode } from "../../payment/dispute-fact.ts";
import type { GatewayRefundState } from "../../payment/gateway-refunds.ts";
import type { RefusalCode } from "../../protocol/notification/notification-refusal.ts";
import type { TradeState } from "../../protocol/operations/operation-replies.ts";
import type { NotAskedReason, QueryResult } from "../../query/query-and-apply.ts";
import type { AttemptGroup } from "../attempt-groups.ts";
import type { HealthProblem } from "../gateway-health.ts";

/** The texts of the list of attempts. */
export const englishAttemptListTexts = {
  title: "Payment attempts",
  groups: { open: "Open", failed: "Failed or ended", review: "Under review", paid: "Paid" } satisfies Record<
    AttemptGroup,
    string
  >,
  state: "State",
  started: "Started",
  transactions: "Transactions",
  reviewItemOpen: "Open review item",
  noAttempts: "There are no attempts.",
  noMatches: "No attempt matches.",
  searchExample: "Order, e-mail, gateway order ID or transaction ID",
  newest: "Newest attempts",
  older: "Older attempts",
} as const;

/** What each problem means, and what to do. */
const healthProblems = {
  "sweep-late":
    "The regular task has not run for more than 15 minutes, so nothing is retried. Check that the shop runs its scheduled tasks.",
  "jobs-overdue":
    "Jobs wait although they were due more than 5 minutes ago. Check that the shop runs its scheduled tasks, and read the log.",
  "notifications-refused":
    "The shop refused a notification after the last verified one. Read the review items, and compare the merchant key with the gateway's key.",
  "no-answers":
    "The last three sales got no clear answer from the gateway. Check its address, its status page and your network.",
  "no-notifications":
    "Sales succeed, but no notification arrives. Check that the gateway can reach the notify address.",
  "start-warnings": "The shop found wrong or unsafe settings when it started. Read the warnings below.",
} as const satisfies Record<HealthProblem, string>;

/** Why a notification was refused. */
const refusals = {
  malformed: "Fields are missing, repeated or unreadable",
  unsigned: "No signature",
  mismatch: "Wrong signature",
  foreign: "It names another attempt",
  sender: "Its sender is not in the option notifyFrom",
  unknown: "No attempt has this address",
  method: "Not a POST request",
  slow: "The body arrived too slowly",
  large: "The body is too large",
  charset: "Unknown character set",
  limited: "Too many failed requests from one network",
  failure: "An error in the shop",
  later: "The database was not available",
} as const satisfies Record<RefusalCode, string>;

/** The texts of the health panel. */
export const englishHealthTexts = {
  title: "Gateway health",
  problems: healthProblems,
  noProblems: "No problem was found.",
  notifyUrl: "Notify address",
  notifyUrlMeaning:
    "The gateway posts its notifications to addresses of this form. Each attempt has its own address, which the shop sends to the gateway.",
  disputeWebhook: "Dispute webhook",
  disputeWebhookMeaning:
    "Enter each address in the back office of the gateway, as the dispute webhook of its merchant. An address contains a secret token. Do not share it.",
  lastNotification: "Last verified notification",
  noNotification: "No notification is stored",
  lastRefusals: "Last refused notifications",
  noRefusal: "None",
  refusals,
  lastSweep: "Last run of the regular task",
  noSweep: "It has not run yet",
  overdueJobs: "Overdue jobs",
  openItems: "Open review items",
  count: "{count}, the oldest since {time}",
  countMore: "More than {count}, the oldest since {time}",
  none: "None",
  startWarnings: "Warnings from the start of the shop",
  loadFailed: "The health of the gateway could not be loaded. Reload the page.",
} as const;

/** The texts about cancelling a subscription. */
export const englishCancellationTexts = {
  cancel: "Cancel the subscription",
  explanation: "The shop asks the gateway to charge no further cycle. You can't undo this.",
  keep: "Do not cancel",
  notAsked: "The gateway was not asked.",
  outcomes: {
    cancelled: "The subscription is cancelled. The gateway charges no further cycle.",
    ended: "The plan is completed, so there is nothing to cancel.",
    refused: "The gateway refused the cancellation. Charges go on.",
    unclear: "The gateway gave no clear answer. The shop asks again automatically.",
  } satisfies Record<CancelResult["outcome"], string>,
  refusedText: "{outcome} The gateway's text: {text}",
} as const;

/** The texts of the review item `dispute`, by the code of its problem: staff do something else about each type of dispute. */
export const englishDisputeTexts = {
  chargeback: {
    title: "Chargeback",
    means: "The buyer's bank takes the money back. The payment did not change.",
    advice:
      "Do not ship. Answer the chargeback at the gateway. If the money is lost, record it as a refund. If you win, dismiss this item.",
  },
  ethoca_alert: {
    title: "Ethoca alert",
    means: "The buyer complained to the bank. A chargeback can follow. The payment did not change.",
    advice:
      "Do not ship. Refund the payment to prevent the chargeback. If you refund it in the gateway's back office, record the refund. Otherwise dismiss this item.",
  },
  rdr_alert: {
    title: "RDR alert",
    means:
      "The buyer complained to the bank, and the rules of your account at the gateway can refund the payment automatically. The payment did not change.",
    advice:
      "Do not ship. Look up the transaction at the gateway. If it was refunded, record the refund. Otherwise dismiss this item.",
  },
  refund_report_unclear: {
    title: "Unclear report of a refund",
    means: "The gateway reported a refund that the shop could not record automatically.",
    advice:
      "Look up the refund at the gateway. If the money went back, record the refund. Otherwise dismiss this item.",
  },
  unrecognized_dispute: {
    title: "Unknown report",
    means:
      "The gateway reported something of a type that the shop does not know. The payment did not change.",
    advice:
      "Ask the gateway what it means. If money went back, record the refund. Otherwise dismiss this item.",
  },
} as const satisfies Record<
  DisputeItemCode,
  { readonly title: string; readonly means: string; readonly advice: string }
>;

/** The texts of the form that refunds through the gateway, and of refunds that failed later. */
export const englishGatewayRefundFormTexts = {
  /** What each state means for a refund that was just asked for. */
  results: {
    requested: "The refund is stored and not sent yet. The shop sends it.",
    submitted: "The refund is being sent. Reload the page.",
    accepted: "The gateway accepted the refund. It reports later whether the money went back.",
    unknown: "The gateway gave no clear answer. The shop asks it, and does not send the refund again.",
    succeeded: "The gateway made the refund.",
    failed: "The gateway refused the refund. No money has moved.",
  } satisfies Record<GatewayRefundState, string>,
  recorded:
    "The order in the shop shows a refund of {amount} {currency} as made. The gateway did not make it. Refund it again here, so that order and gateway agree.",
  notRecorded: "The order in the shop does not show this refund.",
  open: "Refund through the gateway",
  meaning:
    "The gateway gives the money back to the buyer. You can't undo this. The order shows the refund when the gateway has made it. The timeline shows your name.",
  amount: "Amount to refund",
  reason: "Reason for the gateway",
  reasonHint: "The gateway's staff read it. Do not enter personal data.",
  reasonExample: "Returned, damaged, paid twice",
  send: "Refund",
  notSent: "Nothing was refunded.",
} as const;

/** The texts about refunds through the gateway. */
export const englishGatewayRefundTexts = {
  title: "Refunds through the gateway",
  refundId: "Refund ID",
  reason: "Reason",
  details: "Details",
  madeAtGateway: "Made at the gateway",
  otherCharge: "Of a payment without an order",
  states: {
    requested: "Not sent yet",
    submitted: "Being sent",
    accepted: "Accepted, money not back yet",
    unknown: "No clear answer",
    succeeded: "Refunded",
    failed: "Failed",
  } satisfies Record<GatewayRefundState, string>,
} as const;

/** What staff read as the answer about one attempt: the reported state, or why there is none. `not-asked`: nobody asked. */
export type QueryAnswerName = TradeState | Exclude<QueryResult["outcome"], "reported">;

/** What staff read as the reason why the gateway reported nothing. */
type QueryProblemName = Exclude<QueryResult["outcome"], "reported" | "not-asked"> | NotAskedReason;

/** The texts about asking the gateway. */
export const englishQueryTexts = {
  ask: "Ask the gateway",
  answer: "The gateway's answer",
  notAsked: "The gateway was not asked.",
  answers: {
    paid: "Paid",
    "not-paid": "Not paid",
    pending: "In progress",
    failed: "Failed",
    refunded: "Refunded",
    unrecognized: "Unknown state",
    unverified: "Answer not verified",
    rejected: "Query rejected",
    unknown: "No answer",
    "not-asked": "Not asked",
  } satisfies Record<QueryAnswerName, string>,
  problems: {
    unverified: "The answer proves nothing ({reason}).",
    rejected: "The gateway gave no reason.",
    unknown: "The gateway gave no usable answer ({reason}).",
    attempt_unknown: "No attempt has this gateway order ID.",
    merchant_missing: "The merchant is not in the options any more. Add it again to ask about this attempt.",
    gateway_closed: "The shop is restarting. Ask again in a minute.",
    gateway_silent: "The gateway did not answer the previous queries. Ask again in a minute.",
  } satisfies Record<QueryProblemName, string>,
  count: "{answer}: {count}",
} as const;

/** The texts of the overview and of the export. */
export const englishOverviewTexts = {
  title: "Payment overview",
  period: "Period",
  days: "Last {days} days",
  attempts: "Attempts by day",
  abandonedMeaning: "Abandoned: neither paid nor declined. Attempts of the last days can still be paid.",
  started: "Started",
  declined: "Declined",
  abandoned: "Abandoned",
  times: "Average time since the start",
  untilPaid: "Until the payment was confirmed",
  untilNotification: "Until the first notification",
  money: "Money paid by day",
  paidMoney: "Money paid",
  payments: "Payments",
  variant: "Variant",
  day: "Day (UTC)",
  table: "Show as a table",
  noAttempts: "No attempt was started in this period.",
  export: "Export",
  exportOf: "Content",
  exports: { payments: "Payments", refunds: "Refunds", "review-items": "Review items" },
  from: "First day (UTC)",
  to: "Last day (UTC)",
  download: "Download as CSV",
} as const;

/** Why the shop did not answer a page for staff. */
export const englishSessionTexts = {
  ended: "You are signed out. Sign in in another tab, then try again here.",
  forbidden: "You do not have the permission for this.",
  unreachable: "The shop did not answer. Try again.",
} as const;
