import { Inject, Injectable } from "@nestjs/common";
import { type Plan, type Variant, variants } from "@pay-index/core";
import {
  type Order,
  type PaymentMethod,
  PaymentMethodService,
  type RequestContext,
  UserInputError,
} from "@vendure/core";
import { toMoney } from "./amount.ts";
import { cartToSale, type Draft, type Wish } from "./cart-to-sale.ts";
import { payIndexHandler } from "./handler.ts";
import { type CheckedOptions, payIndexOptions } from "./options.ts";
import { PayableOrders } from "./payable-orders.ts";
import {
  IneligiblePaymentMethodError,
  PayIndexMethodError,
  PayIndexPlanError,
  PayIndexSaleError,
  type StartError,
} from "./shop-api/errors.ts";
import { cartErrorOf } from "./shop-api/sale-error.ts";
import { soldAs } from "./subscription/plan-of-order.ts";

/** What a storefront asks for. */
export interface Asked {
  readonly method: string;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

/** From an order in Vendure to what core sells. */
@Injectable()
export class Checkout {
  constructor(
    @Inject(payIndexOptions) private readonly options: CheckedOptions,
    private readonly methods: PaymentMethodService,
    private readonly payable: PayableOrders,
  ) {}

  /** The payment method's own choice, or why it cannot be used for this order. */
  async wish(ctx: RequestContext, order: Order, asked: Asked): Promise<Wish | StartError> {
    const found = await this.find(ctx, asked.method);
    if (found === undefined) return new PayIndexMethodError();
    const { paymentMethod, checker } = found;
    const eligible =
      paymentMethod.checker === null || checker === null
        ? true
        : await checker.check(ctx, order, paymentMethod.checker.args, paymentMethod);
    if (eligible === false || typeof eligible === "string")
      return new IneligiblePaymentMethodError(eligible || undefined);
    return wishOf(paymentMethod, asked) ?? new PayIndexMethodError();
  }

  /** All but the card and the plan. Stock is tried before the buyer is charged (B-19). */
  async sale(ctx: RequestContext, order: Order, wish: Wish): Promise<Draft<Variant> | StartError> {
    const missing = await this.payable.outOfStock(ctx, order);
    if (missing.length > 0)
      return cartErrorOf(ctx, "stock", { reason: "stock", names: missing.map(({ name }) => name) });
    const { precision } = this.payable;
    const money = toMoney(this.payable.due(order), order.currencyCode, precision);
    if (money !== undefined && money.minor > 0) return cartToSale(ctx, { order, money, precision }, wish);
    const message =
      money === undefined
        ? `cannot be paid in ${order.currencyCode}`
        : `rounds to 0 ${order.currencyCode}, which a gateway cannot charge`;
    return new PayIndexSaleError([{ path: "money", message }]);
  }

  /** What this order begins by being paid, as its goods say; undefined: nothing. Or why it cannot be paid so. */
  plan(order: Order, { variant }: Pick<Wish, "variant">): Plan | undefined | StartError {
    const sold = soldAs(order, this.options.own.plans);
    if ("errorCode" in sold) return sold;
    const { plan } = sold;
    if (plan === undefined) return variant === "subscription" ? new PayIndexMethodError() : undefined;
    if (variant !== "subscription") return new PayIndexPlanError("SUBSCRIPTION_ONLY");
    // Every cycle charges what the first one did.
    const due = this.payable.due(order);
    return due > 0 && due === order.totalWithTax ? plan : new PayIndexPlanError("PARTLY_PAID");
  }

  /** How a payment method of ours is paid; undefined: it is none of ours. */
  async variantOf(ctx: RequestContext, method: string): Promise<Variant | undefined> {
    const found = await this.find(ctx, method);
    return found && wishOf(found.paymentMethod, { method })?.variant;
  }

  private async find(ctx: RequestContext, code: string) {
    try {
      const found = await this.methods.getMethodAndOperations(ctx, code);
      return found.handler.code === payIndexHandler.code ? found : undefined;
    } catch (error) {
      if (error instanceof UserInputError) return undefined;
      throw error;
    }
  }
}

function wishOf({ code, handler }: PaymentMethod, asked: Asked): Wish | undefined {
  const args = new Map(handler.args.map(({ name, value }) => [name, value]));
  const variant = variants.find((each) => each === args.get("variant"));
  if (variant === undefined) return undefined;
  return {
    method: code,
    variant,
    apmMethod: args.get("apmMethod") || asked.apmMethod,
    appScheme: asked.appScheme,
  };
}

/** Whether the card is sent to this server. */
export function takesCard(variant: Variant): variant is "card" | "subscription" {
  return variant === "card" || variant === "subscription";
}
