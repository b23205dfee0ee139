import { Inject, Injectable } from "@nestjs/common";
import { isPayIndexError, type Started, variants } from "@pay-index/core";
import {
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import type { Wish } from "./cart-to-sale.ts";
import { type Asked, Checkout, takesCard } from "./checkout.ts";
import { tenantOf } from "./frozen.ts";
import { type CheckedOptions, payIndexOptions } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { PayableOrders } from "./payable-orders.ts";
import { OrderPaymentStateError, PayIndexNotOfferedError, startErrorOf } from "./shop-api/errors.ts";

export interface StartedResult {
  readonly __typename: "PayIndexStarted";
  readonly state: Started["state"];
  /** Where to send the buyer. */
  readonly next: string;
}

export interface CardForm {
  readonly __typename: "PayIndexCardForm";
  readonly action: string;
  readonly formToken: string;
}

/** From the buyer's click to the page where the buyer goes on. */
@Injectable()
export class StartPayment {
  constructor(
    @Inject(payIndexOptions) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly checkout: Checkout,
    private readonly payable: PayableOrders,
    private readonly payIndex: PayIndexService,
  ) {}

  /** Not in a transaction: the payment is committed before the gateway hears of it. */
  async start(ctx: RequestContext, id: Order["id"], asked: Asked) {
    const order = await this.payable.find(ctx, id);
    if (order?.state !== "ArrangingPayment") return new OrderPaymentStateError();
    const wish = await this.checkout.wish(ctx, order, asked);
    if ("errorCode" in wish) return wish;
    if (this.payable.due(order) <= 0) return this.placeFree(ctx, order, wish);
    try {
      return takesCard(wish.variant) ? this.cardForm(ctx, order, wish) : await this.sell(ctx, order, wish);
    } catch (error) {
      const told = isPayIndexError(error) ? startErrorOf(error) : undefined;
      if (told === undefined) throw error;
      return told;
    }
  }

  private async sell(ctx: RequestContext, order: Order, wish: Wish) {
    const sale = this.checkout.sale(ctx, order, wish);
    if ("errorCode" in sale) return sale;
    const { state, next } = await this.payIndex.gateway.start(sale as never);
    return started(state, next);
  }

  private cardForm(ctx: RequestContext, order: Order, { method, variant }: Wish) {
    const tenant = tenantOf(ctx.channel);
    const { acceptRawCards, merchants, publicUrl } = this.options.core;
    const isServed = merchants.some(
      (merchant) =>
        (merchant.tenant ?? "default") === tenant && (merchant.variants ?? variants).includes(variant),
    );
    if (acceptRawCards !== true || !isServed) return new PayIndexNotOfferedError();
    const path = [tenant, order.code, method, ctx.languageCode].map(encodeURIComponent).join("/");
    const form: CardForm = {
      __typename: "PayIndexCardForm",
      action: `${publicUrl.replace(/\/+$/, "")}/card/${path}`,
      formToken: this.payIndex.gateway.formToken({ tenant, reference: order.code }),
    };
    return form;
  }

  /** Nothing is left to pay, so no gateway is asked: a coupon, a gift card, a payment before. */
  private async placeFree(ctx: RequestContext, order: Order, { method }: Wish) {
    const placed = await this.connection.withTransaction(ctx, (tx) =>
      this.orders.addPaymentToOrder(tx, order.id, { method, metadata: {} }),
    );
    if (isGraphQlErrorResult(placed)) return new OrderPaymentStateError();
    const about = { reference: order.code, tenant: tenantOf(ctx.channel), state: "paid" as const };
    return started("paid", this.payIndex.pages.orderPage(about));
  }
}

function started(state: Started["state"], next: string): StartedResult {
  return { __typename: "PayIndexStarted", state, next };
}
