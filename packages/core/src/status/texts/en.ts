import type { AttemptState } from "../../payment/derive-attempt-state.ts";
import type { Fact, OperatorAction } from "../../payment/fact.ts";
import type { JobKind } from "../../payment/review-kinds.ts";
import { resolveFormLabels } from "../../review/resolution-errors.ts";
import type { RetryResult } from "../../review/retry-item.ts";
import type { SubscriptionState } from "../subscription-status.ts";
import { type TimelinePhraseId, timelinePhrases } from "../timeline-phrases.ts";

/** How each kind of item is called, what it means, and what to do. */
const reviewItems = {
  paid: {
    title: "Paid, but not placed",
    means: "The money is there and the order could not be placed.",
    advice:
      "Mend the cause and try again. If it cannot be placed, give the money back at the gateway and record it.",
  },
  mismatch: {
    title: "The amount does not match",
    means: "The gateway reports a payment with another amount or currency than was asked. It was not booked.",
    advice:
      "Compare with the gateway. Give the money back there and record the refund. Accept it only if the whole amount arrived. Close it if no money arrived.",
  },
  "paid-twice": {
    title: "Paid twice",
    means: "A second transaction or attempt was paid too.",
    advice: "Give one of them back at the gateway, and record it.",
  },
  contradictory: {
    title: "Contradictory reports",
    means: "The gateway reported both success and failure.",
    advice: "Ask the gateway which is true, then record what was done.",
  },
  "refund-notice": {
    title: "Notice of a refund or dispute",
    means: "Money may have gone back to the buyer.",
    advice: "Look the transaction up at the gateway. If money went back, record it and undo its order.",
  },
  "refund-due": {
    title: "Refund to make by hand",
    means: "The shop wants to give money back. The gateway's protocol cannot, so nothing has moved yet.",
    advice: "Give the money back in the gateway's back office, and record it.",
  },
  "not-verified": {
    title: "Notifications do not verify",
    means: "Messages arrive at the secret address, but their sign is missing or wrong.",
    advice: "Compare the merchant key with the gateway's and deploy the right one. Then try again.",
  },
  "unknown-code": {
    title: "Unknown code",
    means: "A notification is neither success nor failure. It changed nothing.",
    advice: "Ask the gateway what it means, then record what was done.",
  },
  "unknown-cycle": {
    title: "Unknown cycle",
    means: "A charge of a subscription was reported for a cycle that cannot be told. It was not booked.",
    advice:
      "Find the charge at the gateway. Give it back and record that; or accept it for the cycle that it was for.",
  },
  cycle: {
    title: "A cycle without an order",
    means: "A cycle of a subscription was paid, and there is no order for it.",
    advice:
      "Read the evidence: mend the cause and try again. If no order can be made, give the money back at the gateway and record it.",
  },
  closed: {
    title: "Closing not applied",
    means: "The gateway closed a subscription, and the shop could not be told.",
    advice: "Mend the cause and try again.",
  },
  missed: {
    title: "Missing cycle not told",
    means: "A cycle of a subscription is missing, and the shop could not be told.",
    advice: "Mend the cause and try again.",
  },
  "book-refund": {
    title: "Refund not in the order",
    means: "A refund was recorded, but the shop could not add it to the order.",
    advice: "Fix the cause and try again. If the order already has the refund, close this item.",
  },
  "cycle-due": {
    title: "Cycle not looked for",
    means: "Whether a cycle of a subscription was paid could not be looked up.",
    advice: "Mend the cause and try again.",
  },
  "cycle-missing": {
    title: "Cycle missing",
    means: "A cycle of a subscription should have been paid by now.",
    advice: "Ask the gateway. When it was paid, its message ends this by itself.",
  },
  "other-master": {
    title: "Another master order",
    means:
      "A charge was reported for another master order than this subscription's. A first payment counts all the same, a later cycle does not.",
    advice: "Ask the gateway whose charge it is. Accept a later cycle that belongs here.",
  },
  "unexpected-cycle": {
    title: "Beyond the plan",
    means: "A cycle was charged that the plan does not have. It was not booked.",
    advice: "Give it back at the gateway, and have the subscription closed there.",
  },
  "transaction-reused": {
    title: "Transaction used twice",
    means:
      "A transaction that had paid one cycle of a subscription was reported for another. It was not booked.",
    advice: "Ask the gateway whether the cycle was charged. Accept it if it was; else close it.",
  },
  "weaker-rule": {
    title: "Signed by a weaker rule",
    means:
      "A notification is signed in a way that leaves out fields which the gateway used to sign. Its payment counts, an unsigned report of closing does not.",
    advice:
      "Ask the gateway whether it has sent this notification and whether it changed its signature. Then close this item.",
  },
  "charged-after-closing": {
    title: "Charged after closing",
    means: "A cycle was charged although the subscription was reported closed. It was booked.",
    advice: "Ask the gateway, and give the charge back if the buyer had ended it.",
  },
  "check-result": {
    title: "Result not checked",
    means: "The shop could not check whether an attempt has a result.",
    advice: "Fix the cause and try again.",
  },
  "no-result": {
    title: "No result",
    means: "The gateway has not reported how one or more attempts ended.",
    advice:
      "Look up the attempts without a result at the gateway. Close the item if nothing was paid. If one of them was paid, accept that attempt.",
  },
} as const satisfies Record<JobKind, { title: string; means: string; advice: string }>;

const actions = {
  accepted: {
    button: "Accept with proof",
    title: "Accepted with proof",
    means:
      "The money was seen at the gateway. The attempt, or the cycle, becomes paid and its order is placed.",
  },
  closed: {
    button: "Close it",
    title: "Closed",
    means:
      "No money came. The attempt, or the cycle, ends; money reported later still counts. If you gave money back, record a refund instead.",
  },
  refunded: {
    button: "Record a refund",
    title: "Refunded by hand",
    means: "The money was given back at the gateway. This records it and moves no money.",
  },
} as const satisfies Record<OperatorAction, { button: string; title: string; means: string }>;

