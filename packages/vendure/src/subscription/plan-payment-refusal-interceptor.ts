import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { type GqlContextType, GqlExecutionContext } from "@nestjs/graphql";
import {
  ActiveOrderService,
  I18nError,
  internal_getRequestContext,
  LogLevel,
  type RequestContext,
} from "@vendure/core";
import type { GraphQLResolveInfo } from "graphql";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { OrderSaleConverter } from "../order-sale-converter.ts";
import { PayIndexPlanError } from "../start-payment-errors.ts";
import type { PlanErrorReason } from "../translations.ts";
import { hasPlanItems } from "./plan-transition-check.ts";

type HandlerResult = ReturnType<CallHandler["handle"]>;

/** GraphQL returns `extensions.code`, and a message in the buyer's language that ends with the reason. */
class PlanPaymentError extends I18nError {
  constructor(reason: PlanErrorReason) {
    super(`error.pay-index-plan-${reason}`, {}, "PAY_INDEX_PLAN_ERROR", LogLevel.Verbose);
  }
}

/**
 * Refuses `addPaymentToOrder` for an order with a plan, because any other method would charge the plan only once.
 * Vendure has no hook between the charge of a method and the placed order, so this runs before.
 */
@Injectable()
export class PlanPaymentRefusalInterceptor implements NestInterceptor {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly payable: CheckoutOrderReader,
    private readonly checkout: OrderSaleConverter,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<HandlerResult> {
    if (context.getType<GqlContextType>() !== "graphql") return next.handle();
    const asked = GqlExecutionContext.create(context);
    const { fieldName, parentType } = asked.getInfo<Partial<GraphQLResolveInfo> | undefined>() ?? {};
    if (fieldName !== "addPaymentToOrder" || parentType?.name !== "Mutation") return next.handle();
    const ctx = internal_getRequestContext(asked.getContext().req, context);
    const reason = await this.whyNot(ctx, asked.getArgs());
    if (reason !== undefined) throw new PlanPaymentError(reason);
    return next.handle();
  }

  private async whyNot(
    ctx: RequestContext,
    { input, activeOrderInput }: AddPaymentArgs,
  ): Promise<PlanErrorReason | undefined> {
    if (!ctx.authorizedAsOwnerOnly) return undefined;
    const active = await this.activeOrders.getActiveOrder(ctx, activeOrderInput);
    const order = active && (await this.payable.find(ctx, active.id));
    if (order === undefined || !hasPlanItems(order)) return undefined;
    const variant = await this.checkout.variantOf(ctx, input.method);
    const sold = this.checkout.plan(order, { variant: variant ?? "hosted" });
    return sold instanceof PayIndexPlanError ? sold.reason : undefined;
  }
}

interface AddPaymentArgs {
  readonly input: { readonly method: string };
  readonly activeOrderInput?: Record<string, unknown>;
}
