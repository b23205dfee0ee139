import { Inject, Injectable } from "@nestjs/common";
import type { Plan, Variant } from "@pay-index/core";
import { buildSaleDraftFromCart, findUnservedVariantReason, type SaleDraft } from "@pay-index/core/adapter";
import {
  type Order,
  type PaymentMethod,
  PaymentMethodService,
  type RequestContext,
  UserInputError,
} from "@vendure/core";
import { toRoundedMoney } from "./amount.ts";
import { CheckoutOrderReader } from "./checkout-order-reader.ts";
import { tenantOfChannel } from "./checkout-snapshot.ts";
import { handlerArgumentOf, isPayIndexMethod, paymentVariantOf } from "./configured-payment-methods.ts";
import { LineImageAndAttributesReader } from "./line-image-and-attributes.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { type PaymentSelection, toSaleParts } from "./sale-parts.ts";
import { translateCartSaleError } from "./shop-api/translate-sale-error.ts";
import {
  IneligiblePaymentMethodError,
  PayIndexMethodError,
  PayIndexNotOfferedError,
  PayIndexPlanError,
  PayIndexSaleError,
  type StartPaymentError,
} from "./start-payment-errors.ts";
import { findOrderPlan } from "./subscription/order-plan.ts";

/** The input of `startPayIndexPayment`. */
export interface StartPaymentInput {
  readonly orderCode?: string | null | undefined;
  readonly method: string;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

/** Converts an order of Vendure to a sale. */
@Injectable()
export class OrderSaleConverter {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly methods: PaymentMethodService,
    private readonly payable: CheckoutOrderReader,
    private readonly details: LineImageAndAttributesReader,
  ) {}

  /** Returns the variant of a payment method, or why it cannot be used for this order. */
  async select(
    ctx: RequestContext,
    order: Order,
    input: StartPaymentInput,
  ): Promise<PaymentSelection | StartPaymentError> {
    const found = await this.find(ctx, input.method);
    if (found === undefined) return new PayIndexMethodError();
    const { paymentMethod, checker } = found;
    const eligible =
      paymentMethod.checker === null || checker === null
        ? true
        : await checker.check(ctx, order, paymentMethod.checker.args, paymentMethod);
    if (eligible === false || typeof eligible === "string")
      return new IneligiblePaymentMethodError(eligible || undefined);
    return toPaymentSelection(paymentMethod, input) ?? new PayIndexMethodError();
  }

  /**
   * Returns the sale of what is due for an order, without its card and plan. Checks the stock before the buyer is charged
   * (B-19). A placed order has its stock.
   */
  async sale(
    ctx: RequestContext,
    order: Order,
    selection: PaymentSelection,
  ): Promise<SaleDraft | StartPaymentError> {
    const missing = selection.part === undefined ? await this.payable.outOfStock(ctx, order) : [];
    if (missing.length > 0)
      return translateCartSaleError(ctx, "stock", {
        reason: "stock",
        names: missing.map(({ name }) => name),
      });
    const { precision } = this.payable;
    const money = toRoundedMoney(this.payable.due(order), order.currencyCode, precision);
    if (money !== undefined && money.minor > 0) {
      const details = await this.details.read(ctx, order);
      const { own, core } = this.options;
      const itemOptions = { changeItem: own.changeItem, amountDecimals: core.amountDecimals };
      const source = { order, amount: money, precision, details, ...itemOptions };
      return buildSaleDraftFromCart(toSaleParts(ctx, source, selection), selection);
    }
    const message =
      money === undefined
        ? `cannot be paid in ${order.currencyCode}`
        : `rounds to 0 ${order.currencyCode}, which a gateway cannot charge`;
    return new PayIndexSaleError([{ path: "amount", message }]);
  }

  /** Returns the plan of the order's goods, undefined if they have none, or why the order cannot be paid in this way. */
  plan(order: Order, { variant }: Pick<PaymentSelection, "variant">): Plan | undefined | StartPaymentError {
    const sold = findOrderPlan(order, this.options.own.plans);
    if ("errorCode" in sold) return sold;
    const { plan } = sold;
    if (plan === undefined) return variant === "subscription" ? new PayIndexMethodError() : undefined;
    if (variant !== "subscription") return new PayIndexPlanError("SUBSCRIPTION_ONLY");
    // Every cycle charges the amount of the first one.
    const due = this.payable.due(order);
    return due > 0 && due === order.totalWithTax ? plan : new PayIndexPlanError("PARTLY_PAID");
  }

  /**
   * Returns why `start` would refuse this selection, without checking data, stock and coupons. Undefined if it would
   * not.
   */
  refusal(
    ctx: RequestContext,
    order: Order,
    selection: Pick<PaymentSelection, "variant">,
  ): StartPaymentError | undefined {
    const plan = this.plan(order, selection);
    if (plan !== undefined && "errorCode" in plan) return plan;
    if (this.payable.due(order) <= 0) return undefined;
    return this.sells(ctx, selection.variant) ? undefined : new PayIndexNotOfferedError();
  }

  /** Whether buyers of the request's channel can pay with this variant. */
  sells({ channel }: RequestContext, variant: Variant): boolean {
    return findUnservedVariantReason(this.options.core, variant, [tenantOfChannel(channel)]) === undefined;
  }

  /** Returns the variant of one of the plugin's payment methods. Undefined for other methods. */
  async variantOf(ctx: RequestContext, method: string): Promise<Variant | undefined> {
    const found = await this.find(ctx, method);
    return found && toPaymentSelection(found.paymentMethod, { method })?.variant;
  }

  private async find(ctx: RequestContext, code: string) {
    try {
      const found = await this.methods.getMethodAndOperations(ctx, code);
      return isPayIndexMethod(found.paymentMethod) ? found : undefined;
    } catch (error) {
      if (error instanceof UserInputError) return undefined;
      throw error;
    }
  }
}

/** Returns the selection for one of the plugin's payment methods. Undefined if its variant does not exist. */
export function toPaymentSelection(
  method: PaymentMethod,
  input: StartPaymentInput,
): PaymentSelection | undefined {
  const variant = paymentVariantOf(method);
  if (variant === undefined) return undefined;
  return {
    method: method.code,
    variant,
    apmMethod: handlerArgumentOf(method, "apmMethod") || input.apmMethod,
    appScheme: input.appScheme,
  };
}
