import { type FaultKind, saleResponseBreakages } from "../../faults/fault.ts";
import { declinesField, type FaultCatalogueEntry, secondsField, triesField } from "./fault-fields.ts";
import { operationFaultCatalogue } from "./operation-fault-catalogue.ts";

/** The texts of each kind of fault. A fault without texts does not compile. */
export const faultCatalogue: Readonly<Record<FaultKind, FaultCatalogueEntry>> = {
  ...operationFaultCatalogue,
  duplicate: {
    group: "when",
    title: "Duplicate",
    says: "Each notification is sent several times. The order must be paid once.",
    fields: [
      { input: "number", name: "copies", label: "Copies", value: "2" },
      {
        input: "choice",
        name: "together",
        label: "How",
        choices: [
          ["", "one after another"],
          ["yes", "together, in one moment"],
        ],
      },
    ],
  },
  delay: {
    group: "when",
    title: "Delay",
    says: "The first try comes late. The buyer is back before it and must see “confirming”.",
    fields: [secondsField("30")],
  },
  reorder: {
    group: "when",
    title: "Reorder",
    says: "The gateway sends the later one of two notifications first.",
    fields: [],
  },
  drop: {
    group: "when",
    title: "Drop",
    says: "Notifications are lost on the way. The shop gets a later try, or none.",
    fields: [triesField],
  },
  corrupt_sign: {
    group: "what",
    title: "Wrong sign",
    says: "One character of the sign is wrong. The shop must refuse the notification.",
    fields: [triesField],
  },
  unsigned: {
    group: "what",
    title: "No sign",
    says: "The notification has no sign. The shop must refuse it.",
    fields: [triesField],
  },
  wrong_amount: {
    group: "what",
    title: "Wrong amount",
    says: "A correctly signed notification with another true_amount. The shop must not pay the order, and staff must get a review item.",
    fields: [{ input: "text", name: "trueAmount", label: "true_amount", value: "0.01" }, triesField],
  },
  wrong_currency: {
    group: "what",
    title: "Wrong currency",
    says: "A correctly signed notification in another currency. The order must not be paid.",
    fields: [{ input: "text", name: "currency", label: "Currency", value: "JPY" }, triesField],
  },
  wrong_transaction: {
    group: "what",
    title: "Wrong transaction",
    says: "A correctly signed notification under this transaction. In a subscription, a transaction that has paid a cycle must not pay another one.",
    fields: [{ input: "text", name: "transactionId", label: "transaction_id", value: "1" }, triesField],
  },
  other_merchant: {
    group: "what",
    title: "Another merchant",
    says: "A notification that is signed with another merchant's key. The shop must refuse it.",
    fields: [triesField],
  },
  other_order: {
    group: "what",
    title: "Another order",
    says: "A correctly signed notification of another order, sent to this order's address. The shop must refuse it.",
    fields: [{ input: "text", name: "orderId", label: "Order (empty is any)", value: "" }, triesField],
  },
  wrong_token: {
    group: "what",
    title: "Wrong address",
    says: "The last part of the notify address is changed, as if it had been guessed. The shop must refuse it.",
    fields: [triesField],
  },
  own_order_id: {
    group: "what",
    title: "Own order ID",
    says: "A later cycle of a subscription arrives under its own order ID. The shop must record it by its count.",
    fields: [triesField],
  },
  wrong_cycle: {
    group: "what",
    title: "Wrong cycle",
    says: "A correctly signed notification of another cycle of a subscription, or of none. If the shop cannot use it, staff get a review item.",
    fields: [
      { input: "text", name: "count", label: "payment_period_count (empty is none)", value: "0" },
      triesField,
    ],
  },
  wrong_subscription: {
    group: "what",
    title: "Wrong subscription ID",
    says: "A correctly signed notification with the ID of another subscription. The shop must record neither a later cycle nor a closing.",
    fields: [
      { input: "text", name: "subscriptionId", label: "payment_transaction_id", value: "1" },
      triesField,
    ],
  },
  succeed_after_fail: {
    group: "later",
    title: "Succeed after a failure",
    says: "A failed order is paid a little later. The success counts.",
    fields: [secondsField("1")],
  },
  fail_after_success: {
    group: "later",
    title: "Fail after a success",
    says: "The gateway reports a failure after the success. The order stays paid.",
    fields: [secondsField("1")],
  },
  succeed_after_close: {
    group: "later",
    title: "Succeed after closing",
    says: "An order that the gateway closed is paid later. The success counts.",
    fields: [secondsField("1")],
  },
  pay_twice: {
    group: "later",
    title: "Pay twice",
    says: "The buyer pays a second time, with another transaction. The shop must place one order, and staff must get a review item.",
    fields: [secondsField("1")],
  },
  decline_first_charge: {
    group: "later",
    title: "Decline the first charge",
    says: "The first charge of a subscription is declined, and tried again as the plan says. A later success counts.",
    fields: [declinesField],
  },
  decline_cycle: {
    group: "later",
    title: "Decline a renewal",
    says: "Later cycles of a subscription are declined, or charged after some tries. The first payment stays paid.",
    fields: [declinesField],
  },
  charge_after_closing: {
    group: "later",
    title: "Charge after closing",
    says: "The gateway charges the next cycle of a closed subscription.",
    fields: [],
  },
  close_without_charge: {
    group: "later",
    title: "Close without a charge",
    says: "The gateway reports the end of a subscription in a separate notification: returncode 2, no cycle. The subscription is closed, and its payments stay paid.",
    fields: [],
  },
  slow_response: {
    group: "answer",
    title: "Slow answer",
    says: "The gateway answers late. The shop must neither hang nor send the sale again.",
    fields: [secondsField("15")],
  },
  broken_response: {
    group: "answer",
    title: "Broken answer",
    says: "The gateway accepts the sale, and its answer is unreadable. The outcome is unknown until a notification arrives.",
    fields: [
      {
        input: "choice",
        name: "as",
        label: "As",
        choices: saleResponseBreakages.map((breakage) => [breakage, breakage.replaceAll("_", " ")] as const),
      },
    ],
  },
  lost_connection: {
    group: "answer",
    title: "Lost connection",
    says: "The connection is cut before or after the gateway accepts the sale. The shop cannot tell which of the two happened.",
    fields: [
      {
        input: "choice",
        name: "when",
        label: "When",
        choices: [
          ["after", "after it is accepted"],
          ["before", "before it is accepted"],
        ],
      },
    ],
  },
  duplicate_rejection: {
    group: "answer",
    title: "“Duplicate” for a new sale",
    says: "The gateway accepts the sale, and answers that it is a duplicate. The order can still be paid.",
    fields: [],
  },
};
