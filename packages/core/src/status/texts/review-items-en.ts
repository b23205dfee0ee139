import type { OperatorAction } from "../../payment/fact.ts";
import type { ReviewKind } from "../../payment/review-kinds.ts";

/** The title of each kind of review item, what it means, and what to do. */
export const englishReviewItemTexts = {
  "order-not-placed": {
    title: "Order not placed",
    means: "The buyer paid, but the shop could not place the order.",
    advice:
      "Fix the cause and try again. If the order cannot be placed, refund the payment at the gateway and record the refund.",
  },
  "renewal-not-placed": {
    title: "Renewal not placed",
    means: "A cycle of a subscription is paid, but the shop could not place its order.",
    advice:
      "Read the evidence, fix the cause and try again. If the order cannot be placed, refund the cycle at the gateway and record the refund.",
  },
  "host-not-informed": {
    title: "Shop not informed",
    means:
      "The gateway reported something that the shop's own code could not be informed of: a closed subscription, a declined charge, a refund or a dispute. Or a cycle is overdue.",
    advice: "Fix the cause and try again.",
  },
  "subscription-not-cancelled": {
    title: "Subscription not cancelled",
    means:
      "A cancellation was requested, and the gateway did not confirm it. The gateway can charge further cycles.",
    advice:
      "Try again. If the gateway still does not confirm it, cancel the subscription at the gateway and dismiss this item.",
  },
  "result-not-checked": {
    title: "Result not checked",
    means: "The shop could not check whether an attempt has a result, or was refunded.",
    advice: "Fix the cause and try again.",
  },
  "no-result": {
    title: "No result",
    means: "The gateway has not reported the result of one or more attempts.",
    advice:
      "Look up the attempts without a result at the gateway. If nothing was paid, dismiss the item. If one attempt was paid, accept that attempt.",
  },
  "cycle-not-checked": {
    title: "Cycle not checked",
    means: "The shop could not check whether a cycle of a subscription is paid.",
    advice: "Fix the cause and try again.",
  },
  "refund-not-synced": {
    title: "Refund not in the order",
    means: "A refund was recorded, but the shop could not add it to the order.",
    advice: "Fix the cause and try again. If the order already has the refund, dismiss this item.",
  },
  "refund-not-confirmed": {
    title: "Refund not confirmed",
    means:
      "A refund was sent to the gateway, and nobody knows whether the money goes back. It is not sent again.",
    advice:
      "Try again to ask the gateway. If it gives no answer, look up the refund in its back office. If it was made, record it with its ID. If not, dismiss this item, and refund again.",
  },
  "refund-failed": {
    title: "Refund failed",
    means: "The gateway accepted a refund, and reported later that it failed. The buyer has no money back.",
    advice:
      "Ask the gateway why, then refund again. If the order in the shop shows the refund as made, correct the order.",
  },
  "not-verified": {
    title: "Notifications not verified",
    means: "Notifications arrive at the secret address, but their signature is missing or wrong.",
    advice: "Compare the merchant key with the gateway's key, and deploy the right key. Then try again.",
  },
  "refund-requested": {
    title: "Refund requested",
    means: "The shop asks for a refund. No money has moved.",
    advice: "Refund the payment in the gateway's back office, then record the refund.",
  },
  "amount-mismatch": {
    title: "Amount does not match",
    means: "The gateway reports a payment with another amount or currency. The shop did not count it.",
    advice:
      "Look up the payment at the gateway. If no money arrived, dismiss this item. If the whole amount arrived, accept the payment. Otherwise refund it there and record the refund.",
  },
  "contradictory-results": {
    title: "Contradictory results",
    means: "The gateway reported both success and failure, or its statement contradicts the shop.",
    advice: "Ask the gateway which report is true, then record the result.",
  },
  "paid-twice": {
    title: "Paid twice",
    means: "A second transaction or attempt was paid.",
    advice: "Refund one of them at the gateway, then record the refund.",
  },
  "unknown-code": {
    title: "Unknown code",
    means: "A notification reports neither success nor failure. It changed nothing.",
    advice: "Ask the gateway what it means, then record the result.",
  },
  "unknown-cycle": {
    title: "Unknown cycle",
    means:
      "The gateway reported a charge of a subscription without a valid cycle. The shop did not count it.",
    advice:
      "Find the charge at the gateway. Refund it and record the refund, or accept it for the cycle that it pays.",
  },
  "refund-notice": {
    title: "Refund or dispute reported",
    means: "The gateway may have refunded the buyer.",
    advice:
      "Look up the transaction at the gateway. If it was refunded, record the refund and cancel the order.",
  },
  dispute: {
    title: "Dispute",
    means: "The gateway reported a chargeback, an alert or a refund. The payment did not change.",
    advice:
      "Read the evidence. If money went back to the buyer, record the refund. Otherwise dismiss this item.",
  },
  "transaction-reused": {
    title: "Transaction reported twice",
    means:
      "A transaction that paid one cycle of a subscription was reported for another cycle. The shop did not count it again.",
    advice:
      "Ask the gateway whether it charged the cycle. If it did, accept the charge. Otherwise dismiss the item.",
  },
  "incomplete-notification": {
    title: "Incomplete notification",
    means:
      "A notification of a subscription lacks a field that the protocol requires. Everything else in it counts. The evidence names the field.",
    advice:
      "Look up the transaction at the gateway, and ask the gateway to send the field. Then dismiss this item.",
  },
  "weaker-signature": {
    title: "Weaker signature",
    means:
      "The signature of a notification leaves out fields that the gateway signed before. The payment counts. An unsigned report that the subscription was closed does not count.",
    advice:
      "Ask the gateway whether it sent this notification, and whether it changed its signature. Then dismiss this item.",
  },
  "subscription-mismatch": {
    title: "Another subscription",
    means:
      "The gateway reported a charge for another subscription ID. A first payment counts. A later cycle does not count.",
    advice:
      "Ask the gateway which subscription was charged. If a later cycle belongs to this subscription, accept it.",
  },
  "unexpected-cycle": {
    title: "Cycle beyond the plan",
    means: "The gateway charged a cycle that is not in the plan. The shop did not count it.",
    advice: "Refund the charge at the gateway, and close the subscription there.",
  },
  "charged-after-closing": {
    title: "Charged after closing",
    means:
      "The gateway charged a cycle after it reported that the subscription was closed. The charge counts.",
    advice: "Ask the gateway. If the buyer ended the subscription, refund the charge.",
  },
  "cycle-overdue": {
    title: "Cycle overdue",
    means: "A cycle of a subscription should be paid by now.",
    advice: "Ask the gateway. If the cycle was paid, its notification resolves this item.",
  },
} as const satisfies Record<ReviewKind, { title: string; means: string; advice: string }>;

