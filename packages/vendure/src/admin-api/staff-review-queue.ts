import { Injectable } from "@nestjs/common";
import type { ReviewItem } from "@pay-index/core";
import { type BulkResolutionRequest, bulkLimit, filterAndPaginateReviewItems } from "@pay-index/core/adapter";
import { ConfigService, type RequestContext, UserInputError } from "@vendure/core";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { OperatorLookup, rethrowAsUserInputError } from "./operator-lookup.ts";
import { OrderSummaries } from "./order-summaries.ts";
import {
  type BulkResolveItemResultView,
  type BulkRetryItemResultView,
  fromGraphqlEnum,
  type ReviewQueueView,
  toRetryResultView,
  toReviewQueueView,
} from "./staff-views.ts";

export interface ReviewItemListOptions {
  readonly skip?: number | null;
  readonly take?: number | null;
  readonly kind?: string | null;
  readonly search?: string | null;
}

export interface ResolveReviewItemsInput {
  readonly ids: readonly string[];
  readonly action: string;
  readonly note: string;
}

/** The review items of orders in the current channel. */
@Injectable()
export class StaffReviewQueue {
  constructor(
    private readonly orders: OrderSummaries,
    private readonly operators: OperatorLookup,
    private readonly config: ConfigService,
    private readonly payable: CheckoutOrderReader,
    private readonly payIndex: PayIndexService,
  ) {}

  /** @throws UserInputError for a page that Vendure's lists refuse */
  async page(ctx: RequestContext, options: ReviewItemListOptions): Promise<ReviewQueueView> {
    const { skip, take } = this.checked(options);
    const text = options.search ?? "";
    const all = await this.visible(ctx);
    const references = await this.orders.byEmail(ctx, all.map(referenceOf), text);
    const kind = options.kind ? fromGraphqlEnum<ReviewItem["kind"]>(options.kind) : undefined;
    const page = filterAndPaginateReviewItems(all, { kind, text, references, skip, take });
    const orders = await this.orders.of(ctx, page.items.map(referenceOf));
    const amounts = await this.payIndex.gateway.reviewItemAmounts(page.items);
    return toReviewQueueView(page, { orders, amounts, precision: this.payable.precision });
  }

  /** Returns the result of each item, in the order of the ids. @throws UserInputError for a list that core refuses */
  async resolve(
    ctx: RequestContext,
    { ids, action, note }: ResolveReviewItemsInput,
  ): Promise<BulkResolveItemResultView[]> {
    const found = await this.named(ctx, ids);
    const operator = await this.operators.of(ctx);
    const reviewItems = found.map(({ id, attemptId }) => ({ reviewItemId: id, attemptId }));
    const { gateway } = this.payIndex;
    const bulk = {
      reviewItems,
      action: fromGraphqlEnum<BulkResolutionRequest["action"]>(action),
      note,
      operator,
    };
    const resolved =
      reviewItems.length === 0 ? [] : await rethrowAsUserInputError(gateway.resolveReviewItems(bulk));
    const gone = ctx.translate("error.pay-index-item-gone");
    return ids.map((id) => {
      const result = resolved.find(({ reviewItemId }) => reviewItemId === id);
      return { id, problem: result === undefined ? gone : result.problem };
    });
  }

  /** Retries the items. Returns the result of each, in the order of the ids. */
  async retry(ctx: RequestContext, ids: readonly string[]): Promise<BulkRetryItemResultView[]> {
    const reviewItemIds = (await this.named(ctx, ids)).map(({ id }) => id);
    const operator = await this.operators.of(ctx);
    const { gateway } = this.payIndex;
    const retried =
      reviewItemIds.length === 0
        ? []
        : await rethrowAsUserInputError(gateway.retryReviewItems({ reviewItemIds, operator }));
    return ids.map((id) => {
      const { result } = retried.find(({ reviewItemId }) => reviewItemId === id) ?? {
        result: { outcome: "not-run" },
      };
      return { id, ...toRetryResultView(result) };
    });
  }

  /**
   * Returns the named items, which must be open and belong to orders in the current channel.
   *
   * @throws UserInputError if there are none or too many, one is named twice, or they are of several kinds
   */
  private async named(ctx: RequestContext, ids: readonly string[]): Promise<readonly ReviewItem[]> {
    const wanted = new Set(ids);
    if (ids.length === 0 || ids.length > bulkLimit || wanted.size < ids.length)
      throw new UserInputError("error.pay-index-items-count", { limit: bulkLimit });
    const found = (await this.visible(ctx)).filter(({ id }) => wanted.has(id));
    if (new Set(found.map(({ kind }) => kind)).size > 1)
      throw new UserInputError("error.pay-index-items-of-kinds");
    return found;
  }

  /**
   * Returns all open items of orders in the current channel. In the default channel also those of orders that do not
   * exist any more.
   */
  private async visible(ctx: RequestContext): Promise<readonly ReviewItem[]> {
    const all = await this.payIndex.gateway.allReviewItems();
    if (tenantOfChannel(ctx.channel) === "default") return all;
    const inChannel = { channels: { id: ctx.channelId } };
    const ids = await this.orders.idsOf(ctx, all.map(referenceOf), inChannel);
    return all.filter(({ reference }) => ids.has(reference));
  }

  /** Checks the page like Vendure's own lists. */
  private checked({ skip, take }: ReviewItemListOptions): { skip: number; take?: number } {
    const limit = this.config.apiOptions.adminListQueryLimit;
    if ((take ?? 0) > limit) throw new UserInputError("error.list-query-limit-exceeded", { limit });
    if ((take ?? 0) < 0 || (skip ?? 0) < 0) throw new UserInputError("error.pay-index-page-negative");
    return { skip: skip ?? 0, ...(typeof take === "number" ? { take } : {}) };
  }
}

function referenceOf({ reference }: ReviewItem): string {
  return reference;
}
