import type { FaultKind } from "../../faults/fault.ts";

/** The texts of a fault: its title, what it does, and how a correct shop reacts. */
export interface FaultTexts {
  readonly title: string;
  readonly says: string;
}

/** The faults in the groups of the page. */
export const faultGroups = {
  when: {
    title: "When notifications arrive",
    faults: {
      duplicate: {
        title: "Duplicate",
        says: "Each notification is sent several times. The order must be paid once.",
      },
      delay: {
        title: "Delay",
        says: "The first try comes late. The buyer is back before it and must see “confirming”.",
      },
      reorder: {
        title: "Reorder",
        says: "The gateway sends the later one of two notifications first.",
      },
      drop: {
        title: "Drop",
        says: "Notifications are lost on the way. The shop gets a later try, or none.",
      },
    },
  },
  what: {
    title: "What notifications say",
    faults: {
      corrupt_sign: {
        title: "Wrong sign",
        says: "One character of the sign is wrong. The shop must refuse the notification.",
      },
      unsigned: { title: "No sign", says: "The notification has no sign. The shop must refuse it." },
      wrong_amount: {
        title: "Wrong amount",
        says: "A correctly signed notification with another true_amount. The shop must not pay the order, and staff must get a review item.",
      },
      wrong_currency: {
        title: "Wrong currency",
        says: "A correctly signed notification in another currency. The order must not be paid.",
      },
      wrong_transaction: {
        title: "Wrong transaction",
        says: "A correctly signed notification under this transaction. In a subscription, a transaction that has paid a cycle must not pay another one.",
      },
      other_merchant: {
        title: "Another merchant",
        says: "A notification that is signed with another merchant's key. The shop must refuse it.",
      },
      other_order: {
        title: "Another order",
        says: "A correctly signed notification of another order, sent to this order's address. The shop must refuse it.",
      },
      wrong_token: {
        title: "Wrong address",
        says: "The last part of the notify address is changed, as if it had been guessed. The shop must refuse it.",
      },
      own_order_id: {
        title: "Own order ID",
        says: "A later cycle of a subscription arrives under its own order ID. The shop must record it by its count.",
      },
      wrong_cycle: {
        title: "Wrong cycle",
        says: "A correctly signed notification of another cycle of a subscription, or of none. If the shop cannot use it, staff get a review item.",
      },
      wrong_subscription: {
        title: "Wrong subscription ID",
        says: "A correctly signed notification with the ID of another subscription. The shop must record neither a later cycle nor a closing.",
      },
    },
  },
  later: {
    title: "What becomes of the order later",
    faults: {
      succeed_after_fail: {
        title: "Succeed after a failure",
        says: "A failed order is paid a little later. The success counts.",
      },
      fail_after_success: {
        title: "Fail after a success",
        says: "The gateway reports a failure after the success. The order stays paid.",
      },
      succeed_after_close: {
        title: "Succeed after closing",
        says: "An order that the gateway closed is paid later. The success counts.",
      },
      pay_twice: {
        title: "Pay twice",
        says: "The buyer pays a second time, with another transaction. The shop must place one order, and staff must get a review item.",
      },
      decline_first_charge: {
        title: "Decline the first charge",
        says: "The first charge of a subscription is declined, and tried again as the plan says. A later success counts.",
      },
      decline_cycle: {
        title: "Decline a renewal",
        says: "Later cycles of a subscription are declined, or charged after some tries. The first payment stays paid.",
      },
      charge_after_closing: {
        title: "Charge after closing",
        says: "The gateway charges the next cycle of a closed subscription.",
      },
      close_without_charge: {
        title: "Close without a charge",
        says: "The gateway reports the end of a subscription in a separate notification: returncode 2, no cycle. The subscription is closed, and its payments stay paid.",
      },
    },
  },
  answer: {
    title: "The answer to the sale",
    faults: {
      slow_response: {
        title: "Slow answer",
        says: "The gateway answers late. The shop must neither hang nor send the sale again.",
      },
      broken_response: {
        title: "Broken answer",
        says: "The gateway accepts the sale, and its answer is unreadable. The outcome is unknown until a notification arrives.",
      },
      lost_connection: {
        title: "Lost connection",
        says: "The connection is cut before or after the gateway accepts the sale. The shop cannot tell which of the two happened.",
      },
      duplicate_rejection: {
        title: "“Duplicate” for a new sale",
        says: "The gateway accepts the sale, and answers that it is a duplicate. The order can still be paid.",
      },
    },
  },
  call: {
    title: "Queries, refunds and cancellations",
    faults: {
      lost_call: {
        title: "Lost call",
        says: "The connection is cut before or after the call takes effect. The shop must not refund again; it must ask.",
      },
      broken_reply: {
        title: "Broken reply",
        says: "The call takes effect, and its reply proves nothing. The shop must decide nothing from it.",
      },
      slow_reply: {
        title: "Slow reply",
        says: "The reply to a call is late. The outcome is unknown if the shop does not wait.",
      },
      query_state: {
        title: "Another state",
        says: "The reply to a query has this trade_state, signed. Its amounts and its transaction stay.",
      },
      query_amount: {
        title: "Another amount in a query",
        says: "The reply to a query has this true_amount, signed. The order must not be paid; staff must see it.",
      },
      refuse_refund: {
        title: "Refuse refunds",
        says: "The gateway refuses every refund, by a signed reply. Nothing is refunded.",
      },
      fail_refund: {
        title: "Fail refunds",
        says: "The gateway accepts a refund, and later it fails. The shop must display this.",
      },
      slow_refund: { title: "Slow refunds", says: "A refund ends after this time." },
    },
  },
  dispute: {
    title: "The dispute webhook",
    faults: {
      drop_dispute: {
        title: "Drop dispute messages",
        says: "Tries are lost on the way. The shop learns of the refund by a later try, or by asking.",
      },
      duplicate_dispute: {
        title: "Duplicate dispute messages",
        says: "Each message is sent several times at once. It must count once.",
      },
      early_dispute: {
        title: "Early refund result",
        says: "A refund ends at once, and its message arrives before the reply to the refund.",
      },
    },
  },
} as const;

/** The texts of each kind of fault. A fault without texts does not compile. */
export const faultCatalogue: Readonly<Record<FaultKind, FaultTexts>> = {
  ...faultGroups.when.faults,
  ...faultGroups.what.faults,
  ...faultGroups.later.faults,
  ...faultGroups.answer.faults,
  ...faultGroups.call.faults,
  ...faultGroups.dispute.faults,
};
