import { Inject, Injectable } from "@nestjs/common";
import { isPayIndexError, type StartedAttempt } from "@pay-index/core";
import { isDirectCardVariant, locksOrder, type SaleDraft } from "@pay-index/core/adapter";
import { cardFormActionUrl } from "@pay-index/server";
import {
  CustomerService,
  isGraphQlErrorResult,
  type Order,
  OrderService,
  type RequestContext,
  SessionService,
  TransactionalConnection,
} from "@vendure/core";
import { CheckoutOrderReader } from "./checkout-order-reader.ts";
import { paymentKeyOfOrder, tenantOfChannel } from "./checkout-snapshot.ts";
import { CouponLimitChecker } from "./coupon-limit-checker.ts";
import { CoveredOrderMover } from "./covered-order-mover.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { OrderSaleConverter, type StartPaymentInput } from "./order-sale-converter.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { RefusedMethodLogger } from "./refused-method-logger.ts";
import type { PaymentSelection } from "./sale-parts.ts";
import { translateCartSaleError, translateSaleError } from "./shop-api/translate-sale-error.ts";
import {
  OrderPaymentStateError,
  PayIndexNotOfferedError,
  PayIndexSaleError,
  type StartPaymentError,
  toStartPaymentError,
} from "./start-payment-errors.ts";

export interface StartedPayment {
  readonly __typename: "PayIndexStarted";
  readonly state: StartedAttempt["state"];
  /** The address to which the buyer is sent. */
  readonly url: string;
  /** The attempt, and the address that returns its state to an app. Undefined if the order costs nothing. */
  readonly attemptId: string | undefined;
  readonly statusUrl: string | undefined;
}

export interface CardFormActionAndToken {
  readonly __typename: "PayIndexCardForm";
  readonly action: string;
  readonly formToken: string;
}

type StartResult = StartedPayment | CardFormActionAndToken | StartPaymentError;

