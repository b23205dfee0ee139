import { Injectable } from "@nestjs/common";
import { type Decision, isPayIndexError, type Operator, type RetryResult, type Work } from "@pay-index/core";
import {
  AdministratorService,
  type ID,
  Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { type FindOptionsWhere, In } from "typeorm";
import { tenantOf } from "../frozen.ts";
import { OrderBooks } from "../order-books.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { type BookShown, type OrderIds, showBook, toEnum } from "./words.ts";

/** A book as it stands on the page of an order, which may be a renewal and have none of its own. */
export interface OrderBookShown extends BookShown {
  readonly renewalOf:
    | { readonly cycle: number; readonly orderCode: string; readonly orderId: ID | undefined }
    | undefined;
}

/** More than staff can look at. */
const queueLimit = 1000;

/** The ledger, as far as a member of staff may see it: the orders of the channel at hand. */
@Injectable()
export class StaffBooks {
  constructor(
    private readonly orders: OrderService,
    private readonly administrators: AdministratorService,
    private readonly connection: TransactionalConnection,
    private readonly books: OrderBooks,
    private readonly payIndex: PayIndexService,
  ) {}

  order(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, ["channels"]);
  }

  async show(ctx: RequestContext, order: Order): Promise<OrderBookShown> {
    const [book, renewal] = [await this.books.of(order), await this.books.renewalOf(ctx, order)];
    const cycles = book.payments.flatMap(({ subscription }) => subscription?.cycles ?? []);
    const codes = cycles.flatMap(({ placed }) => placed?.id ?? []);
    const orderIds = await this.idsOf(ctx, renewal === undefined ? codes : [...codes, renewal.firstOrder]);
    const first = renewal && {
      cycle: renewal.cycle,
      orderCode: renewal.firstOrder,
      orderId: orderIds.get(renewal.firstOrder),
    };
    return { ...showBook(book, orderIds), renewalOf: first };
  }

  async queue(ctx: RequestContext, kind?: string): Promise<{ items: readonly Work[]; orderIds: OrderIds }> {
    for (let limit = queueLimit; ; limit *= 4) {
      const all = await this.payIndex.gateway.items(limit);
      const { items, orderIds } = await this.inChannel(
        ctx,
        all.filter((item) => (kind ?? toEnum(item.kind)) === toEnum(item.kind)),
      );
      // What is wanted may wait behind any number of other things.
      if (all.length < limit || items.length >= queueLimit)
        return { items: items.slice(0, queueLimit), orderIds };
    }
  }

  /** Those of orders in the channel at hand; in the default channel also those of orders that are gone. */
  private async inChannel(ctx: RequestContext, items: readonly Work[]) {
    const codes = [...new Set(items.map(({ reference }) => reference))];
    const isDefault = tenantOf(ctx.channel) === "default";
    const orderIds = await this.idsOf(ctx, codes, isDefault ? {} : { channels: { id: ctx.channelId } });
    return { items: isDefault ? items : items.filter(({ reference }) => orderIds.has(reference)), orderIds };
  }

  async decide(ctx: RequestContext, order: Order, decision: Omit<Decision, "operator">): Promise<void> {
    const { payments } = await this.books.of(order, { orderNumber: decision.orderNumber });
    if (!payments.some(({ orderNumber }) => orderNumber === decision.orderNumber))
      throw new UserInputError("error.pay-index-not-of-this-order");
    if (decision.note.trim() === "") throw new UserInputError("error.pay-index-note-missing");
    const operator = await this.operator(ctx);
    await refusedAsInput(this.payIndex.gateway.decide({ ...decision, operator }));
  }

  async work(ctx: RequestContext, order: Order, id: string): Promise<RetryResult> {
    const { items } = await this.books.of(order);
    if (!items.some((item) => item.id === id)) return { outcome: "not-run" };
    const operator = await this.operator(ctx);
    return refusedAsInput(this.payIndex.gateway.work(id, { operator }));
  }

  private async idsOf(
    ctx: RequestContext,
    codes: readonly string[],
    where: FindOptionsWhere<Order> = {},
  ): Promise<OrderIds> {
    const ids = new Map<string, ID>();
    // Databases take a limited number of parameters in a statement.
    for (let first = 0; first < codes.length; first += queueLimit) {
      const code = In(codes.slice(first, first + queueLimit));
      const found = await this.connection
        .getRepository(ctx, Order)
        .find({ where: { ...where, code }, select: { id: true, code: true } });
      for (const order of found) ids.set(order.code, order.id);
    }
    return ids;
  }

  /** By the id of the user, which never changes. The name is the one of this moment. */
  private async operator(ctx: RequestContext): Promise<Operator> {
    const { activeUserId } = ctx;
    // Without a login, as with `disableAuth`, core refuses the empty id.
    if (activeUserId === undefined) return { id: "" };
    const found = await this.administrators.findOneByUserId(ctx, activeUserId);
    return { id: String(activeUserId), name: found ? `${found.firstName} ${found.lastName}` : "" };
  }
}

async function refusedAsInput<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (isPayIndexError(error, "decision_invalid")) throw new UserInputError(error.message);
    throw error;
  }
}
