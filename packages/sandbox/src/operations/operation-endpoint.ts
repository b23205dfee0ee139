import type { ServerResponse } from "node:http";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Merchant } from "../merchants.ts";
import type { OperationName } from "../operation-names.ts";
import type { Order } from "../orders/order.ts";
import type { OrderOutcomes } from "../outcomes/order-outcomes.ts";
import { behaviourByQuirkProfile, type GatewayBehaviour } from "../quirks/quirk.ts";
import type { Refunds } from "../refunds/refunds.ts";
import { maskFields } from "../sale/mask-fields.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import {
  readFormOrEmpty,
  rejectionMessage,
  requireFormMerchant,
  type SaleForm,
} from "../sale-endpoint/sale-checks.ts";
import { summarizeResponse, toJsonResponse, type WireResponse } from "../sale-endpoint/sale-response.ts";
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

export interface OperationEndpointDependencies extends GatewayCore {
  readonly refunds: Refunds;
  readonly outcomes: OrderOutcomes;
}

export interface PostedCall extends PostedBody {
  /** The last part of the path. */
  readonly path: string;
}

interface AcceptedCall {
  readonly form: SaleForm;
  readonly merchant: Merchant;
  readonly order: Order;
  readonly faults: readonly Fault[];
}

/** Replies to the calls that are no sales. Checks merchant, signature and order, in this order. */
export class OperationEndpoint {
  readonly #options: OperationEndpointDependencies;

  constructor(options: OperationEndpointDependencies) {
    this.#options = options;
  }

  /** Returns the reply to a call: signed, or the envelope of errors if the gateway does not accept it (OPS-REPLY). */
  async call(
    operation: OperationName,
    posted: PostedCall & { readonly response: ServerResponse },
  ): Promise<WireResponse> {
    try {
      const form = readForm(posted.contentType, posted.body);
      const merchant = requireFormMerchant(form);
      const behaviour = this.#options.quirks.of(merchant.id);
      checkPath(operation, posted, behaviour);
      checkOperationSign(operation, form, { merchant, behaviour });
      const order = this.#findOrder(form, merchant);
      const faults = filterFaultsForOperation(this.#options.faults.of(order), operation);
      const answer = this.#answer(operation, { form, merchant, order, faults });
      await this.#delay(order, faults, posted.response);
      return answer;
    } catch (error) {
      const message = rejectionMessage(error);
      if (message === undefined) throw error;
      return this.refuse(operation, posted, message);
    }
  }

  /** Returns the reply to a call that is not accepted. If it names an order, its timeline lists the call. */
  refuse(operation: OperationName, { path, contentType, body }: PostedCall, message: string): WireResponse {
    const { orderStore, log } = this.#options;
    const form = readFormOrEmpty(contentType, body);
    const answer = toJsonResponse(createRejectionReply(message), behaviourByQuirkProfile.none);
    const order = orderStore.find(form.get("pay_orderid") ?? "", form.get("pay_memberid") ?? "");
    const says = `The sandbox refused a call of ${path}: ${message}.`;
    if (order) this.#note(order, { operation, form, answer, says });
    else log(says);
    return answer;
  }

  #findOrder(form: SaleForm, merchant: Merchant): Order {
    const order = this.#options.orderStore.find(form.get("pay_orderid") ?? "", merchant.id);
    if (!order) throw new RejectedSaleError("pay_orderid: no such order");
    return order;
  }

  /** The effect of the call and its place in the timeline are stored together. */
  #answer(operation: OperationName, call: AcceptedCall): WireResponse {
    const { form, merchant, order, faults } = call;
    const { orderStore, quirks } = this.#options;
    const behaviour = quirks.of(merchant.id);
    return orderStore.change(order, () => {
      for (const fault of faults) orderStore.noteFault(order, fault);
      if (faults.some((fault) => fault.kind === "lost_call" && fault.when === "before")) {
        const says = "The connection of a call was cut before it took effect.";
        this.#note(order, { operation, form, answer: { kind: "cut" }, says });
        return { kind: "cut" };
      }
      const { fields, says } = this.#run(operation, { order, form, behaviour, faults });
      const named = changeReplyFields({ memberid: merchant.id, orderid: order.orderId, ...fields }, faults);
      const signed = changeReplySign(signReply(named, merchant), faults);
      const answer = breakReply(toJsonResponse(signed, behaviour), faults);
      this.#note(order, { operation, form, answer, says });
      return answer;
    });
  }

  async #delay(order: Order, faults: readonly Fault[], response: ServerResponse): Promise<void> {
    const { refunds, base } = this.#options;
    if (faults.some(({ kind }) => kind === "early_dispute")) await refunds.endEarly(order);
    const slow = faults.find((fault) => fault.kind === "slow_reply");
    if (slow) await waitWhileOpen(base, slow.seconds * 1000, response);
  }

  #run(operation: OperationName, call: OperationCall): OperationReply {
    switch (operation) {
      case "query":
        return queryOrder(call, this.#options.refunds);
      case "cancel":
        return cancelSubscription(call, this.#options);
      case "refund":
        return refundOrder(call, this.#options.refunds);
      case "refund_query":
        return queryRefund(call, this.#options.refunds);
    }
  }

  #note(
    order: Order,
    parts: { operation: OperationName; form: SaleForm; answer: WireResponse; says: string },
  ): void {
    const { operation, form, answer, says } = parts;
    const reply = summarizeResponse(answer, 1000);
    const fields = maskCallFields(form);
    this.#options.orderStore.note(order, { type: "operation_called", operation, fields, ...reply, says });
  }
}

function checkPath(operation: OperationName, { path }: PostedCall, { calls }: GatewayBehaviour): void {
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
