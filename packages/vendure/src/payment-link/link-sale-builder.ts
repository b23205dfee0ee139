import { Injectable } from "@nestjs/common";
import { PayIndexError, type Problem } from "@pay-index/core";
import type { LinkSale, LinkSaleRequest } from "@pay-index/core/adapter";
import {
  type Channel,
  Order,
  PaymentMethodService,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { BackgroundContexts } from "../background-contexts.ts";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { isPayIndexMethod, paymentVariantOf } from "../configured-payment-methods.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { OrderSaleConverter } from "../order-sale-converter.ts";
import type { PaymentSelection } from "../sale-parts.ts";
import { PayIndexSaleError } from "../start-payment-errors.ts";

/** Builds the sales of payment links: from the order as it is when staff make the link, and when the buyer opens it. */
@Injectable()
export class LinkSaleBuilder {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly checkout: OrderSaleConverter,
    private readonly payable: CheckoutOrderReader,
    private readonly methods: PaymentMethodService,
  ) {}

  /** Returns undefined if nothing is due, or the order is in a state in which Vendure takes no payment. */
  async sale({ reference: code, part }: LinkSaleRequest): Promise<LinkSale | undefined> {
    const found = await this.find(code);
    if (found === undefined) return undefined;
    const { ctx, order } = found;
    const isPlaced = order.state === "ArrangingAdditionalPayment";
    const isPayable =
      isPlaced ||
      order.state === "ArrangingPayment" ||
      (order.state === "AddingItems" && (await this.payable.mayBePaid(ctx, order)));
    if (!isPayable || this.payable.due(order) <= 0) return undefined;
    const selection = await this.select(ctx, order);
    const sale = await this.checkout.sale(ctx, order, isPlaced ? { ...selection, part } : selection);
    if ("errorCode" in sale) throw refuse(sale instanceof PayIndexSaleError ? sale.problems : sale.errorCode);
    return sale as LinkSale;
  }

  /** The order in the channel in which it is sold. Vendure adds each order to the default channel as well. */
  private async find(code: string): Promise<{ ctx: RequestContext; order: Order } | undefined> {
    const row = await this.connection.rawConnection
      .getRepository(Order)
      .findOne({ where: { code }, relations: { channels: true } });
    const [sold = row?.channels[0]] = (row?.channels ?? []).filter(isNotDefault);
    const [channel] = sold === undefined ? [] : await findChannelsWithZones(this.connection, { id: sold.id });
    if (row === null || channel === undefined) return undefined;
    const ctx = await this.contexts.in(channel, { currencyCode: row.currencyCode });
    const order = await this.payable.find(ctx, row.id);
    return order && { ctx, order };
  }

  /** The shop's own payment method for links, otherwise the one for hosted payments. @throws PayIndexError `sale_invalid` */
  private async select(ctx: RequestContext, order: Order): Promise<PaymentSelection> {
    const { items } = await this.methods.findAll(ctx);
    for (const variant of ["link", "hosted"] as const)
      for (const method of items) {
        if (!method.enabled || !isPayIndexMethod(method) || paymentVariantOf(method) !== variant) continue;
        const selection = await this.checkout.select(ctx, order, { method: method.code });
        if (!("errorCode" in selection) && this.checkout.refusal(ctx, order, selection) === undefined)
          return selection;
      }
    throw refuse("No payment method of the channel with the variant link or hosted takes this order.");
  }
}

function isNotDefault(channel: Channel): boolean {
  return tenantOfChannel(channel) !== "default";
}

function refuse(problem: string | readonly Problem[]): PayIndexError {
  const message = "This order cannot be paid by a payment link.";
  if (typeof problem === "string") return new PayIndexError("sale_invalid", `${message} ${problem}`);
  return new PayIndexError("sale_invalid", message, { problems: problem });
}
