import { Inject, Injectable } from "@nestjs/common";
import { isPayIndexError, type StartedAttempt, type Variant } from "@pay-index/core";
import { type Order, type RequestContext, TransactionalConnection } from "@vendure/core";
import { Checkout, type StartPaymentInput } from "./checkout.ts";
import { paymentKey, tenantOf } from "./checkout-snapshot.ts";
import { CouponLimits } from "./coupon-limits.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { PayableOrders } from "./payable-orders.ts";
import { RefusedMethods } from "./refused-methods.ts";
import type { PaymentSelection, SaleDraft } from "./sale-draft.ts";
import { cartErrorOf, toSaleError } from "./shop-api/sale-error.ts";
import {
  OrderPaymentStateError,
  PayIndexNotOfferedError,
  PayIndexSaleError,
  type StartPaymentError,
  toStartPaymentError,
} from "./shop-api/start-payment-errors.ts";
import { takesCard } from "./sold-variants.ts";
import { ZeroTotalOrders } from "./zero-total-orders.ts";

export interface StartedPayment {
  readonly __typename: "PayIndexStarted";
  readonly state: StartedAttempt["state"];
  /** Where to send the buyer. */
  readonly url: string;
  /** Of the attempt, with the address where an app asks how it stands. Neither where the order cost nothing. */
  readonly attemptId: string | undefined;
  readonly statusUrl: string | undefined;
}

export interface CardForm {
  readonly __typename: "PayIndexCardForm";
  readonly action: string;
  readonly formToken: string;
}

type StartResult = StartedPayment | CardForm | StartPaymentError;

/** From the buyer's click to the page where the buyer goes on. */
@Injectable()
export class PaymentStarter {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    private readonly checkout: Checkout,
    private readonly coupons: CouponLimits,
    private readonly free: ZeroTotalOrders,
    private readonly payable: PayableOrders,
    private readonly payIndex: PayIndexService,
    private readonly refused: RefusedMethods,
  ) {}

  /** Not in a transaction: the payment is committed before the gateway hears of it. */
  async start(ctx: RequestContext, id: Order["id"], asked: StartPaymentInput): Promise<StartResult> {
    const result = await this.begin(ctx, id, asked);
    if ("errorCode" in result) await this.refused.report(ctx, asked.method, result);
    return result;
  }

  private async begin(ctx: RequestContext, id: Order["id"], asked: StartPaymentInput): Promise<StartResult> {
    const order = await this.payable.find(ctx, id);
    if (order?.state !== "ArrangingPayment") return new OrderPaymentStateError();
    const wish = await this.checkout.wish(ctx, order, asked);
    if ("errorCode" in wish) return wish;
    if (this.payable.due(order) <= 0) return this.placeFree(ctx, order, wish);
    try {
      return await this.sell(ctx, order, wish);
    } catch (error) {
      const refused = isPayIndexError(error) ? toStartPaymentError(error) : undefined;
      if (refused === undefined) throw error;
      return refused instanceof PayIndexSaleError ? toSaleError(ctx, order, refused.problems) : refused;
    }
  }

  private async sell(ctx: RequestContext, order: Order, wish: PaymentSelection) {
    const sale = this.checkout.sells(ctx, wish.variant)
      ? await this.saleByNow(ctx, order, wish)
      : new PayIndexNotOfferedError();
    if ("errorCode" in sale) return (await this.paidBefore(ctx, order)) ?? sale;
    if (takesCard(wish.variant)) return this.cardForm(ctx, order, wish);
    return toStartedPayment(await this.payIndex.gateway.start(sale as never));
  }

  /** Whatever would keep a paid order from being placed is better known before it is paid. */
  private async saleByNow(
    ctx: RequestContext,
    order: Order,
    wish: PaymentSelection,
  ): Promise<SaleDraft<Variant> | StartPaymentError> {
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
  private async paidBefore(ctx: RequestContext, order: Order): Promise<StartedPayment | undefined> {
    const { gateway, pages } = this.payIndex;
    const { state, attempts } = await gateway.status(paymentKey(order));
    if (state !== "paid" && state !== "review") return undefined;
    const paid = attempts.find((payment) => payment.state === state);
    return toStartedPayment({
      ...paid,
      state,
      url: pages.orderPage({ ...channelReference(ctx, order), state }),
    });
  }

  private async cardForm(ctx: RequestContext, order: Order, { method }: PaymentSelection): Promise<CardForm> {
    const { tenant, reference } = channelReference(ctx, order);
    const path = [tenant, reference, method, ctx.languageCode].map(encodeURIComponent).join("/");
    return {
      __typename: "PayIndexCardForm",
      action: `${this.options.core.publicUrl.replace(/\/+$/, "")}/card/${path}`,
      formToken: await this.payIndex.gateway.formToken({ tenant, reference }),
    };
  }

  private async placeFree(ctx: RequestContext, order: Order, wish: PaymentSelection) {
    const { method } = wish;
    const plan = this.checkout.plan(order, wish);
    if (plan !== undefined && "errorCode" in plan) return plan;
    if (!(await this.free.place(ctx, order, method))) return new OrderPaymentStateError();
    const url = this.payIndex.pages.orderPage({ ...channelReference(ctx, order), state: "paid" });
    return toStartedPayment({ state: "paid", url });
  }
}

/** For addresses in the storefront of the channel at hand, and for the form token of its page. */
function channelReference(ctx: RequestContext, { code }: Order) {
  return { tenant: tenantOf(ctx.channel), reference: code };
}

function toStartedPayment({
  state,
  url,
  attemptId,
  statusUrl,
}: Pick<StartedAttempt, "state" | "url"> & Partial<StartedAttempt>): StartedPayment {
  return { __typename: "PayIndexStarted", state, url, attemptId, statusUrl };
}
