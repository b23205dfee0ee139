import { Injectable } from "@nestjs/common";
import { fromAmountText, type Money, type ReviewResolutionRequest } from "@pay-index/core";
import { findUnnamedOperators, type RetryResult, withOperatorLabels } from "@pay-index/core/adapter";
import {
  type ID,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { type CancellationView, toCancellationView } from "../cancellation-view.ts";
import { paymentKeyOfOrder, tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { OrderPaymentReader } from "../order-payment-reader.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { OperatorLookup, rethrowAsUserInputError } from "./operator-lookup.ts";
import { OrderSummaries, type OrderSummary } from "./order-summaries.ts";
import { type PaymentView, toPaymentView } from "./staff-views.ts";

/** The payment on the page of an order. A renewal has no payment of its own. */
export interface OrderPaymentView extends PaymentView {
  readonly renewalOf:
    | { readonly cycle: number; readonly orderCode: string; readonly orderId: ID | undefined }
    | undefined;
  /** Undefined if the signed-in user may not read orders. */
  readonly order: OrderSummary | undefined;
}

/** A recorded refund. The amount is decimal text. */
export interface RecordedRefundInput {
  readonly amount: string;
  readonly currencyCode?: string | null;
  readonly reference: string;
}

export interface OperatorActionInput extends Omit<ReviewResolutionRequest, "operator" | "refund"> {
  readonly refund?: RecordedRefundInput;
}

/** The payments of orders in the current channel, for staff. */
@Injectable()
export class StaffPayments {
  constructor(
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly payments: OrderPaymentReader,
    private readonly payIndex: PayIndexService,
    private readonly operators: OperatorLookup,
    private readonly summaries: OrderSummaries,
  ) {}

  order(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, ["channels"]);
  }

  async show(ctx: RequestContext, order: Order): Promise<OrderPaymentView> {
    const found = await this.payments.of(order);
    const payment = withOperatorLabels(found, await this.operators.emails(ctx, findUnnamedOperators(found)));
    const renewal = await this.payments.renewalOf(ctx, order);
    const cycles = payment.attempts.flatMap(({ subscription }) => subscription?.cycles ?? []);
    const codes = cycles.flatMap(({ placedOrder }) => placedOrder?.id ?? []);
    const shown = renewal === undefined ? codes : [...codes, renewal.firstOrder];
    const orderIds = await this.summaries.idsOf(ctx, shown);
    const { summary } = (await this.summaries.of(ctx, [order.code])).get(order.code) ?? {};
    const first = renewal && {
      cycle: renewal.cycle,
      orderCode: renewal.firstOrder,
      orderId: orderIds.get(renewal.firstOrder),
    };
    const around = { orderIds, channelCodes: await this.channelCodes() };
    return { ...toPaymentView(payment, around), renewalOf: first, order: summary };
  }

  /** @throws UserInputError if the action cannot be recorded */
  async resolve(ctx: RequestContext, order: Order, { refund, ...input }: OperatorActionInput): Promise<void> {
    const { attempts } = await this.payments.of(order, { attemptId: input.attemptId });
    const attempt = attempts.find(({ attemptId }) => attemptId === input.attemptId);
    if (attempt === undefined) throw new UserInputError("error.pay-index-not-of-this-order");
    const operator = await this.operators.of(ctx);
    const { gateway } = this.payIndex;
    if (refund === undefined)
      return rethrowAsUserInputError(gateway.resolveReviewItem({ ...input, operator }));
    const amount = parseRefundAmount(refund, attempt.amount);
    const resolution = { ...input, operator, refund: { amount, reference: refund.reference } };
    return rethrowAsUserInputError(gateway.resolveReviewItem(resolution));
  }

  async retry(ctx: RequestContext, order: Order, id: string): Promise<RetryResult> {
    const { reviewItems } = await this.payments.of(order);
    if (!reviewItems.some((item) => item.id === id)) return { outcome: "not-run" };
    const operator = await this.operators.of(ctx);
    return rethrowAsUserInputError(this.payIndex.gateway.retryReviewItem(id, { operator }));
  }

  /** @throws UserInputError if the order has no such attempt, or the subscription cannot be cancelled */
  async cancel(ctx: RequestContext, order: Order, attemptId: string): Promise<CancellationView> {
    const by = await this.operators.of(ctx);
    const request = { ...paymentKeyOfOrder(order), attemptId, by };
    return toCancellationView(
      await rethrowAsUserInputError(this.payIndex.gateway.cancelSubscription(request)),
    );
  }

  private async channelCodes(): Promise<ReadonlyMap<string, string>> {
    const channels = await findChannelsWithZones(this.connection);
    return new Map(channels.map((channel) => [tenantOfChannel(channel), channel.code]));
  }
}

/** @throws UserInputError if the text is not an amount of this currency */
function parseRefundAmount({ amount, currencyCode }: RecordedRefundInput, { currency }: Money): Money {
  const ofRefund = currencyCode ?? currency;
  try {
    return fromAmountText(amount.trim(), ofRefund);
  } catch {
    throw new UserInputError("error.pay-index-refund-amount", { currency: ofRefund });
  }
}
