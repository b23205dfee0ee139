import { Injectable } from "@nestjs/common";
import { type Operator, toAmountText } from "@pay-index/core";
import type {
  FoundOrder,
  LinkToSend,
  NamedOrder,
  StaffHost,
  StaffMember,
  StaffOrder,
} from "@pay-index/server/staff";
import {
  Administrator,
  AdministratorService,
  ConfigService,
  EventBus,
  type ID,
  Order,
  type OrderLine,
  Permission,
  type RequestContext,
  TransactionalConnection,
  TranslatorService,
} from "@vendure/core";
import { type FindManyOptions, type FindOptionsWhere, ILike, In } from "typeorm";
import { toRoundedMoney } from "../amount.ts";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { OrderPaymentReader } from "../order-payment-reader.ts";
import { PaymentLinkEvent } from "../payment-link/payment-link-event.ts";
import { billingOrShippingAddressOf } from "../sale-parts.ts";
import { mayChangePaymentSettings, staffPermissionsOf } from "./permissions.ts";

/** Databases take a limited number of parameters in a statement. */
const maxCodesPerQuery = 1000;

/** The number of references that core searches at most. */
const maxOrdersPerSearch = 100;

const wholeNumber = /^\d{1,9}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the staff API asks of Vendure: who is signed in, and the orders of the payments. The plugin stores nothing of them. */
@Injectable()
export class VendureStaffHost {
  constructor(
    private readonly administrators: AdministratorService,
    private readonly config: ConfigService,
    private readonly connection: TransactionalConnection,
    private readonly checkout: CheckoutOrderReader,
    private readonly payments: OrderPaymentReader,
    private readonly translator: TranslatorService,
    private readonly events: EventBus,
  ) {}

  /** Returns the signed-in user, with what this user may see of Vendure. The default channel sees all channels. */
  async identify(
    ctx: RequestContext,
  ): Promise<{ readonly member: StaffMember; readonly host: StaffHost } | undefined> {
    const { activeUserId } = ctx;
    if (activeUserId === undefined) return undefined;
    const tenant = tenantOfChannel(ctx.channel);
    const member = {
      operator: await this.operator(ctx, activeUserId),
      permissions: staffPermissionsOf(ctx),
      tenants: tenant === "default" ? undefined : [tenant],
      maySeeSecrets: mayChangePaymentSettings(ctx),
    };
    return { member, host: this.hostOf(ctx) };
  }

  private hostOf(ctx: RequestContext): StaffHost {
    const inChannel = { channels: { id: ctx.channelId } };
    return {
      orders: (codes) => this.summaries(ctx, codes),
      search: (text, among) => this.searchByEmail(ctx, text, among),
      visible: async (codes) => new Set((await this.idsOf(ctx, codes, inChannel)).keys()),
      findOrder: (id) => this.findOrder(ctx, id),
      placedOrders: (codes) => this.namedOrders(ctx, codes),
      operatorNames: (ids) => this.emails(ctx, ids),
      merchantNames: () => this.channelNames(),
      sendLink: (link) => this.sendLink(ctx, link),
    };
  }

  /** Publishes the event for the shop's EmailPlugin, which finds the address in the order. */
  private async sendLink(ctx: RequestContext, link: LinkToSend): Promise<void> {
    const [row] = await this.find(ctx, [link.reference], { select: { id: true } });
    const order = row && (await this.checkout.find(ctx, row.id));
    if (order?.customer === undefined) throw new Error("The order has no customer.");
    await this.events.publish(new PaymentLinkEvent(ctx, order, link));
  }

  /** Core records the user's id, which never changes, and the current name. */
  private async operator(ctx: RequestContext, userId: ID): Promise<Operator> {
    const found = await this.administrators.findOneByUserId(ctx, userId);
    return { id: String(userId), name: found ? `${found.firstName} ${found.lastName}` : "" };
  }

  /** Returns the current e-mail addresses of staff, by user id. */
  private async emails(ctx: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    // The shop's own code may record other ids.
    const users = ids.filter((id) => isId(ctx, id));
    if (users.length === 0) return new Map();
    const found = await this.connection
      .getRepository(ctx, Administrator)
      .find({ where: { user: { id: In(users) } }, relations: { user: true } });
    return new Map(found.map(({ user, emailAddress }) => [String(user.id), emailAddress]));
  }

