import type { Merchant } from "../merchants.ts";
import type { Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { type GatewayBehaviour, quirkBehaviours } from "../quirks/quirk.ts";
import type { QuirkSettings } from "../quirks/quirk-settings.ts";
import { maskFields } from "../sale/mask-fields.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import {
  findFormMerchant,
  rejectionMessage,
  type SaleForm,
  tryReadForm,
} from "../sale-endpoint/sale-checks.ts";
import { summarizeResponse, type WireResponse } from "../sale-endpoint/sale-response.ts";
import { computeOperationSign, isSameSign } from "../signature.ts";
import { type CancelDependencies, cancelSubscription } from "./cancel-subscription.ts";
import { type OperationCall, type OperationName, type OperationReply, operations } from "./operation.ts";
import { rejectCall, signReply, toOperationResponse } from "./operation-wire.ts";
import { queryOrder } from "./query-order.ts";

export interface OperationEndpointDependencies extends CancelDependencies {
  readonly orderStore: OrderStore;
  readonly quirks: QuirkSettings;
  readonly log: (line: string) => void;
}

export interface PostedCall {
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** Replies to the calls that are no sales. Checks merchant, signature and order, in this order. */
export class OperationEndpoint {
  readonly #options: OperationEndpointDependencies;

  constructor(options: OperationEndpointDependencies) {
    this.#options = options;
  }

  /** Returns the reply to a call: signed, or the envelope of errors if the gateway does not accept it (OPS-REPLY). */
  async call(operation: OperationName, { contentType, body }: PostedCall): Promise<WireResponse> {
    try {
      const form = readForm(contentType, body);
      const merchant = findFormMerchant(form);
      checkOperationSign(operation, form, { merchant, behaviour: this.#options.quirks.of(merchant.id) });
      return this.#answer(operation, { form, merchant, order: this.#findOrder(form, merchant) });
    } catch (error) {
      const message = rejectionMessage(error);
      if (message === undefined) throw error;
      return this.refuse(operation, { contentType, body }, message);
    }
  }

  /** Returns the reply to a call that is not accepted. If it names an order, its timeline lists the call. */
  refuse(operation: OperationName, { contentType, body }: PostedCall, message: string): WireResponse {
    const { orderStore, log } = this.#options;
    const form = tryReadForm(contentType, body);
    const answer = toOperationResponse(rejectCall(message), quirkBehaviours.none);
    const order = orderStore.find(form.get("pay_orderid") ?? "", form.get("pay_memberid") ?? "");
    const says = `The sandbox refused a call of ${operations[operation].path}: ${message}.`;
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
  #answer(
    operation: OperationName,
    { form, merchant, order }: { form: SaleForm; merchant: Merchant; order: Order },
  ): WireResponse {
    const { orderStore, quirks } = this.#options;
    const behaviour = quirks.of(merchant.id);
    return orderStore.change(order, () => {
      const { fields, says } = this.#run(operation, { order, form, behaviour });
      const named = { memberid: merchant.id, orderid: order.orderId, ...fields };
      const answer = toOperationResponse(signReply(named, merchant), behaviour);
      this.#note(order, { operation, form, answer, says });
      return answer;
    });
  }

  #run(operation: OperationName, call: OperationCall): OperationReply {
    switch (operation) {
      case "query":
        return queryOrder(call);
      case "cancel":
        return cancelSubscription(call, this.#options);
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

function checkOperationSign(
  operation: OperationName,
  form: SaleForm,
  { merchant, behaviour }: { merchant: Merchant; behaviour: GatewayBehaviour },
): void {
  const { signedFields, lenientSignedFields } = operations[operation];
  const accepted = [signedFields];
  if (lenientSignedFields && behaviour.calls === "lenient") accepted.push(lenientSignedFields);
  const sign = form.get("pay_md5sign") ?? "";
  if (!accepted.some((fields) => isSameSign(sign, computeOperationSign(form, fields, merchant.key)))) {
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
