import type { ServerResponse } from "node:http";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Merchant } from "../merchants.ts";
import type { OperationName } from "../operation-names.ts";
import type { Order } from "../orders/order.ts";
import { behaviourOf, type GatewayBehaviour } from "../quirks/quirk.ts";
import { endRefundsEarly } from "../refunds/refunds.ts";
import { maskFields } from "../sale/mask-fields.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import {
  readFormOrEmpty,
  rejectionMessage,
  requireFormMerchant,
  type SaleForm,
} from "../sale-endpoint/sale-checks.ts";
import {
  cutResponse,
  summarizeResponse,
  toJsonResponse,
  type WireResponse,
} from "../sale-endpoint/sale-response.ts";
import { waitWhileOpen } from "../server/wait-while-open.ts";
import type { PostedBody } from "../shop-route.ts";
import { computeOperationSign, isSameSign } from "../signature.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { type OperationCall, type OperationReply, operationPathsAndFields } from "./operation.ts";
import {
  breakReply,
  changeReplyFields,
  changeReplySign,
  filterFaultsForOperation,
} from "./operation-faults.ts";
import { createRejectionReply, signReply } from "./operation-replies.ts";
import { queryOrder } from "./query-order.ts";
import { queryRefund } from "./query-refund.ts";
import { refundOrder } from "./refund-order.ts";

export interface PostedCall extends PostedBody {
  readonly operation: OperationName;
  /** The last part of the path. */
  readonly path: string;
}

interface AcceptedCall {
  readonly operation: OperationName;
  readonly form: SaleForm;
  readonly merchant: Merchant;
  readonly order: Order;
  readonly faults: readonly Fault[];
}

/**
 * Returns the reply to a call: signed, or the envelope of errors if the gateway does not accept it (OPS-REPLY). Checks merchant,
 * signature and order, in this order.
 */
export async function replyToCall(
  posted: PostedCall & { readonly response: ServerResponse },
  core: GatewayCore,
): Promise<WireResponse> {
  const { operation } = posted;
  try {
    const form = readForm(posted.contentType, posted.body);
    const merchant = requireFormMerchant(form);
    const behaviour = core.quirks.of(merchant.id);
    checkPath(posted, behaviour);
    checkOperationSign(operation, form, { merchant, behaviour });
    const order = findOrder(form, merchant, core);
    const faults = filterFaultsForOperation(core.faults.of(order), operation);
    const answer = answerCall({ operation, form, merchant, order, faults }, core);
    if (faults.some(({ kind }) => kind === "early_dispute")) await endRefundsEarly(order, core);
    const slow = faults.find((fault) => fault.kind === "slow_reply");
    if (slow) await waitWhileOpen(core.base, slow.seconds * 1000, posted.response);
    return answer;
  } catch (error) {
    const message = rejectionMessage(error);
    if (message === undefined) throw error;
    return refuseCall(posted, message, core);
  }
}

/** Returns the reply to a call that is not accepted. If it names an order, its timeline lists the call. */
export function refuseCall(
  { operation, path, contentType, body }: PostedCall,
  message: string,
  core: GatewayCore,
): WireResponse {
  const form = readFormOrEmpty(contentType, body);
  const answer = toJsonResponse(createRejectionReply(message), behaviourOf("none"));
  const order = core.orderStore.find(form.get("pay_orderid") ?? "", form.get("pay_memberid") ?? "");
  const says = `The sandbox refused a call of ${path}: ${message}.`;
  if (order) noteCall(order, { operation, form, answer, says }, core);
  else core.log(says);
  return answer;
}

function findOrder(form: SaleForm, merchant: Merchant, { orderStore }: GatewayCore): Order {
  const order = orderStore.find(form.get("pay_orderid") ?? "", merchant.id);
  if (!order) throw new RejectedSaleError("pay_orderid: no such order");
  return order;
}

/** The effect of the call and its place in the timeline are stored together. */
function answerCall({ operation, form, merchant, order, faults }: AcceptedCall, core: GatewayCore) {
  const { orderStore, quirks } = core;
  const behaviour = quirks.of(merchant.id);
  return orderStore.change(order, () => {
    for (const fault of faults) orderStore.noteFault(order, fault);
    if (faults.some((fault) => fault.kind === "lost_call" && fault.when === "before")) {
      const says = "The connection of a call was cut before it took effect.";
      noteCall(order, { operation, form, answer: cutResponse, says }, core);
      return cutResponse;
    }
    const { fields, says } = operations[operation]({ order, form, behaviour, faults }, core);
    const named = changeReplyFields({ memberid: merchant.id, orderid: order.orderId, ...fields }, faults);
    const signed = changeReplySign(signReply(named, merchant), faults);
    const answer = breakReply(toJsonResponse(signed, behaviour), faults);
    noteCall(order, { operation, form, answer, says }, core);
    return answer;
  });
}

/** A total map: an operation without a function does not compile. */
const operations: Readonly<
  Record<OperationName, (call: OperationCall, core: GatewayCore) => OperationReply>
> = {
  query: queryOrder,
  cancel: cancelSubscription,
  refund: refundOrder,
  refund_query: queryRefund,
};

function noteCall(
  order: Order,
  call: { operation: OperationName; form: SaleForm; answer: WireResponse; says: string },
  { orderStore }: GatewayCore,
): void {
  const { operation, form, answer, says } = call;
  const reply = summarizeResponse(answer, 1000);
  const fields = maskCallFields(form);
  orderStore.note(order, { type: "operation_called", operation, fields, ...reply, says });
}

function checkPath({ operation, path }: PostedCall, { calls }: GatewayBehaviour): void {
  if (path === operationPathsAndFields[operation].path || calls === "lenient") return;
  throw new RejectedSaleError(
    `there is no ${path}: call ${operationPathsAndFields[operation].path} (OPS-PATH)`,
  );
}

function checkOperationSign(
  operation: OperationName,
  form: SaleForm,
  { merchant, behaviour }: { merchant: Merchant; behaviour: GatewayBehaviour },
): void {
  const { signedFields, lenientSignedField } = operationPathsAndFields[operation];
  const signs = [computeOperationSign(form, signedFields, merchant.key)];
  if (lenientSignedField && behaviour.calls === "lenient") {
    const signed = new Map([...form, lenientSignedField]);
    signs.push(computeOperationSign(signed, [...signedFields, lenientSignedField[0]], merchant.key));
  }
  const sent = form.get("pay_md5sign") ?? "";
  if (!signs.some((sign) => isSameSign(sent, sign))) {
    throw new RejectedSaleError("pay_md5sign: signature verification failed (OPS-SIGN)");
  }
}

/** The numbers of transactions and refunds are the gateway's own. Some look like card numbers. */
function maskCallFields(form: SaleForm): Readonly<Record<string, string>> {
  const own = [...form].filter(
    ([name, value]) => /^(transaction_id|refund_orderid)$/.test(name) && /^\d{12}$/.test(value),
  );
  return { ...maskFields(form), ...Object.fromEntries(own) };
}
