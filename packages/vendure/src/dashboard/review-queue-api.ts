import { api } from "@vendure/dashboard";
import {
  type OperatorAction,
  type OrderDetails,
  orderFields,
  type RetryResult,
  type ReviewItem,
  reviewItemFields,
} from "./admin-api.ts";
import type { ReviewKind } from "./review-kinds.ts";

/*
 * The review queue's requests to the plugin's Admin API.
 */

export interface ReviewQueueItem {
  readonly item: ReviewItem;
  readonly orderCode: string;
  readonly orderId: string | null;
  /** The amount of the item, in Vendure's integers. */
  readonly amount: number | null;
  readonly currencyCode: string | null;
  readonly order: OrderDetails | null;
}

export interface PaginatedReviewItems {
  readonly items: readonly ReviewQueueItem[];
  readonly totalItems: number;
  readonly counts: readonly { readonly kind: ReviewKind; readonly count: number }[];
}

export interface ReviewQueueOptions {
  readonly kind: ReviewKind | undefined;
  readonly search: string;
  readonly skip: number;
  readonly take: number;
}

export async function fetchReviewQueue(options: ReviewQueueOptions): Promise<PaginatedReviewItems> {
  const query = `query PayIndexReviewItems($options: PayIndexReviewItemListOptions) { payIndexReviewItems(options: $options) {
    items { item { ${reviewItemFields} } orderCode orderId amount currencyCode ${orderFields} } totalItems counts { kind count } } }`;
  return (await api.query<{ payIndexReviewItems: PaginatedReviewItems }>(query, { options }))
    .payIndexReviewItems;
}

/** Returns the number of open review items. */
export async function countReviewItems(): Promise<number> {
  const query = "query PayIndexWaiting { payIndexReviewItems(options: { take: 0 }) { totalItems } }";
  return (await api.query<{ payIndexReviewItems: PaginatedReviewItems }>(query, {})).payIndexReviewItems
    .totalItems;
}

/** The result for one of several items. */
export interface BulkItemOutcome {
  readonly id: string;
  readonly isOpen: boolean;
  readonly problem: string | null;
}

export async function resolveReviewItems(input: {
  ids: readonly string[];
  action: Exclude<OperatorAction, "RECORD_REFUND">;
  note: string;
}): Promise<readonly BulkItemOutcome[]> {
  const mutation = `mutation PayIndexResolveItems($input: ResolvePayIndexReviewItemsInput!) {
    resolvePayIndexReviewItems(input: $input) { id problem } }`;
  const answer = (await api.mutate(mutation, { input })) as {
    resolvePayIndexReviewItems: Omit<BulkItemOutcome, "isOpen">[];
  };
  return answer.resolvePayIndexReviewItems.map((each) => ({ ...each, isOpen: each.problem !== null }));
}

export async function retryReviewItems(
  ids: readonly string[],
): Promise<readonly (RetryResult & { id: string })[]> {
  const mutation = `mutation PayIndexRetryItems($ids: [String!]!) {
    retryPayIndexReviewItems(ids: $ids) { id outcome problem } }`;
  return (
    (await api.mutate(mutation, { ids })) as { retryPayIndexReviewItems: (RetryResult & { id: string })[] }
  ).retryPayIndexReviewItems;
}
