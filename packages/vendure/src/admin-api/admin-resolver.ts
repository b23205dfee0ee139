import { UseGuards } from "@nestjs/common";
import { Args, Mutation, Query, Resolver } from "@nestjs/graphql";
import type { ReviewResolution } from "@pay-index/core";
import { Allow, Ctx, EntityNotFoundError, type ID, type Order, RequestContext } from "@vendure/core";
import { ForeignRequestGuard } from "./foreign-request-guard.ts";
import { readPayments, updatePayments } from "./permissions.ts";
import { type OrderPaymentView, type RefundInput, StaffPayments } from "./staff-payments.ts";
import {
  type ResolveReviewItemsInput,
  type ReviewItemListOptions,
  StaffReviewQueue,
} from "./staff-review-queue.ts";
import {
  type BulkRetryResultView,
  type ResolveResultView,
  type RetryView,
  type ReviewQueueView,
  toRetryView,
} from "./views.ts";

interface ResolveReviewItemInput {
  readonly orderId: ID;
  readonly attemptId: string;
  readonly action: string;
  readonly note: string;
  readonly item?: string | null;
  readonly cycle?: number | null;
  readonly refund?: RefundInput | null;
}

@Resolver()
export class AdminResolver {
  constructor(
    private readonly books: StaffPayments,
    private readonly queue: StaffReviewQueue,
  ) {}

  @Query()
  @Allow(readPayments.Permission)
  async payIndexBook(@Ctx() ctx: RequestContext, @Args("orderId") id: ID): Promise<OrderPaymentView | null> {
    const order = await this.books.order(ctx, id);
    return order === undefined ? null : this.books.show(ctx, order);
  }

  @Query()
  @Allow(readPayments.Permission)
  async payIndexItems(
    @Ctx() ctx: RequestContext,
    @Args("options") options?: ReviewItemListOptions | null,
  ): Promise<ReviewQueueView> {
    return this.queue.page(ctx, options ?? {});
  }

  @Mutation()
  @UseGuards(ForeignRequestGuard)
  @Allow(updatePayments.Permission)
  async decidePayIndexPayment(
    @Ctx() ctx: RequestContext,
    @Args("input") { orderId, attemptId, action, note, item, cycle, refund }: ResolveReviewItemInput,
  ): Promise<OrderPaymentView> {
    const order = await this.orderOf(ctx, orderId);
    await this.books.decide(ctx, order, {
      attemptId,
      action: action.toLowerCase() as ReviewResolution["action"],
      note,
      ...(item ? { reviewItemId: item } : {}),
      ...(typeof cycle === "number" ? { cycle } : {}),
      ...(refund ? { refund } : {}),
    });
    return this.books.show(ctx, order);
  }

  @Mutation()
  @UseGuards(ForeignRequestGuard)
  @Allow(updatePayments.Permission)
  async workPayIndexItem(
    @Ctx() ctx: RequestContext,
    @Args("orderId") orderId: ID,
    @Args("id") id: string,
  ): Promise<RetryView & { book: OrderPaymentView }> {
    const order = await this.orderOf(ctx, orderId);
    const result = await this.books.work(ctx, order, id);
    return { ...toRetryView(result), book: await this.books.show(ctx, order) };
  }

  @Mutation()
  @UseGuards(ForeignRequestGuard)
  @Allow(updatePayments.Permission)
  async decidePayIndexItems(
    @Ctx() ctx: RequestContext,
    @Args("input") input: ResolveReviewItemsInput,
  ): Promise<ResolveResultView[]> {
    return this.queue.decide(ctx, input);
  }

  @Mutation()
  @UseGuards(ForeignRequestGuard)
  @Allow(updatePayments.Permission)
  async workPayIndexItems(
    @Ctx() ctx: RequestContext,
    @Args("ids") ids: string[],
  ): Promise<BulkRetryResultView[]> {
    return this.queue.work(ctx, ids);
  }

  private async orderOf(ctx: RequestContext, id: ID): Promise<Order> {
    const order = await this.books.order(ctx, id);
    if (order === undefined) throw new EntityNotFoundError("Order", id);
    return order;
  }
}
