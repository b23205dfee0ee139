import { Inject, Injectable } from "@nestjs/common";
import { isPayIndexError, type Started, type Variant } from "@pay-index/core";
import { type Order, type RequestContext, TransactionalConnection } from "@vendure/core";
import type { Draft, Wish } from "./cart-to-sale.ts";
import { type Asked, Checkout } from "./checkout.ts";
import { Coupons } from "./coupons.ts";
import { FreeOrders } from "./free-orders.ts";
import { paymentKey, tenantOf } from "./frozen.ts";
import { type CheckedOptions, payIndexOptions } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { PayableOrders } from "./payable-orders.ts";
import { RefusedMethods } from "./refused-methods.ts";
import {
  OrderPaymentStateError,
  PayIndexNotOfferedError,
  PayIndexSaleError,
  type StartError,
  startErrorOf,
} from "./shop-api/errors.ts";
import { cartErrorOf, saleErrorOf } from "./shop-api/sale-error.ts";
import { takesCard } from "./sold-variants.ts";

export interface StartedResult {
  readonly __typename: "PayIndexStarted";
  readonly state: Started["state"];
  /** Where to send the buyer. */
  readonly next: string;
  /** Of the attempt, with the address where an app asks how it stands. Neither where the order cost nothing. */
  readonly orderNumber: string | undefined;
  readonly statusUrl: string | undefined;
}

export interface CardForm {
  readonly __typename: "PayIndexCardForm";
  readonly action: string;
  readonly formToken: string;
}

type StartResult = StartedResult | CardForm | StartError;

/** From the buyer's click to the page where the buyer goes on. */
@Injectable()
export class StartPayment {
  constructor(
    @Inject(payIndexOptions) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    private readonly checkout: Checkout,
    private readonly coupons: Coupons,
    private readonly free: FreeOrders,
    private readonly payable: PayableOrders,
    private readonly payIndex: PayIndexService,
    private readonly refused: RefusedMethods,
  ) {}

  /** Not in a transaction: the payment is committed before the gateway hears of it. */
  async start(ctx: RequestContext, id: Order["id"], asked: Asked): Promise<StartResult> {
    const result = await this.begin(ctx, id, asked);
    if ("errorCode" in result) await this.refused.report(ctx, asked.method, result);
    return result;
  }

  private async begin(ctx: RequestContext, id: Order["id"], asked: Asked): Promise<StartResult> {
    const order = await this.payable.find(ctx, id);
    if (order?.state !== "ArrangingPayment") return new OrderPaymentStateError();
    const wish = await this.checkout.wish(ctx, order, asked);
    if ("errorCode" in wish) return wish;
    if (this.payable.due(order) <= 0) return this.placeFree(ctx, order, wish);
    try {
      return await this.sell(ctx, order, wish);
    } catch (error) {
      const refused = isPayIndexError(error) ? startErrorOf(error) : undefined;
      if (refused === undefined) throw error;
      return refused instanceof PayIndexSaleError ? saleErrorOf(ctx, order, refused.problems) : refused;
    }
  }

  private async sell(ctx: RequestContext, order: Order, wish: Wish) {
    const sale = this.checkout.sells(ctx, wish.variant)
      ? await this.saleByNow(ctx, order, wish)
      : new PayIndexNotOfferedError();
    if ("errorCode" in sale) return (await this.paidBefore(ctx, order)) ?? sale;
    if (takesCard(wish.variant)) return this.cardForm(ctx, order, wish);
    return started(await this.payIndex.gateway.start(sale as never));
  }

  /** Whatever would keep a paid order from being placed is better known before it is paid. */
  private async saleByNow(
    ctx: RequestContext,
    order: Order,
    wish: Wish,
  ): Promise<Draft<Variant> | StartError> {
    const dropped = await this.dropCoupons(ctx, order);
    if (dropped.length > 0) return cartErrorOf(ctx, "couponCodes", { reason: "coupons", names: dropped });
    const plan = this.checkout.plan(order, wish);
    return plan !== undefined && "errorCode" in plan ? plan : this.checkout.sale(ctx, order, wish);
  }

  /** An order on its way to being paid keeps what it is sold with. */
  private async dropCoupons(ctx: RequestContext, order: Order): Promise<string[]> {
    if (order.couponCodes.length === 0) return [];
    const { state } = await this.payIndex.gateway.status(paymentKey(order));
    if (state !== "none" && state !== "failed" && state !== "closed" && state !== "refunded") return [];
    return this.connection.withTransaction(ctx, (tx) => this.coupons.dropInvalid(tx, order));
  }

  /** The buyer of an order that has its money belongs on its page, whatever has become of the order. */
  private async paidBefore(ctx: RequestContext, order: Order): Promise<StartedResult | undefined> {
    const { gateway, pages } = this.payIndex;
    const { state, payments } = await gateway.status(paymentKey(order));
    if (state !== "paid" && state !== "review") return undefined;
    const paid = payments.find((payment) => payment.state === state);
    return started({ ...paid, state, next: pages.orderPage({ ...inChannel(ctx, order), state }) });
  }

  private async cardForm(ctx: RequestContext, order: Order, { method }: Wish): Promise<CardForm> {
    const { tenant, reference } = inChannel(ctx, order);
    const path = [tenant, reference, method, ctx.languageCode].map(encodeURIComponent).join("/");
    return {
      __typename: "PayIndexCardForm",
      action: `${this.options.core.publicUrl.replace(/\/+$/, "")}/card/${path}`,
      formToken: await this.payIndex.gateway.formToken({ tenant, reference }),
    };
  }

  private async placeFree(ctx: RequestContext, order: Order, wish: Wish) {
    const { method } = wish;
    const plan = this.checkout.plan(order, wish);
    if (plan !== undefined && "errorCode" in plan) return plan;
    if (!(await this.free.place(ctx, order, method))) return new OrderPaymentStateError();
    const next = this.payIndex.pages.orderPage({ ...inChannel(ctx, order), state: "paid" });
    return started({ state: "paid", next });
  }
}

/** For addresses in the storefront of the channel at hand, and for the form token of its page. */
function inChannel(ctx: RequestContext, { code }: Order) {
  return { tenant: tenantOf(ctx.channel), reference: code };
}

function started({
  state,
  next,
  orderNumber,
  statusUrl,
}: Pick<Started, "state" | "next"> & Partial<Started>): StartedResult {
  return { __typename: "PayIndexStarted", state, next, orderNumber, statusUrl };
}
