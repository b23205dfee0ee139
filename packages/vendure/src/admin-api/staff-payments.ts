import { Injectable } from "@nestjs/common";
import { fromAmountText, type Money, type ReviewResolution } from "@pay-index/core";
import { findUnnamedOperators, type RetryResult, withOperatorLabels } from "@pay-index/core/adapter";
import {
  type ID,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { tenantOf } from "../checkout-snapshot.ts";
import { findChannels } from "../find-channels.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { PaymentLookup } from "../payment-lookup.ts";
import { OperatorLookup, rethrowAsUserInputError } from "./operator-lookup.ts";
import { OrderSummaries, type OrderSummary } from "./order-summaries.ts";
import { type PaymentView, toPaymentView } from "./views.ts";

/** A book as it stands on the page of an order, which may be a renewal and have none of its own. */
export interface OrderPaymentView extends PaymentView {
  readonly renewalOf:
    | { readonly cycle: number; readonly orderCode: string; readonly orderId: ID | undefined }
    | undefined;
  /** Undefined: this member of staff may not read orders. */
  readonly order: OrderSummary | undefined;
}

/** What staff tell of a refund. The amount is decimal text. */
export interface RefundInput {
  readonly amount: string;
  readonly currencyCode?: string | null;
  readonly reference: string;
}

export interface OperatorActionInput extends Omit<ReviewResolution, "operator" | "refund"> {
  readonly refund?: RefundInput;
}

/** The engine, as far as a member of staff may see it: the orders of the channel at hand. */
@Injectable()
export class StaffPayments {
  constructor(
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly books: PaymentLookup,
    private readonly payIndex: PayIndexService,
    private readonly operators: OperatorLookup,
    private readonly summaries: OrderSummaries,
  ) {}

  order(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, ["channels"]);
  }

  async show(ctx: RequestContext, order: Order): Promise<OrderPaymentView> {
    const found = await this.books.of(order);
    const book = withOperatorLabels(found, await this.operators.emails(ctx, findUnnamedOperators(found)));
    const renewal = await this.books.renewalOf(ctx, order);
    const cycles = book.attempts.flatMap(({ subscription }) => subscription?.cycles ?? []);
    const codes = cycles.flatMap(({ placed }) => placed?.id ?? []);
    const shown = renewal === undefined ? codes : [...codes, renewal.firstOrder];
    const orderIds = await this.summaries.idsOf(ctx, shown);
    const { summary } = (await this.summaries.of(ctx, [order.code])).get(order.code) ?? {};
    const first = renewal && {
      cycle: renewal.cycle,
      orderCode: renewal.firstOrder,
      orderId: orderIds.get(renewal.firstOrder),
    };
    const around = { orderIds, channelCodes: await this.channelCodes() };
    return { ...toPaymentView(book, around), renewalOf: first, order: summary };
  }

  /** @throws UserInputError for a decision that cannot be recorded */
  async decide(ctx: RequestContext, order: Order, { refund, ...told }: OperatorActionInput): Promise<void> {
    const { attempts } = await this.books.of(order, { attemptId: told.attemptId });
    const attempt = attempts.find(({ attemptId }) => attemptId === told.attemptId);
    if (attempt === undefined) throw new UserInputError("error.pay-index-not-of-this-order");
    if (told.note.trim() === "") throw new UserInputError("error.pay-index-note-missing");
    const operator = await this.operators.of(ctx);
    const { gateway } = this.payIndex;
    if (refund === undefined)
      return rethrowAsUserInputError(gateway.resolveReviewItem({ ...told, operator }));
    const money = parseRefundAmount(refund, attempt.amount);
    const decision = { ...told, operator, refund: { money, reference: refund.reference } };
    return rethrowAsUserInputError(gateway.resolveReviewItem(decision));
  }

  async work(ctx: RequestContext, order: Order, id: string): Promise<RetryResult> {
    const { reviewItems } = await this.books.of(order);
    if (!reviewItems.some((item) => item.id === id)) return { outcome: "not-run" };
    const operator = await this.operators.of(ctx);
    return rethrowAsUserInputError(this.payIndex.gateway.retryReviewItem(id, { operator }));
  }

  private async channelCodes(): Promise<ReadonlyMap<string, string>> {
    const channels = await findChannels(this.connection);
    return new Map(channels.map((channel) => [tenantOf(channel), channel.code]));
  }
}

/** @throws UserInputError for what is no amount of this currency */
function parseRefundAmount({ amount, currencyCode }: RefundInput, { currency }: Money): Money {
  const ofRefund = currencyCode ?? currency;
  try {
    return fromAmountText(amount.trim(), ofRefund);
  } catch {
    throw new UserInputError("error.pay-index-refund-amount", { currency: ofRefund });
  }
}
