import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import {
  type CreateRefundResult,
  type ID,
  type Order,
  type Payment,
  type RequestContext,
  type RuntimeVendureConfig,
  UserInputError,
} from "@vendure/core";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { areGatewayRefundsEnabled, type CheckedOptions, pluginOptionsToken } from "../options.ts";
import { PendingRefunds } from "./pending-refunds.ts";
import type { RefundMetadata } from "./refund-marker.ts";
import { toRefundMoney } from "./refund-money.ts";

/** Vendure moves each refund of a handler to the handler's state, also to the state that it has. */
export const allowPendingRefundProcess: RefundProcess = {
  transitions: { Pending: { to: ["Pending"] } },
};

/** Vendure does not export this type. */
type RefundProcess = NonNullable<RuntimeVendureConfig["paymentOptions"]["refundProcess"]>[number];

interface NewRefund {
  /** In Vendure's integers. */
  readonly amount: number;
  readonly order: Order;
  readonly payment: Payment;
}

/** The payments for which a client's request created refunds. */
const paymentsOfRequests = new WeakMap<object, Set<ID>>();

const recording = new AsyncLocalStorage<true>();

/** Runs a function that adds refunds which the gateway already made: none of them goes to the gateway again. */
export function runWithoutSubmittingRefunds<Result>(work: () => Promise<Result>): Promise<Result> {
  return recording.run(true, work);
}

/** Returns the payments for which a client's request created refunds, and forgets them. */
export function takePaymentsRefundedByRequest(req: object): readonly ID[] {
  const payments = [...(paymentsOfRequests.get(req) ?? [])];
  paymentsOfRequests.delete(req);
  return payments;
}

/** Creates Vendure's refunds that go through the gateway. */
@Injectable()
export class PendingRefundCreator {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly payable: CheckoutOrderReader,
    private readonly pending: PendingRefunds,
  ) {}

  /**
   * Returns a pending refund with a marker. Vendure calls this in its transaction, so the refund is submitted after the
   * commit: if Vendure rolls back, the gateway never hears of it. Undefined if staff settle the refund.
   *
   * @throws UserInputError if the currency does not have this amount
   */
  async create(
    ctx: RequestContext,
    { amount, order, payment }: NewRefund,
  ): Promise<CreateRefundResult | undefined> {
    const isOurs = "attemptId" in payment.metadata && areGatewayRefundsEnabled(this.options);
    if (!isOurs || recording.getStore() === true) return undefined;
    const { currencyCode: currency } = order;
    const money = toRefundMoney({ amount, payment, currency, precision: this.payable.precision });
    if (money === undefined) throw new UserInputError("error.pay-index-refund-fraction", { currency });
    if (ctx.req !== undefined)
      paymentsOfRequests.set(ctx.req, (paymentsOfRequests.get(ctx.req) ?? new Set()).add(payment.id));
    const idempotencyKey = `vendure-${randomUUID()}`;
    await this.pending.add(ctx, payment, idempotencyKey);
    const { channelId } = ctx;
    const metadata: RefundMetadata = { payIndex: { idempotencyKey, amount: money, channelId } };
    return { state: "Pending", metadata };
  }
}
