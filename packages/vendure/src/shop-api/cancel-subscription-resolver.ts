import { Args, Resolver } from "@nestjs/graphql";
import { cancelSubscriptionForBuyer, toCancelResultFields } from "@pay-index/core/adapter";
import {
  Ctx,
  CustomerService,
  idsAreEqual,
  type Order,
  OrderService,
  Permission,
  RequestContext,
  UserInputError,
} from "@vendure/core";
import { paymentKeyOfOrder } from "../checkout-snapshot.ts";
import { GuardedMutation } from "../guarded-mutation.ts";
import { PayIndexService } from "../pay-index-service.ts";

/** Lets buyers cancel their subscriptions. Registered only with the option `buyersMayCancel`. */
@Resolver()
export class CancelSubscriptionResolver {
  constructor(
    private readonly orders: OrderService,
    private readonly customers: CustomerService,
    private readonly payIndex: PayIndexService,
  ) {}

  @GuardedMutation(Permission.Owner)
  async cancelPayIndexSubscription(@Ctx() ctx: RequestContext, @Args("orderCode") orderCode: string) {
    const order = await this.findOwn(ctx, orderCode);
    if (order === undefined) return null;
    const result = await cancelSubscriptionForBuyer(this.payIndex.gateway, paymentKeyOfOrder(order));
    if (result === "no-subscription") return null;
    if (result === "unavailable") throw new UserInputError("error.pay-index-cancel-unavailable");
    const fields = toCancelResultFields(result);
    return { ...fields, outcome: fields.outcome.toUpperCase() };
  }

  /** An order's code is no secret for ever, so only the customer's own login counts. */
  private async findOwn(ctx: RequestContext, orderCode: string): Promise<Order | undefined> {
    if (ctx.activeUserId === undefined) return undefined;
    const customer = await this.customers.findOneByUserId(ctx, ctx.activeUserId);
    const order = await this.orders.findOneByCode(ctx, orderCode, ["customer"]);
    const isOwn = customer !== undefined && order?.customer && idsAreEqual(order.customer.id, customer.id);
    return isOwn ? order : undefined;
  }
}