export const englishActionTexts = {
  accept: {
    button: "Accept with proof",
    title: "Accepted with proof",
    means:
      "You saw the payment at the gateway. The attempt or the cycle becomes paid, and its order is placed.",
  },
  dismiss: {
    button: "Dismiss",
    title: "Dismissed",
    means:
      "No money arrived. The attempt or the cycle is closed. A payment that the gateway reports later still counts. If you refunded the buyer, record a refund instead.",
  },
  "record-refund": {
    button: "Record a refund",
    title: "Refund recorded",
    means: "You refunded the payment at the gateway. This records the refund and moves no money.",
  },
} as const satisfies Record<OperatorAction, { button: string; title: string; means: string }>;

/** What an action means for a paid cycle whose order was not placed. */
export const renewalActionTexts = {
  dismiss:
    "You solved it in another way, such as an order placed by hand. The shop no longer places this order.",
  "record-refund":
    "You refunded the payment at the gateway. This records the refund and moves no money. The shop no longer places this order.",
} as const;

/** What an action means for a paid attempt whose order was not placed (ENG-FREE). */
export const attemptActionTexts = {
  dismiss: "The shop no longer places the order of this attempt, and the buyer can pay again.",
  "record-refund":
    "You refunded the payment at the gateway. This records the refund and moves no money. The shop no longer places the order, and the buyer can pay again.",
} as const;

/** What an action means for a refund through the gateway whose outcome nobody knows. */
export const refundActionTexts = {
  dismiss: "The refund was not made. The money can be refunded again.",
  "record-refund": "The refund was made at the gateway. This records it and moves no money.",
} as const;

/** What dismissing means if it resolves the item and nothing else. */
export const dismissItemOnlyText =
  "This resolves only the item. The payment does not change, and the shop is not informed again.";
