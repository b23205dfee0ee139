import { Args, Mutation, Query, Resolver } from "@nestjs/graphql";
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
} from "@vendure/core";
import type { Asked } from "../checkout.ts";
import { tenantOf } from "../frozen.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { StartPayment } from "../start-payment.ts";

@Resolver()
export class ShopResolver {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly config: ConfigService,
    private readonly payIndex: PayIndexService,
    private readonly starting: StartPayment,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async startPayIndexPayment(@Ctx() ctx: RequestContext, @Args("input") input: Asked) {
    const order = ctx.authorizedAsOwnerOnly
      ? await this.activeOrders.getActiveOrder(ctx, undefined)
      : undefined;
    if (order === undefined) return new NoActiveOrderError();
    const result = await this.starting.start(ctx, order.id, input);
    return "state" in result ? { ...result, state: result.state.toUpperCase() } : result;
  }

  @Query()
  @Allow(Permission.Owner)
  async payIndexPayment(@Ctx() ctx: RequestContext, @Args("orderCode") orderCode: string) {
    const order = await this.orders.findOneByCode(ctx, orderCode, ["customer", "customer.user"]);
    if (order === undefined || !(await this.owns(ctx, order))) return null;
    const { state, placed } = await this.payIndex.gateway.status({
      tenant: tenantOf(ctx.channel),
      reference: order.code,
    });
    // An order that cost nothing, or was paid in another way, is placed without us.
    const isPlaced = placed !== undefined || order.orderPlacedAt != null;
    return { orderCode: order.code, state: state.toUpperCase(), placed: isPlaced };
  }

  /** Vendure's own rule is for placed orders; before that the order is in the buyer's session. */
  private async owns(ctx: RequestContext, order: Order): Promise<boolean> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (active !== undefined && idsAreEqual(active.id, order.id)) return true;
    return this.config.orderOptions.orderByCodeAccessStrategy.canAccessOrder(ctx, order);
  }
}
