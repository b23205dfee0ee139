import { Args, Query, Resolver } from "@nestjs/graphql";
import type { ReviewResolutionRequest } from "@pay-index/core";
import { Allow, Ctx, EntityNotFoundError, type ID, type Order, RequestContext } from "@vendure/core";
import type { CancellationView } from "../cancellation-view.ts";
import { GuardedMutation } from "../guarded-mutation.ts";
import { PayIndexService } from "../pay-index-service.ts";
import {
  cancelSubscriptionsPermission,
  readPaymentsPermission,
  requireRefundPermissions,
  updatePaymentsPermission,
} from "./permissions.ts";
import { type GatewayQueryResultView, StaffGatewayQueries } from "./staff-gateway-queries.ts";
import {
  type AttemptListOptions,
  type AttemptPageView,
  type HealthView,
  StaffOverviewService,
} from "./staff-overview-service.ts";
import { type OrderPaymentView, type RecordedRefundInput, StaffPayments } from "./staff-payments.ts";
import {
  type ResolveReviewItemsInput,
  type ReviewItemListOptions,
  StaffReviewQueue,
} from "./staff-review-queue.ts";
import {
  type BulkResolveItemResultView,
  type BulkRetryItemResultView,
  type CapabilityView,
  fromGraphqlEnum,
  type RetryResultView,
  type ReviewQueueView,
  toCapabilityViews,
  toRetryResultView,
} from "./staff-views.ts";

interface ResolveReviewItemInput {
  readonly orderId: ID;
  readonly attemptId: string;
  readonly action: string;
  readonly note: string;
  readonly reviewItemId?: string | null;
  readonly cycle?: number | null;
  readonly refund?: RecordedRefundInput | null;
}

@Resolver()
export class AdminResolver {
  constructor(
    private readonly payments: StaffPayments,
    private readonly queue: StaffReviewQueue,
    private readonly overview: StaffOverviewService,
    private readonly queries: StaffGatewayQueries,
    private readonly payIndex: PayIndexService,
  ) {}

  @Query()
  @Allow(readPaymentsPermission.Permission)
  async payIndexPayment(
    @Ctx() ctx: RequestContext,
    @Args("orderId") id: ID,
  ): Promise<OrderPaymentView | null> {
    const order = await this.payments.order(ctx, id);
    return order === undefined ? null : this.payments.show(ctx, order);
  }

  @Query()
  @Allow(readPaymentsPermission.Permission)
  payIndexCapabilities(): CapabilityView[] {
    return toCapabilityViews(this.payIndex.gateway.capabilities());
  }

  @Query()
  @Allow(readPaymentsPermission.Permission)
  async payIndexReviewItems(
    @Ctx() ctx: RequestContext,
    @Args("options") options?: ReviewItemListOptions | null,
  ): Promise<ReviewQueueView> {
    return this.queue.page(ctx, options ?? {});
  }

  @Query()
  @Allow(readPaymentsPermission.Permission)
  async payIndexAttempts(
    @Ctx() ctx: RequestContext,
    @Args("options") options?: AttemptListOptions | null,
  ): Promise<AttemptPageView> {
    return this.overview.attempts(ctx, options ?? {});
  }

  @Query()
  @Allow(readPaymentsPermission.Permission)
  async payIndexHealth(@Ctx() ctx: RequestContext): Promise<HealthView> {
    return this.overview.health(ctx);
  }

  @GuardedMutation(updatePaymentsPermission.Permission)
  async resolvePayIndexReviewItem(
    @Ctx() ctx: RequestContext,
    @Args("input") { orderId, attemptId, action, note, reviewItemId, cycle, refund }: ResolveReviewItemInput,
  ): Promise<OrderPaymentView> {
    if (action === "RECORD_REFUND") requireRefundPermissions(ctx);
    const order = await this.orderOf(ctx, orderId);
    await this.payments.resolve(ctx, order, {
      attemptId,
      action: fromGraphqlEnum<ReviewResolutionRequest["action"]>(action),
      note,
      ...(reviewItemId ? { reviewItemId } : {}),
      ...(typeof cycle === "number" ? { cycle } : {}),
      ...(refund ? { refund } : {}),
    });
    return this.payments.show(ctx, order);
  }

  @GuardedMutation(updatePaymentsPermission.Permission)
  async retryPayIndexReviewItem(
    @Ctx() ctx: RequestContext,
    @Args("orderId") orderId: ID,
    @Args("id") id: string,
  ): Promise<RetryResultView & { payment: OrderPaymentView }> {
    const order = await this.orderOf(ctx, orderId);
    const result = await this.payments.retry(ctx, order, id);
    return { ...toRetryResultView(result), payment: await this.payments.show(ctx, order) };
  }

  @GuardedMutation(updatePaymentsPermission.Permission)
  async resolvePayIndexReviewItems(
    @Ctx() ctx: RequestContext,
    @Args("input") input: ResolveReviewItemsInput,
  ): Promise<BulkResolveItemResultView[]> {
    return this.queue.resolve(ctx, input);
  }

  @GuardedMutation(updatePaymentsPermission.Permission)
  async retryPayIndexReviewItems(
    @Ctx() ctx: RequestContext,
    @Args("ids") ids: string[],
  ): Promise<BulkRetryItemResultView[]> {
    return this.queue.retry(ctx, ids);
  }

  @GuardedMutation(updatePaymentsPermission.Permission)
  async queryPayIndexAttempts(
    @Ctx() ctx: RequestContext,
    @Args("attemptIds") attemptIds: string[],
  ): Promise<GatewayQueryResultView[]> {
    return this.queries.query(ctx, attemptIds);
  }

  @GuardedMutation(cancelSubscriptionsPermission.Permission)
  async cancelPayIndexSubscription(
    @Ctx() ctx: RequestContext,
    @Args("orderId") orderId: ID,
    @Args("attemptId") attemptId: string,
  ): Promise<CancellationView> {
    return this.payments.cancel(ctx, await this.orderOf(ctx, orderId), attemptId);
  }

  private async orderOf(ctx: RequestContext, id: ID): Promise<Order> {
    const order = await this.payments.order(ctx, id);
    if (order === undefined) throw new EntityNotFoundError("Order", id);
    return order;
  }
}
