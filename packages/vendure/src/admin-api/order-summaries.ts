import { Injectable } from "@nestjs/common";
import {
  type ID,
  Order,
  type OrderLine,
  Permission,
  type RequestContext,
  TransactionalConnection,
  TranslatorService,
} from "@vendure/core";
import { type FindManyOptions, type FindOptionsWhere, ILike, In } from "typeorm";
import { billingOrShippingAddressOf } from "../sale-parts.ts";

/** The buyer and the goods of an order, as Vendure has them now. */
export interface OrderSummary {
  readonly code: string;
  /** In Vendure's integers, with tax. */
  readonly totalWithTax: number;
  readonly currencyCode: string;
  readonly buyer: { readonly name: string; readonly emailAddress?: string; readonly phoneNumber?: string };
  readonly lines: readonly { readonly name: string; readonly sku: string; readonly quantity: number }[];
}

export interface OrderIdAndSummary {
  readonly id: ID;
  /** Undefined if the signed-in user may not read orders. */
  readonly summary: OrderSummary | undefined;
}

/** Orders by their codes. */
export type OrdersByCode = ReadonlyMap<string, OrderIdAndSummary>;

/** Databases take a limited number of parameters in a statement. */
const maxCodesPerQuery = 1000;

/** The number of references that core searches at most. */
const maxOrdersPerSearch = 100;

/** Reads orders for staff pages. The plugin stores nothing of them. */
@Injectable()
export class OrderSummaries {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly translator: TranslatorService,
  ) {}

  /** Whether the signed-in user may read buyers and goods. Vendure requires the same permission. */
  mayRead(ctx: RequestContext): boolean {
    return ctx.userHasPermissions([Permission.ReadOrder]);
  }

  /** Reads the orders of a page of the queue with one query. */
  async of(ctx: RequestContext, codes: readonly string[]): Promise<OrdersByCode> {
    if (!this.mayRead(ctx)) {
      const ids = await this.idsOf(ctx, codes);
      return new Map([...ids].map(([code, id]) => [code, { id, summary: undefined }]));
    }
    const orders = await this.find(ctx, codes, {
      relations: { customer: true, lines: { productVariant: true } },
    });
    return new Map(orders.map((order) => [order.code, { id: order.id, summary: this.summary(ctx, order) }]));
  }

  /** Returns the ids of orders by their codes. */
  async idsOf(
    ctx: RequestContext,
    codes: readonly string[],
    where: FindOptionsWhere<Order> = {},
  ): Promise<ReadonlyMap<string, ID>> {
    const orders = await this.find(ctx, codes, { where, select: { id: true, code: true } });
    return new Map(orders.map(({ id, code }) => [code, id]));
  }

  /** Returns the codes of those orders whose buyer's e-mail address contains the text. */
  async byEmail(ctx: RequestContext, codes: readonly string[], text: string): Promise<ReadonlySet<string>> {
    const sought = text.trim().toLowerCase();
    if (sought === "" || !this.mayRead(ctx)) return new Set();
    const orders = await this.find(ctx, codes, {
      relations: { customer: true },
      select: { id: true, code: true, customer: { id: true, emailAddress: true } },
    });
    const found = orders.filter(({ customer }) => customer?.emailAddress.toLowerCase().includes(sought));
    return new Set(found.map(({ code }) => code));
  }

  /** Returns the codes of the newest orders whose buyer's e-mail address contains the text: in this channel, at most 100. */
  async searchByEmail(ctx: RequestContext, text: string): Promise<readonly string[]> {
    const sought = text.trim().toLowerCase();
    if (sought === "" || !this.mayRead(ctx)) return [];
    const orders = await this.connection.getRepository(ctx, Order).find({
      select: { id: true, code: true, customer: { id: true, emailAddress: true } },
      relations: { customer: true },
      where: { customer: { emailAddress: ILike(`%${sought}%`) }, channels: { id: ctx.channelId } },
      order: { id: "DESC" },
      take: maxOrdersPerSearch,
    });
    // The pattern of the database has wildcards.
    const found = orders.filter(({ customer }) => customer?.emailAddress.toLowerCase().includes(sought));
    return found.map(({ code }) => code);
  }

  private async find(
    ctx: RequestContext,
    codes: readonly string[],
    { where = {}, ...options }: FindOrdersOptions,
  ): Promise<Order[]> {
    const orders: Order[] = [];
    const distinct = [...new Set(codes)];
    const repository = this.connection.getRepository(ctx, Order);
    for (let first = 0; first < distinct.length; first += maxCodesPerQuery) {
      const code = In(distinct.slice(first, first + maxCodesPerQuery));
      orders.push(...(await repository.find({ ...options, where: { ...where, code } })));
    }
    return orders;
  }

  private summary(ctx: RequestContext, order: Order): OrderSummary {
    const { code, totalWithTax, currencyCode, lines } = order;
    const shown = lines.map((line) => this.line(ctx, line)).filter(({ quantity }) => quantity > 0);
    return { code, totalWithTax, currencyCode, buyer: buyerOf(order), lines: shown };
  }

  /** The lines of a cancelled order have no quantity: the ordered quantity is displayed. */
  private line(ctx: RequestContext, { productVariant, quantity, orderPlacedQuantity }: OrderLine) {
    const { name } = this.translator.translate(productVariant, ctx);
    return { name, sku: productVariant.sku, quantity: quantity || orderPlacedQuantity };
  }
}

interface FindOrdersOptions extends Omit<FindManyOptions<Order>, "where"> {
  readonly where?: FindOptionsWhere<Order>;
}

/** The customer. Without a customer, the name in the order's addresses. */
function buyerOf(order: Order): OrderSummary["buyer"] {
  const { customer, shippingAddress } = order;
  const address = billingOrShippingAddressOf(order);
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(" ");
  const phoneNumber = customer?.phoneNumber || address.phoneNumber || shippingAddress?.phoneNumber;
  return {
    name: name || address.fullName || "",
    ...(customer ? { emailAddress: customer.emailAddress } : {}),
    ...(phoneNumber ? { phoneNumber } : {}),
  };
}
