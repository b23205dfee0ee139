import { Inject, Injectable } from "@nestjs/common";
import type { Plan, Variant } from "@pay-index/core";
import {
  type Order,
  type PaymentMethod,
  PaymentMethodService,
  type RequestContext,
  UserInputError,
} from "@vendure/core";
import { toMoney } from "./amount.ts";
import { tenantOf } from "./checkout-snapshot.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { PayableOrders } from "./payable-orders.ts";
import { argumentOf, isOurs, variantOf } from "./payment-methods.ts";
import { buildSaleDraft, type PaymentSelection, type SaleDraft } from "./sale-draft.ts";
import { cartErrorOf } from "./shop-api/sale-error.ts";
import {
  IneligiblePaymentMethodError,
  PayIndexMethodError,
  PayIndexNotOfferedError,
  PayIndexPlanError,
  PayIndexSaleError,
  type StartPaymentError,
} from "./shop-api/start-payment-errors.ts";
import { whyNotSold } from "./sold-variants.ts";
import { findOrderPlan } from "./subscription/order-plan.ts";

/** What a storefront asks for. */
export interface StartPaymentInput {
  readonly method: string;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

/** From an order in Vendure to what core sells. */
@Injectable()
export class Checkout {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly methods: PaymentMethodService,
    private readonly payable: PayableOrders,
  ) {}

  /** The payment method's own choice, or why it cannot be used for this order. */
  async wish(
    ctx: RequestContext,
    order: Order,
    asked: StartPaymentInput,
  ): Promise<PaymentSelection | StartPaymentError> {
    const found = await this.find(ctx, asked.method);
    if (found === undefined) return new PayIndexMethodError();
    const { paymentMethod, checker } = found;
    const eligible =
      paymentMethod.checker === null || checker === null
        ? true
        : await checker.check(ctx, order, paymentMethod.checker.args, paymentMethod);
    if (eligible === false || typeof eligible === "string")
      return new IneligiblePaymentMethodError(eligible || undefined);
    return toSelection(paymentMethod, asked) ?? new PayIndexMethodError();
  }

  /** All but the card and the plan. Stock is tried before the buyer is charged (B-19). */
  async sale(
    ctx: RequestContext,
    order: Order,
    wish: PaymentSelection,
  ): Promise<SaleDraft<Variant> | StartPaymentError> {
    const missing = await this.payable.outOfStock(ctx, order);
    if (missing.length > 0)
      return cartErrorOf(ctx, "stock", { reason: "stock", names: missing.map(({ name }) => name) });
    const { precision } = this.payable;
    const money = toMoney(this.payable.due(order), order.currencyCode, precision);
    if (money !== undefined && money.minor > 0)
      return buildSaleDraft(ctx, { order, amount: money, precision }, wish);
    const message =
      money === undefined
        ? `cannot be paid in ${order.currencyCode}`
        : `rounds to 0 ${order.currencyCode}, which a gateway cannot charge`;
    return new PayIndexSaleError([{ path: "amount", message }]);
  }

  /** What this order begins by being paid, as its goods say; undefined: nothing. Or why it cannot be paid so. */
  plan(order: Order, { variant }: Pick<PaymentSelection, "variant">): Plan | undefined | StartPaymentError {
    const sold = findOrderPlan(order, this.options.own.plans);
    if ("errorCode" in sold) return sold;
    const { plan } = sold;
    if (plan === undefined) return variant === "subscription" ? new PayIndexMethodError() : undefined;
    if (variant !== "subscription") return new PayIndexPlanError("SUBSCRIPTION_ONLY");
    // Every cycle charges what the first one did.
    const due = this.payable.due(order);
    return due > 0 && due === order.totalWithTax ? plan : new PayIndexPlanError("PARTLY_PAID");
  }

  /** Why `start` refuses this wish, apart from data, stock and coupons. Undefined: it does not. */
  refusal(
    ctx: RequestContext,
    order: Order,
    wish: Pick<PaymentSelection, "variant">,
  ): StartPaymentError | undefined {
    const plan = this.plan(order, wish);
    if (plan !== undefined && "errorCode" in plan) return plan;
    if (this.payable.due(order) <= 0) return undefined;
    return this.sells(ctx, wish.variant) ? undefined : new PayIndexNotOfferedError();
  }

  /** Whether buyers of the request's channel can pay by this variant. */
  sells({ channel }: RequestContext, variant: Variant): boolean {
    return whyNotSold(this.options.core, variant, [tenantOf(channel)]) === undefined;
  }

  /** How a payment method of ours is paid; undefined: it is none of ours. */
  async variantOf(ctx: RequestContext, method: string): Promise<Variant | undefined> {
    const found = await this.find(ctx, method);
    return found && toSelection(found.paymentMethod, { method })?.variant;
  }

  private async find(ctx: RequestContext, code: string) {
    try {
      const found = await this.methods.getMethodAndOperations(ctx, code);
      return isOurs(found.paymentMethod) ? found : undefined;
    } catch (error) {
      if (error instanceof UserInputError) return undefined;
      throw error;
    }
  }
}

/** What a payment method of ours stands for. Undefined: it has no variant of the protocol. */
export function toSelection(method: PaymentMethod, asked: StartPaymentInput): PaymentSelection | undefined {
  const variant = variantOf(method);
  if (variant === undefined) return undefined;
  return {
    method: method.code,
    variant,
    apmMethod: argumentOf(method, "apmMethod") || asked.apmMethod,
    appScheme: asked.appScheme,
  };
}
