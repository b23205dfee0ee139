import { wordTitle } from "../word-title.ts";
import type { Fault, FaultKind, FaultScope } from "./fault.ts";

/** What each fault does, and how a correct shop reacts, in the groups of the inspector's page. */
export const faultGroups = {
  "When notifications arrive": {
    duplicate: "Each notification is sent several times. The order must be paid once.",
    delay: "The first try comes late. The buyer is back before it and must see “confirming”.",
    reorder: "The gateway sends the later one of two notifications first.",
    drop: "Notifications are lost on the way. The shop gets a later try, or none.",
  },
  "What notifications say": {
    corrupt_sign: "One character of the sign is wrong. The shop must refuse the notification.",
    unsigned: "The notification has no sign. The shop must refuse it.",
    wrong_amount:
      "A correctly signed notification with another true_amount. The shop must not pay the order, and staff must get a review item.",
    wrong_currency: "A correctly signed notification in another currency. The order must not be paid.",
    wrong_transaction:
      "A correctly signed notification under this transaction. In a subscription, a transaction that has paid a cycle must not pay another one.",
    other_merchant: "A notification that is signed with another merchant's key. The shop must refuse it.",
    other_order:
      "A correctly signed notification of another order, sent to this order's address. The shop must refuse it.",
    wrong_token:
      "The last part of the notify address is changed, as if it had been guessed. The shop must refuse it.",
    own_order_id:
      "A later cycle of a subscription arrives under its own order ID. The shop must record it by its count.",
    wrong_cycle:
      "A correctly signed notification of another cycle of a subscription, or of none. If the shop cannot use it, staff get a review item.",
    wrong_subscription:
      "A correctly signed notification with the ID of another subscription. The shop must record neither a later cycle nor a closing.",
  },
  "What becomes of the order later": {
    succeed_after_fail: "A failed order is paid a little later. The success counts.",
    fail_after_success: "The gateway reports a failure after the success. The order stays paid.",
    succeed_after_close: "An order that the gateway closed is paid later. The success counts.",
    pay_twice:
      "The buyer pays a second time, with another transaction. The shop must place one order, and staff must get a review item.",
    decline_first_charge:
      "The first charge of a subscription is declined, and tried again as the plan says. A later success counts.",
    decline_cycle:
      "Later cycles of a subscription are declined, or charged after some tries. The first payment stays paid.",
    charge_after_closing: "The gateway charges the next cycle of a closed subscription.",
    close_without_charge:
      "The gateway reports the end of a subscription in a separate notification: returncode 2, no cycle. The subscription is closed, and its payments stay paid.",
  },
  "The answer to the sale": {
    slow_response: "The gateway answers late. The shop must neither hang nor send the sale again.",
    broken_response:
      "The gateway accepts the sale, and its answer is unreadable. The outcome is unknown until a notification arrives.",
    lost_connection:
      "The connection is cut before or after the gateway accepts the sale. The shop cannot tell which of the two happened.",
    duplicate_rejection:
      "The gateway accepts the sale, and answers that it is a duplicate. The order can still be paid.",
  },
  "Queries, refunds and cancellations": {
    lost_call:
      "The connection is cut before or after the call takes effect. The shop must not refund again; it must ask.",
    broken_reply:
      "The call takes effect, and its reply proves nothing. The shop must decide nothing from it.",
    slow_reply: "The reply to a call is late. The outcome is unknown if the shop does not wait.",
    query_state: "The reply to a query has this trade_state, signed. Its amounts and its transaction stay.",
    query_amount:
      "The reply to a query has this true_amount, signed. The order must not be paid; staff must see it.",
    refuse_refund: "The gateway refuses every refund, by a signed reply. Nothing is refunded.",
    fail_refund: "The gateway accepts a refund, and later it fails. The shop must display this.",
    slow_refund: "A refund ends after this time.",
  },
  "The dispute webhook": {
    drop_dispute: "Tries are lost on the way. The shop learns of the refund by a later try, or by asking.",
    duplicate_dispute: "Each message is sent several times at once. It must count once.",
    early_dispute: "A refund ends at once, and its message arrives before the reply to the refund.",
  },
} as const;

/** A total map: a fault without a text does not compile. */
export const faultTexts: Readonly<Record<FaultKind, string>> = {
  ...faultGroups["When notifications arrive"],
  ...faultGroups["What notifications say"],
  ...faultGroups["What becomes of the order later"],
  ...faultGroups["The answer to the sale"],
  ...faultGroups["Queries, refunds and cancellations"],
  ...faultGroups["The dispute webhook"],
};

/** Describes a fault with its settings, in sentences: "Drop (tries 2). Notifications are lost on the way." */
export function describeFault(fault: Fault): string {
  const { kind, ...settings } = fault;
  const set = Object.entries(settings).map(([name, value]) => (value === true ? name : `${name} ${value}`));
  return `${wordTitle(kind)}${set.length === 0 ? "" : ` (${set.join(", ")})`}. ${faultTexts[kind]}`;
}

/** Describes the scope of a fault, as the end of a sentence. */
export function describeScope(scope: FaultScope): string {
  switch (scope.of) {
    case "order":
      return `order ${scope.orderId}`;
    case "merchant":
      return `every order of merchant ${scope.merchantId}`;
    case "next": {
      const sales = scope.sales === 1 ? "the next sale" : `the next ${scope.sales} sales`;
      return scope.merchantId === undefined ? sales : `${sales} of merchant ${scope.merchantId}`;
    }
    case "all":
      return "every order";
  }
}
