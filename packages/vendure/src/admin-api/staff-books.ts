import { Injectable } from "@nestjs/common";
import {
  type Decision,
  fromAmountText,
  type Money,
  namelessOperators,
  type RetryResult,
  withOperatorLabels,
} from "@pay-index/core";
import {
  type ID,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { findChannels } from "../channels.ts";
import { tenantOf } from "../frozen.ts";
import { OrderBooks } from "../order-books.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { Operators, refusedAsInput } from "./operators.ts";
import { OrderSummaries, type OrderSummary } from "./order-summaries.ts";
import { type BookShown, showBook } from "./words.ts";

/** A book as it stands on the page of an order, which may be a renewal and have none of its own. */
export interface OrderBookShown extends BookShown {
  readonly renewalOf:
    | { readonly cycle: number; readonly orderCode: string; readonly orderId: ID | undefined }
    | undefined;
  /** Undefined: this member of staff may not read orders. */
  readonly order: OrderSummary | undefined;
}

/** What staff tell of a refund. The amount is decimal text. */
export interface RefundTold {
  readonly amount: string;
  readonly currencyCode?: string | null;
  readonly reference: string;
}

export interface DecisionTold extends Omit<Decision, "operator" | "refund"> {
  readonly refund?: RefundTold;
}

/** The ledger, as far as a member of staff may see it: the orders of the channel at hand. */
@Injectable()
export class StaffBooks {
  constructor(
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly books: OrderBooks,
    private readonly payIndex: PayIndexService,
    private readonly operators: Operators,
    private readonly summaries: OrderSummaries,
  ) {}

  order(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, ["channels"]);
  }

  async show(ctx: RequestContext, order: Order): Promise<OrderBookShown> {
    const found = await this.books.of(order);
    const book = withOperatorLabels(found, await this.operators.emails(ctx, namelessOperators(found)));
    const renewal = await this.books.renewalOf(ctx, order);
    const cycles = book.payments.flatMap(({ subscription }) => subscription?.cycles ?? []);
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
    return { ...showBook(book, around), renewalOf: first, order: summary };
  }

  /** @throws UserInputError for a decision that cannot be recorded */
  async decide(ctx: RequestContext, order: Order, { refund, ...told }: DecisionTold): Promise<void> {
    const { payments } = await this.books.of(order, { orderNumber: told.orderNumber });
    const attempt = payments.find(({ orderNumber }) => orderNumber === told.orderNumber);
    if (attempt === undefined) throw new UserInputError("error.pay-index-not-of-this-order");
    if (told.note.trim() === "") throw new UserInputError("error.pay-index-note-missing");
    const operator = await this.operators.of(ctx);
    const { gateway } = this.payIndex;
    if (refund === undefined) return refusedAsInput(gateway.decide({ ...told, operator }));
    const money = refundMoney(refund, attempt.money);
    const decision = { ...told, operator, refund: { money, reference: refund.reference } };
    return refusedAsInput(gateway.decide(decision));
  }

  async work(ctx: RequestContext, order: Order, id: string): Promise<RetryResult> {
    const { items } = await this.books.of(order);
    if (!items.some((item) => item.id === id)) return { outcome: "not-run" };
    const operator = await this.operators.of(ctx);
    return refusedAsInput(this.payIndex.gateway.work(id, { operator }));
  }

  private async channelCodes(): Promise<ReadonlyMap<string, string>> {
    const channels = await findChannels(this.connection);
    return new Map(channels.map((channel) => [tenantOf(channel), channel.code]));
  }
}

/** @throws UserInputError for what is no amount of this currency */
function refundMoney({ amount, currencyCode }: RefundTold, { currency }: Money): Money {
  const ofRefund = currencyCode ?? currency;
  try {
    return fromAmountText(amount.trim(), ofRefund);
  } catch {
    throw new UserInputError("error.pay-index-refund-amount", { currency: ofRefund });
  }
}