/** Starts the payment of what is due for an order, and returns where to send the buyer. */
@Injectable()
export class PaymentStarter {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    private readonly checkout: OrderSaleConverter,
    private readonly coupons: CouponLimitChecker,
    private readonly orders: OrderService,
    private readonly customers: CustomerService,
    private readonly sessions: SessionService,
    private readonly covered: CoveredOrderMover,
    private readonly payable: CheckoutOrderReader,
    private readonly payIndex: PayIndexService,
    private readonly refused: RefusedMethodLogger,
  ) {}

  /** Runs in no transaction: the attempt must be committed before the gateway is called. */
  async start(ctx: RequestContext, id: Order["id"], input: StartPaymentInput): Promise<StartResult> {
    const result = await this.begin(ctx, id, input);
    if ("errorCode" in result) await this.refused.report(ctx, input.method, result);
    return result;
  }

  private async begin(ctx: RequestContext, id: Order["id"], input: StartPaymentInput): Promise<StartResult> {
    const found = await this.payable.findPayable(ctx, id, this.payIndex.gateway);
    if (found === undefined) return new OrderPaymentStateError();
    const { order, part } = found;
    if (part !== undefined && this.payable.due(order) <= 0) return this.moveOn(ctx, order);
    const chosen = await this.checkout.select(ctx, order, input);
    if ("errorCode" in chosen) return chosen;
    const selection = { ...chosen, part };
    if (this.payable.due(order) <= 0) return this.placeFree(ctx, order, selection);
    try {
      return await this.sell(ctx, order, selection);
    } catch (error) {
      if (!isPayIndexError(error)) throw error;
      const refused = toStartPaymentError(error);
      if (refused === undefined) throw error;
      return refused instanceof PayIndexSaleError ? translateSaleError(ctx, order, error) : refused;
    }
  }

  private async sell(ctx: RequestContext, order: Order, selection: PaymentSelection) {
    const sale = this.checkout.sells(ctx, selection.variant)
      ? await this.currentSale(ctx, order, selection)
      : new PayIndexNotOfferedError();
    if ("errorCode" in sale)
      return (selection.part === undefined ? await this.findPaid(ctx, order) : undefined) ?? sale;
    if (isDirectCardVariant(selection.variant)) return this.cardForm(ctx, order, selection);
    return toStartedPayment(await this.payIndex.gateway.start(sale as never));
  }

  /** Refuses an order that could not be placed after it is paid. */
  private async currentSale(
    ctx: RequestContext,
    order: Order,
    selection: PaymentSelection,
  ): Promise<SaleDraft | StartPaymentError> {
    const dropped = selection.part === undefined ? await this.dropCoupons(ctx, order) : [];
    if (dropped.length > 0)
      return translateCartSaleError(ctx, "couponCodes", { reason: "coupons", names: dropped });
    const plan = this.checkout.plan(order, selection);
    return plan !== undefined && "errorCode" in plan ? plan : this.checkout.sale(ctx, order, selection);
  }

  /** Removes coupons that are no longer valid, unless an attempt is open or paid. */
  private async dropCoupons(ctx: RequestContext, order: Order): Promise<string[]> {
    if (order.couponCodes.length === 0) return [];
    const { state } = await this.payIndex.gateway.status(paymentKeyOfOrder(order));
    if (locksOrder(state)) return [];
    return this.connection.withTransaction(ctx, (tx) => this.coupons.dropInvalid(tx, order));
  }

  /** Returns the order page of an order that is paid or under review. */
  private async findPaid(ctx: RequestContext, order: Order): Promise<StartedPayment | undefined> {
    const { tenant: pageTenant } = channelReference(ctx, order);
    const paid = await this.payIndex.gateway.findPaidOrderPage({ ...paymentKeyOfOrder(order), pageTenant });
    return paid && toStartedPayment(paid);
  }

  private async cardForm(
    ctx: RequestContext,
    order: Order,
    { method }: PaymentSelection,
  ): Promise<CardFormActionAndToken> {
    const { tenant, reference } = channelReference(ctx, order);
    return {
      __typename: "PayIndexCardForm",
      action: cardFormActionUrl(this.options.core, [tenant, reference, method, ctx.languageCode]),
      formToken: await this.payIndex.gateway.formToken({ tenant, reference }),
    };
  }

  /** Nothing is due any more, such as after staff added a payment by hand. */
  private async moveOn(ctx: RequestContext, order: Order): Promise<StartedPayment> {
    await this.connection.withTransaction(ctx, (tx) => this.covered.moveOn(tx, order.id));
    return this.orderPage(ctx, order);
  }

  private orderPage(ctx: RequestContext, order: Order): StartedPayment {
    const url = this.payIndex.pages.orderPage({ ...channelReference(ctx, order), state: "paid" });
    return toStartedPayment({ state: "paid", url });
  }

  /**
   * Places an order with nothing left to pay without the gateway: after a coupon, a gift card, or an earlier payment. Does everything that
   * Vendure's own mutation does.
   */
  private async placeFree(ctx: RequestContext, order: Order, selection: PaymentSelection) {
    const plan = this.checkout.plan(order, selection);
    if (plan !== undefined && "errorCode" in plan) return plan;
    const { id } = order;
    const { method } = selection;
    const isPlaced = await this.connection.withTransaction(ctx, async (tx) => {
      const placed = await this.orders.addPaymentToOrder(tx, id, { method, metadata: {} });
      if (isGraphQlErrorResult(placed) || placed.active) return false;
      await this.customers.createAddressesForNewCustomer(tx, placed);
      if (tx.session?.activeOrderId === id) await this.sessions.unsetActiveOrder(tx, tx.session);
      return true;
    });
    return isPlaced ? this.orderPage(ctx, order) : new OrderPaymentStateError();
  }
}

/** The reference for pages of the storefront of the current channel, and for the form token. */
function channelReference(ctx: RequestContext, { code }: Order) {
  return { tenant: tenantOfChannel(ctx.channel), reference: code };
}

type Started = Pick<StartedAttempt, "state" | "url"> & Partial<StartedAttempt>;

function toStartedPayment({ state, url, attemptId, statusUrl }: Started): StartedPayment {
  return { __typename: "PayIndexStarted", state, url, attemptId, statusUrl };
}
