import { Args, Query, Resolver } from "@nestjs/graphql";
import {
  ActiveOrderService,
  Allow,
  ConfigService,
  Ctx,
  idsAreEqual,
  NoActiveOrderError,
  type Order,
  OrderService,
  Permission,
  RequestContext,
  UserInputError,
} from "@vendure/core";
import { GuardedMutation } from "../guarded-mutation.ts";
import type { StartPaymentInput } from "../order-sale-converter.ts";
import { PaymentStarter } from "../payment-starter.ts";
import type { PageRange } from "../subscription/subscription-starting-orders.ts";
import { BuyerPayments } from "./buyer-payments.ts";

interface ListOptions {
  readonly skip?: number | null;
  readonly take?: number | null;
}

@Resolver()
export class ShopResolver {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly config: ConfigService,
    private readonly payments: BuyerPayments,
    private readonly starting: PaymentStarter,
  ) {}

  @GuardedMutation(Permission.Owner)
  async startPayIndexPayment(@Ctx() ctx: RequestContext, @Args("input") input: StartPaymentInput) {
    const order = ctx.authorizedAsOwnerOnly ? await this.findToPay(ctx, input.orderCode) : undefined;
    if (order === undefined) return new NoActiveOrderError();
    const result = await this.starting.start(ctx, order.id, input);
    return "state" in result ? { ...result, state: result.state.toUpperCase() } : result;
  }

  @Query()
  @Allow(Permission.Owner)
  async payIndexPayment(@Ctx() ctx: RequestContext, @Args("orderCode") orderCode: string) {
    const order = await this.findOwn(ctx, orderCode);
    if (order === undefined) return null;
    const { state, isPlaced, isBeingChecked, subscription } = await this.payments.order(ctx, order);
    return {
      orderCode: order.code,
      state: state.toUpperCase(),
      placed: isPlaced,
      beingChecked: isBeingChecked,
      subscription,
    };
  }

  @Query()
  @Allow(Permission.Owner)
  payIndexSubscriptions(@Ctx() ctx: RequestContext, @Args("options") options?: ListOptions | null) {
    return this.payments.all(ctx, this.page(options ?? {}));
  }

  /** Checks the page like Vendure's own lists. */
  private page({ skip, take }: ListOptions): PageRange {
    const limit = this.config.apiOptions.shopListQueryLimit;
    if ((take ?? 0) > limit) throw new UserInputError("error.list-query-limit-exceeded", { limit });
    return { skip: Math.max(skip ?? 0, 0), take: Math.max(take ?? limit, 0) };
  }

  private findToPay(ctx: RequestContext, code: string | null | undefined): Promise<Order | undefined> {
    return code ? this.findOwn(ctx, code) : this.activeOrders.getActiveOrder(ctx, undefined);
  }

  private async findOwn(ctx: RequestContext, code: string): Promise<Order | undefined> {
    const relations = ["customer", "customer.user", "payments", "payments.refunds"];
    const order = await this.orders.findOneByCode(ctx, code, relations as never);
    return order !== undefined && (await this.owns(ctx, order)) ? order : undefined;
  }

  /** Vendure's own rule is for placed orders. Before that, the order is in the buyer's session. */
  private async owns(ctx: RequestContext, order: Order): Promise<boolean> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (active !== undefined && idsAreEqual(active.id, order.id)) return true;
    return this.config.orderOptions.orderByCodeAccessStrategy.canAccessOrder(ctx, order);
  }
}
