import { Injectable } from "@nestjs/common";
import { type BookStatus, type Decision, isPayIndexError, type Work } from "@pay-index/core";
import {
  AdministratorService,
  type ID,
  Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { In } from "typeorm";
import { tenantOf } from "../frozen.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { renewalOf } from "../subscription/renewal-of.ts";
import { type BookShown, type OrderIds, showBook } from "./words.ts";

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
    private readonly payIndex: PayIndexService,
  ) {}

  order(ctx: RequestContext, id: ID): Promise<Order | undefined> {
    return this.orders.findOne(ctx, id, ["channels"]);
  }

  async show(ctx: RequestContext, order: Order): Promise<OrderBookShown> {
    const [book, renewal] = [await this.book(order), await renewalOf(this.connection, ctx, order)];
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

  async queue(ctx: RequestContext): Promise<{ items: readonly Work[]; orderIds: OrderIds }> {
    const all = await this.payIndex.gateway.items(queueLimit);
    const tenant = tenantOf(ctx.channel);
    const items = tenant === "default" ? all : all.filter((item) => item.tenant === tenant);
    const codes = [...new Set(items.map(({ reference }) => reference))];
    return { items, orderIds: await this.idsOf(ctx, codes) };
  }

  async decide(ctx: RequestContext, order: Order, decision: Omit<Decision, "who">): Promise<void> {
    const { payments } = await this.book(order);
    if (!payments.some(({ orderNumber }) => orderNumber === decision.orderNumber))
      throw new UserInputError("error.pay-index-not-of-this-order");
    if (decision.note.trim() === "") throw new UserInputError("error.pay-index-note-missing");
    try {
      await this.payIndex.gateway.decide({ ...decision, who: await this.whoAsks(ctx) });
    } catch (error) {
      if (isPayIndexError(error, "decision_invalid")) throw new UserInputError(error.message);
      throw error;
    }
  }

  async work(order: Order, id: string): Promise<boolean> {
    const { items } = await this.book(order);
    return items.some((item) => item.id === id) && this.payIndex.gateway.work(id);
  }

  private async idsOf(ctx: RequestContext, codes: readonly string[]): Promise<OrderIds> {
    if (codes.length === 0) return new Map();
    const found = await this.connection
      .getRepository(ctx, Order)
      .find({ where: { code: In(codes) }, select: { id: true, code: true } });
    return new Map(found.map(({ id, code }) => [code, id]));
  }

  /** A buyer may have begun in one channel and staff may look from another: the default channel has every order. */
  private async book({ code, channels }: Order): Promise<BookStatus> {
    const books = await Promise.all(
      channels.map((channel) => this.payIndex.gateway.status({ tenant: tenantOf(channel), reference: code })),
    );
    const [most] = books.sort((a, b) => b.payments.length - a.payments.length);
    return {
      ...(most as BookStatus),
      payments: books.flatMap(({ payments }) => payments),
      items: books.flatMap(({ items }) => items),
      placed: books.find(({ placed }) => placed !== undefined)?.placed,
    };
  }

  /** As the timeline names them, long after the account is gone. */
  private async whoAsks(ctx: RequestContext): Promise<string> {
    const { activeUserId } = ctx;
    const who =
      activeUserId === undefined ? undefined : await this.administrators.findOneByUserId(ctx, activeUserId);
    if (who === undefined) return `user ${activeUserId ?? "unknown"}`;
    return `${who.firstName} ${who.lastName} (${who.emailAddress})`.trim().slice(0, 200);
  }
}