  /** Reads the orders of a page with one query. */
  private async summaries(
    ctx: RequestContext,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, StaffOrder>> {
    if (!mayReadOrders(ctx)) {
      const found = await this.namedOrders(ctx, codes);
      const unknown = { total: null, buyer: null, goods: [] };
      return new Map([...found].map(([code, named]) => [code, { ...named, ...unknown }]));
    }
    const relations = { customer: true, lines: { productVariant: true } };
    const orders = await this.find(ctx, codes, { relations });
    return new Map(orders.map((order) => [order.code, this.summary(ctx, order)]));
  }

  private summary(ctx: RequestContext, order: Order): StaffOrder {
    const { id, code, totalWithTax, currencyCode, lines } = order;
    const total = toRoundedMoney(totalWithTax, currencyCode, this.checkout.precision);
    return {
      ...this.named({ id, code }),
      total: total === undefined ? null : { amount: toAmountText(total), currency: total.currency },
      buyer: buyerOf(order),
      goods: lines.map((line) => this.goodOf(ctx, line)).filter(({ quantity }) => quantity > 0),
    };
  }

  /** The lines of a cancelled order have no quantity: the ordered quantity is displayed. */
  private goodOf(ctx: RequestContext, { productVariant, quantity, orderPlacedQuantity }: OrderLine) {
    const { name } = this.translator.translate(productVariant, ctx);
    return { title: name, detail: productVariant.sku, quantity: quantity || orderPlacedQuantity };
  }

  /** Searches the channel's newest orders, or those with these codes. */
  private async searchByEmail(
    ctx: RequestContext,
    text: string,
    among?: readonly string[],
  ): Promise<readonly string[]> {
    const sought = text.trim().toLowerCase();
    if (sought === "" || !mayReadOrders(ctx)) return [];
    const wanted = {
      select: { id: true, code: true, customer: { id: true, emailAddress: true } },
      relations: { customer: true },
    };
    const orders =
      among === undefined
        ? await this.connection.getRepository(ctx, Order).find({
            ...wanted,
            where: { customer: { emailAddress: ILike(`%${sought}%`) }, channels: { id: ctx.channelId } },
            order: { id: "DESC" },
            take: maxOrdersPerSearch,
          })
        : await this.find(ctx, among, wanted);
    // The pattern of the database has wildcards.
    const found = orders.filter(({ customer }) => customer?.emailAddress.toLowerCase().includes(sought));
    return found.map(({ code }) => code);
  }

  /** A renewal has no payment of its own. It belongs to the order that started its subscription. */
  private async findOrder(ctx: RequestContext, encodedId: string): Promise<FoundOrder | undefined> {
    const id = this.config.entityOptions.entityIdStrategy?.decodeId(encodedId) ?? encodedId;
    if (!isId(ctx, String(id))) return undefined;
    const order = await this.connection
      .getRepository(ctx, Order)
      .findOne({ where: { id, channels: { id: ctx.channelId } }, select: { id: true, code: true } });
    if (order === null) return undefined;
    const renewal = await this.payments.renewalOf(ctx, order);
    if (renewal === undefined) return { reference: order.code };
    const { firstOrder, cycle } = renewal;
    const named = (await this.namedOrders(ctx, [firstOrder])).get(firstOrder);
    return { reference: firstOrder, renewalOf: { id: null, name: firstOrder, ...named, cycle } };
  }

  private async namedOrders(
    ctx: RequestContext,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, NamedOrder>> {
    const ids = await this.idsOf(ctx, codes);
    return new Map([...ids].map(([code, id]) => [code, this.named({ id, code })]));
  }

  private named({ id, code }: Pick<Order, "id" | "code">): NamedOrder {
    return {
      id: this.config.entityOptions.entityIdStrategy?.encodeId(id as never) ?? String(id),
      name: code,
    };
  }

  /** Returns the ids of orders by their codes. */
  private async idsOf(
    ctx: RequestContext,
    codes: readonly string[],
    where: FindOptionsWhere<Order> = {},
  ): Promise<ReadonlyMap<string, ID>> {
    const orders = await this.find(ctx, codes, { where, select: { id: true, code: true } });
    return new Map(orders.map(({ id, code }) => [code, id]));
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

  /** Returns the names of Vendure's channels, by tenant. Empty if there is only one. */
  private async channelNames(): Promise<ReadonlyMap<string, string>> {
    const channels = await findChannelsWithZones(this.connection);
    if (channels.length < 2) return new Map();
    return new Map(
      channels.map((channel) => {
        const tenant = tenantOfChannel(channel);
        // Vendure's own pages call it so as well.
        return [tenant, tenant === "default" ? "Default channel" : channel.code];
      }),
    );
  }
}

interface FindOrdersOptions extends Omit<FindManyOptions<Order>, "where"> {
  readonly where?: FindOptionsWhere<Order>;
}

/** Whether the signed-in user may read buyers and goods. Vendure requires the same permission. */
function mayReadOrders(ctx: RequestContext): boolean {
  return ctx.userHasPermissions([Permission.ReadOrder]);
}

/** Postgres cannot compare other texts with Vendure's ids. */
function isId({ channelId }: RequestContext, id: string): boolean {
  return (typeof channelId === "number" ? wholeNumber : uuid).test(id);
}

/** The customer. Without a customer, the name in the order's addresses. */
function buyerOf(order: Order): StaffOrder["buyer"] {
  const { customer, shippingAddress } = order;
  const address = billingOrShippingAddressOf(order);
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(" ");
  const phone = customer?.phoneNumber || address.phoneNumber || shippingAddress?.phoneNumber;
  return {
    name: name || address.fullName || null,
    email: customer?.emailAddress ?? null,
    phone: phone || null,
  };
}
