import Medusa from "@medusajs/js-sdk";
import type { CancelResultFields } from "@pay-index/core/staff";
import type {
  AttemptListView,
  GatewayQueryResultView,
  ListedAttemptView,
} from "../../admin-api/attempt-views.ts";
import type { HealthView } from "../../admin-api/health-views.ts";
import type {
  BulkItemResultView,
  CancellationView,
  CapabilityView,
  PaymentView,
  RetryResultView,
  ReviewItemView,
  ReviewQueueItemView,
  ReviewQueueView,
} from "../../admin-api/staff-views.ts";

/*
 * The requests of the admin pages to the plugin's own routes. The types are those of the server's responses.
 */

export type ReviewItem = ReviewItemView;
export type Attempt = PaymentView["attempts"][number];
export type GatewayRefund = Attempt["gateway_refunds"][number];
export type Subscription = NonNullable<Attempt["subscription"]>;
export type RecommendedAction = ReviewItem["recommended_action"];
export type OperatorAction = Exclude<RecommendedAction, "retry">;
export type ReviewQueueItem = ReviewQueueItemView;
export type ListedAttempt = ListedAttemptView;
export type GatewayQueryAnswer = GatewayQueryResultView;
export type CartSummaryView = NonNullable<ReviewQueueItem["summary"]>;

// Medusa's build replaces this name by the address of the backend.
declare const __BACKEND_URL__: string | undefined;
declare const __AUTH_TYPE__: "session" | "jwt" | undefined;
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined;

const { client } = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: {
    type: __AUTH_TYPE__ ?? "session",
    ...(__JWT_TOKEN_STORAGE_KEY__ ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
});

/** The payment of an order, or of a cart without an order. */
export interface OrderOrCartReference {
  readonly of: "orders" | "carts";
  readonly id: string;
}

/** Returns null if no attempt was started. */
export async function fetchPayment({ of, id }: OrderOrCartReference): Promise<PaymentView | null> {
  return (await client.fetch<{ payment: PaymentView | null }>(`/admin/pay-index/${of}/${id}`)).payment;
}

export interface ReviewQueueOptions {
  readonly kind?: ReviewItem["kind"] | undefined;
  readonly q?: string;
  readonly limit: number;
  readonly offset?: number;
}

export function fetchReviewQueue({
  kind,
  q = "",
  limit,
  offset = 0,
}: ReviewQueueOptions): Promise<ReviewQueueView> {
  const query = { ...(kind && { kind }), ...(q && { q }), limit, offset };
  return client.fetch<ReviewQueueView>("/admin/pay-index/review-items", { query });
}

export interface AttemptListOptions {
  readonly group?: string | undefined;
  readonly q: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

export function fetchAttempts({ group, q, after, limit }: AttemptListOptions): Promise<AttemptListView> {
  const query = { ...(group && { group }), ...(q && { q }), ...(after && { after }), limit };
  return client.fetch<AttemptListView>("/admin/pay-index/attempts", { query });
}

/** Asks the gateway about these attempts. Returns the answer about each. */
export async function queryAttemptsAtGateway(ids: readonly string[]): Promise<readonly GatewayQueryAnswer[]> {
  const path = "/admin/pay-index/attempts/query";
  const request = { method: "POST", body: { ids } };
  return (await client.fetch<{ results: readonly GatewayQueryAnswer[] }>(path, request)).results;
}

/** Asks the gateway to cancel the subscription that an attempt started. */
export async function cancelSubscription(attemptId: string): Promise<CancelResultFields> {
  const path = `/admin/pay-index/attempts/${attemptId}/cancellation`;
  const { cancellation } = await client.fetch<{ cancellation: CancellationView }>(path, { method: "POST" });
  const { outcome, closed_at: closedAt, reason, text } = cancellation;
  return { outcome, closedAt, reason: reason as CancelResultFields["reason"], text };
}

/** An attempt or a later cycle of which something can be refunded through the gateway. */
export interface RefundableCharge {
  readonly attemptId: string;
  readonly cycle?: number;
  /** What is left to refund. */
  readonly refundable: NonNullable<Attempt["refundable"]>;
}

/** The body of a refund. `request_id`: the same for the same refund. */
export interface GatewayRefundBody {
  readonly amount: string;
  readonly reason: string;
  readonly request_id: string;
}

/** Refunds through the gateway. Returns the refund, also if the gateway refused it. */
export async function refundAttempt(
  { attemptId, cycle }: RefundableCharge,
  body: GatewayRefundBody,
): Promise<GatewayRefund> {
  const path = `/admin/pay-index/attempts/${attemptId}/refund`;
  const request = { method: "POST", body: { ...body, ...(cycle === undefined ? {} : { cycle }) } };
  return (await client.fetch<{ refund: GatewayRefund }>(path, request)).refund;
}

export async function fetchHealth(): Promise<HealthView> {
  return (await client.fetch<{ health: HealthView }>("/admin/pay-index/health")).health;
}

export async function fetchCapabilities(): Promise<readonly CapabilityView[]> {
  const path = "/admin/pay-index/capabilities";
  return (await client.fetch<{ capabilities: readonly CapabilityView[] }>(path)).capabilities;
}

/** The body of an operator action. */
export interface OperatorActionRequestBody {
  readonly action: OperatorAction;
  readonly note: string;
  readonly cycle?: number;
  readonly refund?: { readonly amount: string; readonly reference: string };
}

export async function resolveReviewItem(id: string, body: OperatorActionRequestBody): Promise<void> {
  await client.fetch(reviewItemActionsPath(id), { method: "POST", body });
}

export type BulkAction = "accept" | "dismiss" | "retry";
export type BulkItemResult = BulkItemResultView;

/** Runs one action, or a retry, for several items. Returns the result of each. */
export async function runBulkAction(
  ids: readonly string[],
  action: BulkAction,
  note = "",
): Promise<readonly BulkItemResult[]> {
  const request = {
    method: "POST",
    body: { review_item_ids: ids, action, ...(action === "retry" ? {} : { note }) },
  };
  const path = "/admin/pay-index/review-items/resolutions";
  return (await client.fetch<{ results: readonly BulkItemResult[] }>(path, request)).results;
}

export async function retryReviewItem(id: string): Promise<RetryResultView> {
  const request = { method: "POST", body: { action: "retry" } };
  return (await client.fetch<{ retry: RetryResultView }>(reviewItemActionsPath(id), request)).retry;
}

function reviewItemActionsPath(id: string): string {
  return `/admin/pay-index/review-items/${id}/resolution`;
}
