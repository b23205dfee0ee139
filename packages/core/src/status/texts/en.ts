import type { AttemptState } from "../../payment/attempt-state.ts";
import { englishResolveFormLabels } from "../../review/resolution-error-text.ts";
import type { RetryResult } from "../../review/retry-item.ts";
import { capabilityTexts } from "../gateway-capabilities.ts";
import type { SubscriptionState } from "../subscription-status.ts";
import type { TimelineEntry } from "../timeline.ts";
import { type TimelinePhraseId, timelinePhrases } from "../timeline-phrases.ts";
import { englishAlertTexts } from "./alert-texts.ts";
import type { InAnyLanguage } from "./in-any-language.ts";
import { englishPaymentLinkTexts } from "./payment-link-texts.ts";
import {
  attemptActionTexts,
  dismissItemOnlyText,
  englishActionTexts,
  englishReviewItemTexts,
  refundActionTexts,
  renewalActionTexts,
} from "./review-items-en.ts";
import {
  englishAttemptListTexts,
  englishCancellationTexts,
  englishDisputeTexts,
  englishGatewayRefundFormTexts,
  englishGatewayRefundTexts,
  englishHealthTexts,
  englishOverviewTexts,
  englishQueryTexts,
  englishSessionTexts,
} from "./staff-side-en.ts";

const states = {
  none: "Not started",
  created: "Sending",
  pending: "Waiting for the buyer or the gateway",
  approved: "Approved, not confirmed",
  paid: "Paid",
  review: "Under review",
  failed: "Failed",
  closed: "Closed",
  refunded: "Refunded",
} as const satisfies Record<AttemptState | "none", string>;

/** Replaces `states.pending` if the gateway's response is known. By the id of the timeline phrase. */
const noResultStates = {
  "not-connected": "Not sent: no connection to the gateway",
  "http-refused": "Refused by the gateway",
  unclear: "No clear response from the gateway",
  rejected: "Rejected by the gateway, which may have the order",
} as const satisfies Partial<Record<TimelinePhraseId, string>>;

const sources = {
  shop: "Shop",
  buyer: "Buyer's browser",
  response: "Gateway response",
  notification: "Notification",
  inquiry: "Query",
  "refusal-upheld": "Query",
  cancellation: "Cancellation",
  operator: "Staff",
  refund: "Refund",
  dispute: "Dispute webhook",
} as const satisfies Record<TimelineEntry["source"], string>;

/** The texts about a subscription and its later cycles. */
const subscription = {
  title: "Subscription",
  cycle: englishResolveFormLabels.cycle,
  due: "Due",
  expected: "Expected",
  hasOrder: "Order placed",
  renewalOf: "Renewal of order",
  closed: "The gateway closed the subscription",
  declined: "Charge declined",
  firstPeriod: "The first period costs {charged}. Each later cycle costs {price}.",
  states: {
    waiting: "Not started",
    active: "Active",
    closed: "Closed, no further charges",
    ended: "Plan completed",
  } satisfies Record<SubscriptionState, string>,
} as const;

const page = {
  gateway: "Payment gateway",
  title: "Review items",
  openItems: "Open review items",
  evidence: "Evidence",
  attempt: "Attempt",
  attemptId: "Gateway order ID",
  order: "Order",
  payment: "Payment",
  show: "Show",
  all: "All",
  noOpenItems: "There are no open review items.",
  noMatches: "No review item matches.",
  noAttempts: "The shop sent nothing to the gateway for this order.",
  loading: "Loading",
  loadFailed: "The payments could not be loaded. Reload the page.",
  otherActions: "Other actions",
  retry: "Try again",
  retries: {
    done: "The retry succeeded.",
    failed: "The retry failed: {problem}",
    postponed: "The retry failed: {problem} It runs again automatically.",
    "not-run": "The item is already resolved, or its job is running.",
  } satisfies Record<RetryResult["outcome"], string>,
  retryNotStarted: "The retry could not start.",
  recordAction: "Resolve the item",
  permanent:
    "You can't undo this. The timeline shows your account ID and your name, or your e-mail address if you have no name.",
  reason: englishResolveFormLabels.note,
  reasonMissing: "Enter a reason.",
  reasonExample: "Transaction, bank statement, whom you asked",
  whichCycle: "Which cycle does the charge pay?",
  cycleExample: "A whole number. 1 is the first payment.",
  cycleMissing: "Enter the cycle that the charge pays, as a whole number: 1, 2, 3 …",
  record: "Save",
  recorded: "The action was recorded. The timeline shows it.",
  notRecorded: "The action was not recorded.",
  cancel: "Cancel",
  close: "Close",
  buyer: "Buyer",
  items: "Items",
  amount: "Amount",
  orderTotal: "Order total",
  currency: "Currency",
  merchant: "Merchant",
  attempts: "{count} attempts. The page displays the newest {shown}.",
  search: "Search",
  searchExample: "Order, gateway order ID, e-mail",
  previous: "Previous page",
  next: "Next page",
  range: "{from} to {to} of {count}",
  openItemCount: "Open review items: {count}",
  openQueue: "Show the review items",
  select: "Select",
  selectAll: "Select all {count} on this page",
  selected: "{count} selected",
  bulkDone: "{count} resolved",
  bulkOpen: "{count} still open",
  refundAmount: englishResolveFormLabels.amount,
  refundAmountWrong: "Enter an amount such as {example}.",
  refundReference: englishResolveFormLabels.reference,
  refundReferenceMissing: "Enter the ID of the refund at the gateway.",
  refundNotSynced:
    "A recorded refund is missing in the order. The shop's log contains the reason. Reload this page to try again.",
  capabilities: "What these payments cannot do",
  refundLeft: "You can refund at most {amount} {currency}.",
} as const;

/** All texts of the pages for staff, in English. */
export const englishStaffTexts = {
  reviewItems: englishReviewItemTexts,
  disputes: englishDisputeTexts,
  actions: englishActionTexts,
  renewalActionTexts,
  attemptActionTexts,
  refundActionTexts,
  dismissItemOnlyText,
  states,
  pendingStates: noResultStates,
  sources,
  phrases: timelinePhrases,
  capabilities: capabilityTexts,
  subscription,
  page,
  attemptList: englishAttemptListTexts,
  health: englishHealthTexts,
  overview: englishOverviewTexts,
  session: englishSessionTexts,
  query: englishQueryTexts,
  cancellation: englishCancellationTexts,
  gatewayRefunds: englishGatewayRefundTexts,
  refundForm: englishGatewayRefundFormTexts,
  links: englishPaymentLinkTexts,
  alerts: englishAlertTexts,
} as const;

/** All texts of the pages for staff, in any language. */
export type StaffTexts = InAnyLanguage<typeof englishStaffTexts>;
