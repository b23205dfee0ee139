import type { Fault, FaultScope, SaleResponseBreakage } from "./fault.ts";
import { describeOperationFault } from "./operation-fault-text.ts";
import { describeTries } from "./tries-text.ts";

/** Describes the effect of a fault, as a sentence. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case "duplicate":
      return `The notification is sent ${fault.copies} times${fault.together ? ", all released in one moment" : " at once"}.`;
    case "delay":
      return `The notification is sent ${fault.seconds} s late.`;
    case "reorder":
      return "The notification waits until the next one has been answered, for 60 s at most.";
    case "drop":
      return `The notification is lost on its way${describeTries(fault.tries)}.`;
    case "corrupt_sign":
      return `The notification's sign is wrong${describeTries(fault.tries)}.`;
    case "unsigned":
      return `The notification has no sign${describeTries(fault.tries)}.`;
    case "wrong_amount":
      return `The notification says that ${fault.trueAmount} was paid${describeTries(fault.tries)}.`;
    case "wrong_currency":
      return `The notification is in ${fault.currency}${describeTries(fault.tries)}.`;
    case "wrong_transaction":
      return `The notification names the transaction ${fault.transactionId}${describeTries(fault.tries)}.`;
    case "other_merchant":
      return `The notification is another merchant's, signed with that merchant's key${describeTries(fault.tries)}.`;
    case "other_order":
      return `The notification goes to the address of another order${fault.orderId ? `, ${fault.orderId}` : ""}${describeTries(fault.tries)}.`;
    case "wrong_token":
      return `The notification goes to an address whose end is altered${describeTries(fault.tries)}.`;
    case "own_order_id":
      return `The notification of a later cycle comes under an order ID of its own${describeTries(fault.tries)}.`;
    case "wrong_cycle":
      return `The notification names ${fault.count === undefined ? "no cycle" : `the cycle ${fault.count}`}${describeTries(fault.tries)}.`;
    case "wrong_subscription":
      return `The notification names the subscription ID ${fault.subscriptionId}${describeTries(fault.tries)}.`;
    case "succeed_after_fail":
      return `An order that failed is paid ${fault.seconds} s later.`;
    case "fail_after_success":
      return `An order that was paid fails ${fault.seconds} s later.`;
    case "succeed_after_close":
      return `An order that was closed is paid ${fault.seconds} s later.`;
    case "pay_twice":
      return `An order that was paid is paid again ${fault.seconds} s later.`;
    case "decline_first_charge":
      return `The first charge of the subscription is declined for insufficient funds${describeAttempts(fault)}.`;
    case "decline_cycle":
      return `Later cycles of the subscription are declined for insufficient funds${describeAttempts(fault)}.`;
    case "charge_after_closing":
      return "The next cycle of the subscription is charged although it was closed.";
    case "close_without_charge":
      return "The gateway reports the end of the subscription in a notification of its own, without a charge and without a cycle.";
    case "slow_response":
      return `The sale is answered ${fault.seconds} s late.`;
    case "broken_response":
      return `The sale is answered with ${breakageTexts[fault.as]}.`;
    case "lost_connection":
      return fault.when === "before"
        ? "The connection is cut before the gateway stores the sale, so the gateway does not know it."
        : "The connection is cut after the gateway stored the sale, so the shop does not learn the outcome.";
    case "duplicate_rejection":
      return "The gateway accepts the sale, and answers that it is a duplicate.";
    default:
      return describeOperationFault(fault);
  }
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

function describeAttempts({ attempts }: { readonly attempts?: number | undefined }): string {
  if (attempts === undefined) return ", in every attempt";
  return attempts === 1 ? ", in the first attempt only" : `, in the first ${attempts} attempts only`;
}
