import type { OperationName } from "../operation-names.ts";
import {
  type Fault,
  type FaultKind,
  type FaultScope,
  faultSettings,
  type operationReplyBreakages,
  type SaleResponseBreakage,
} from "./fault.ts";

type Effect<K extends FaultKind> = string | ((fault: Extract<Fault, { kind: K }>) => string);

/** The effect of each kind of fault, without its limit. */
const effects: { readonly [K in FaultKind]: Effect<K> } = {
  duplicate: ({ copies, together }) =>
    `The notification is sent ${copies} times${together ? ", all released in one moment" : " at once"}`,
  delay: ({ seconds }) => `The notification is sent ${seconds} s late`,
  reorder: "The notification waits until the next one has been answered, for 60 s at most",
  drop: "The notification is lost on its way",
  corrupt_sign: "The notification's sign is wrong",
  unsigned: "The notification has no sign",
  wrong_amount: ({ trueAmount }) => `The notification says that ${trueAmount} was paid`,
  wrong_currency: ({ currency }) => `The notification is in ${currency}`,
  wrong_transaction: ({ transactionId }) => `The notification names the transaction ${transactionId}`,
  other_merchant: "The notification is another merchant's, signed with that merchant's key",
  other_order: ({ orderId }) =>
    `The notification goes to the address of another order${orderId ? `, ${orderId}` : ""}`,
  wrong_token: "The notification goes to an address whose end is altered",
  own_order_id: "The notification of a later cycle comes under an order ID of its own",
  wrong_cycle: ({ count }) =>
    `The notification names ${count === undefined ? "no cycle" : `the cycle ${count}`}`,
  wrong_subscription: ({ subscriptionId }) => `The notification names the subscription ID ${subscriptionId}`,
  succeed_after_fail: ({ seconds }) => `An order that failed is paid ${seconds} s later`,
  fail_after_success: ({ seconds }) => `An order that was paid fails ${seconds} s later`,
  succeed_after_close: ({ seconds }) => `An order that was closed is paid ${seconds} s later`,
  pay_twice: ({ seconds }) => `An order that was paid is paid again ${seconds} s later`,
  decline_first_charge: "The first charge of the subscription is declined for insufficient funds",
  decline_cycle: "Later cycles of the subscription are declined for insufficient funds",
  charge_after_closing: "The next cycle of the subscription is charged although it was closed",
  close_without_charge:
    "The gateway reports the end of the subscription in a notification of its own, without a charge and without a cycle",
  slow_response: ({ seconds }) => `The sale is answered ${seconds} s late`,
  broken_response: ({ as }) => `The sale is answered with ${breakageTexts[as]}`,
  lost_connection: ({ when }) =>
    when === "before"
      ? "The connection is cut before the gateway stores the sale, so the gateway does not know it"
      : "The connection is cut after the gateway stored the sale, so the shop does not learn the outcome",
  duplicate_rejection: "The gateway accepts the sale, and answers that it is a duplicate",
  lost_call: (fault) => `The connection is cut ${fault.when} ${describeCall(fault)} takes effect`,
  broken_reply: (fault) => `The reply to ${describeCall(fault)} ${replyBreakageTexts[fault.as]}`,
  slow_reply: (fault) => `The reply to ${describeCall(fault)} is ${fault.seconds} s late`,
  query_state: ({ state }) => `The reply to a query has the state ${state}`,
  query_amount: ({ trueAmount }) => `The reply to a query says that ${trueAmount} was paid`,
  refuse_refund: "The gateway refuses refunds",
  fail_refund: "The gateway accepts refunds, and they fail",
  slow_refund: ({ seconds }) => `A refund ends ${seconds} s after it is accepted`,
  drop_dispute: "The dispute message is lost on its way",
  duplicate_dispute: ({ copies }) => `The dispute message is sent ${copies} times at once`,
  early_dispute: "A refund ends at once, and its message is sent before the reply to the refund",
};

/** Describes the effect of a fault, as a sentence. */
export function describeFault(fault: Fault): string {
  const effect = effects[fault.kind] as string | ((fault: Fault) => string);
  return `${typeof effect === "string" ? effect : effect(fault)}${describeLimit(fault)}.`;
}

/** Describes how many tries of a message, or attempts to charge, a fault affects. */
function describeLimit({ kind, tries, attempts }: LimitedFault): string {
  if ("tries" in faultSettings[kind]) {
    if (tries === undefined) return ", in every try";
    return tries === 1 ? ", in the first try" : `, in the first ${tries} tries`;
  }
  if (!("attempts" in faultSettings[kind])) return "";
  if (attempts === undefined) return ", in every attempt";
  return attempts === 1 ? ", in the first attempt only" : `, in the first ${attempts} attempts only`;
}

interface LimitedFault {
  readonly kind: FaultKind;
  readonly tries?: number | undefined;
  readonly attempts?: number | undefined;
}

const breakageTexts: Readonly<Record<SaleResponseBreakage, string>> = {
  html: "an HTML page",
  empty: "nothing",
  truncated: "half of its JSON",
  http_500: "HTTP 500",
  redirect: "a redirect",
  not_an_object: "a JSON array",
  unknown_status: "the status 7",
  no_url: "status 1 without an address",
  too_large: "far more than a shop should read",
  endless: "a body that never ends",
};

const replyBreakageTexts: Readonly<Record<(typeof operationReplyBreakages)[number], string>> = {
  html: "is an HTML page",
  unsigned: "has no sign",
  wrong_sign: "has a wrong sign",
  other_order: "names another order",
  no_currency: "has no currency",
};

const callTexts: Readonly<Record<OperationName, string>> = {
  query: "a query",
  cancel: "a cancellation",
  refund: "a refund",
  refund_query: "a refund query",
};

function describeCall({ operation }: { readonly operation?: OperationName | undefined }): string {
  return operation === undefined ? "a call" : callTexts[operation];
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