/** What a decision means to what is paid, a sale or a cycle, and waits to be placed. */
const endOfRenewal = {
  closed: "It was dealt with in another way: placed by hand, say. Its order is not placed any more.",
  refunded:
    "The money was given back at the gateway. This records it and moves no money. Its order is not placed any more.",
} as const;

/** What a decision means to a paid attempt whose order was not placed (LED-FREE). */
const endOfAttempt = {
  closed: "The order of this attempt is no longer placed, and the buyer can pay again.",
  refunded:
    "You refunded the money at the gateway. This records the refund and moves no money. The order is no longer placed, and the buyer can pay again.",
} as const;

/** What closing means where it ends the item and nothing else. */
const dismissItemOnly = "Only this item ends. Nothing is booked or undone, and the shop hears no more of it.";

const states = {
  none: "Not started",
  created: "Being sent",
  pending: "Waiting for the buyer or the gateway",
  approved: "Approved, to be confirmed",
  paid: "Paid",
  review: "Under review",
  failed: "Failed",
  closed: "Closed",
  refunded: "Refunded",
} as const satisfies Record<AttemptState | "none", string>;

/** What an attempt without a result says instead of `states.pending` if the gateway's answer is known. By the id of the phrase. */
const noResultStates = {
  "not-connected": "Not sent: the gateway was not reached",
  "http-refused": "Refused by the gateway",
  unclear: "No clear answer from the gateway",
} as const satisfies Partial<Record<TimelinePhraseId, string>>;

const sources = {
  shop: "Shop",
  response: "Gateway's answer",
  notification: "Notification",
  operator: "Staff",
} as const satisfies Record<"shop" | Fact["source"], string>;

/** What an admin's pages say around them. */
/** How a subscription stands, and its later cycles. */
const subscription = {
  title: "Subscription",
  cycle: resolveFormLabels.cycle,
  due: "Due",
  expected: "Expected",
  renewed: "A cycle has its order",
  renewalOf: "Renewal of order",
  closed: "The gateway closed the subscription",
  states: {
    waiting: "Not begun",
    active: "Running",
    closed: "Closed by the gateway",
    ended: "The plan has ended",
  } satisfies Record<SubscriptionState, string>,
} as const;

const page = {
  gateway: "Payment gateway",
  items: "Payment items",
  toBeLookedAt: "To be looked at",
  evidence: "Evidence",
  attempt: "Attempt",
  orderNumber: "Order number at the gateway",
  order: "Order",
  show: "Show",
  everything: "Everything",
  nothingWaits: "Nothing waits for you.",
  nothingFound: "Nothing found.",
  nothingSent: "Nothing was sent to the gateway for this order.",
  loading: "Loading",
  unreadable: "The payments cannot be read at this moment.",
  decideOtherwise: "Decide otherwise",
  tryAgain: "Try again",
  retries: {
    done: "The retry succeeded.",
    failed: "The retry failed: {problem}",
    postponed: "The retry failed: {problem} It runs again automatically.",
    "not-run": "The item is already resolved, or is being processed.",
  } satisfies Record<RetryResult["outcome"], string>,
  notTried: "It could not be tried.",
  decide: "Record a decision",
  forGood:
    "You can't undo this. The timeline shows your account ID and your name, or your e-mail address if you have no name.",
  ground: resolveFormLabels.note,
  groundMissing: "Enter on what ground you decide.",
  groundExample: "Transaction, statement, who was asked",
  whichCycle: "Which cycle does it pay?",
  cycleExample: "A whole number. 1 is the first payment.",
  cycleMissing: "Name the cycle that it pays, as a whole number: 1, 2, 3 …",
  record: "Record it",
  recorded: "The decision stands in the timeline.",
  notRecorded: "Nothing was recorded.",
  cancel: "Cancel",
  buyer: "Buyer",
  goods: "Goods",
  amount: "Amount",
  orderTotal: "Order total",
  currency: "Currency",
  merchant: "Merchant",
  attempts: "{count} attempts. The newest {shown} are shown.",
  search: "Search",
  searchExample: "Order, order number at the gateway, e-mail",
  searchEmail: "#34, e-mail, order number",
  previous: "Previous page",
  next: "Next page",
  range: "{from} to {to} of {count}",
  waiting: "Payment items to look at: {count}",
  open: "Open the queue",
  select: "Select",
  selectAll: "Select all {count} on this page",
  selected: "{count} selected",
  bulkDone: "{count} resolved",
  bulkLeft: "{count} still open",
  refundAmount: resolveFormLabels.amount,
  refundAmountWrong: "Enter an amount such as {example}.",
  refundReference: resolveFormLabels.reference,
  refundReferenceMissing: "Enter the gateway's ID of the refund.",
  refundNotInBooks:
    "The shop's own books do not show a recorded refund yet. The shop's log says why. Reload this page to try again.",
  refundLeft: "At most {amount} {currency} is left to give back.",
} as const;

/** All that an admin says to staff about payments, in English. */
export const staffTexts = {
  items: reviewItems,
  decisions: actions,
  endOfPaid: endOfRenewal,
  endOfAttempt,
  endOfItem: dismissItemOnly,
  states,
  unanswered: noResultStates,
  sources,
  phrases: timelinePhrases,
  subscription,
  page,
} as const;

type InAnyLanguage<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : InAnyLanguage<Words[Key]>;
};

/** The same in another language: every text has one. */
export type StaffTexts = InAnyLanguage<typeof staffTexts>;
