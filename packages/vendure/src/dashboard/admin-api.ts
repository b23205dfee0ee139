import type { TimelinePhrase } from "@pay-index/core/staff";
import { api } from "@vendure/dashboard";
import type { ReviewKind } from "./review-kinds.ts";

/*
 * The dashboard's requests to the plugin's Admin API. Plain text, because a shop's generated types do not include
 * packages.
 */

export const operatorActions = ["ACCEPT", "DISMISS", "RECORD_REFUND"] as const;
export type OperatorAction = (typeof operatorActions)[number];

export type PaymentState =
  | "NONE"
  | "CREATED"
  | "PENDING"
  | "APPROVED"
  | "PAID"
  | "REVIEW"
  | "FAILED"
  | "CLOSED"
  | "REFUNDED";

export type FactSource =
  | "SHOP"
  | "BUYER"
  | "RESPONSE"
  | "NOTIFICATION"
  | "INQUIRY"
  | "CANCELLATION"
  | "OPERATOR"
  | "REFUND"
  | "DISPUTE";

export interface ReviewItem {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly attemptId: string;
  readonly cycle: number | null;
  readonly createdAt: string;
  readonly problemCode: string;
  readonly evidence: string;
}

export interface PaymentReviewItem {
  readonly item: ReviewItem;
  readonly recommendedAction: OperatorAction | "RETRY";
  readonly canRetry: boolean;
  /** Null if no recorded refund can resolve the item. */
  readonly refund: RefundFormDefaults | null;
}

/** The defaults of a refund to record. */
export interface RefundFormDefaults {
  /** Null if it is not known. */
  readonly amount: string | null;
  readonly currencyCode: string;
}

export interface Attempt {
  readonly attemptId: string;
  readonly number: number;
  readonly variant: string;
  readonly state: PaymentState;
  readonly amount: string;
  readonly currencyCode: string;
  readonly channelCode: string | null;
  readonly timeline: readonly TimelineEntry[];
  readonly gatewayRefunds: readonly GatewayRefund[];
  readonly subscription: Subscription | null;
}

/** A refund through the gateway. */
export interface GatewayRefund {
  readonly state: "REQUESTED" | "SUBMITTED" | "ACCEPTED" | "UNKNOWN" | "SUCCEEDED" | "FAILED";
  readonly at: string;
  readonly endedAt: string | null;
  readonly amount: string;
  readonly currencyCode: string;
  readonly refundId: string | null;
  readonly reason: string | null;
  readonly text: string | null;
  readonly ofOrder: boolean;
  readonly isFromGateway: boolean;
}

export interface Subscription {
  readonly state: "WAITING" | "ACTIVE" | "CLOSED" | "ENDED";
  readonly planType: string;
  readonly totalCount: number;
  readonly cycles: readonly Cycle[];
  readonly nextCycle: { readonly number: number; readonly dueAt: string } | null;
}

export interface Cycle {
  readonly number: number;
  readonly state: PaymentState;
  readonly dueAt: string | null;
  readonly orderCode: string | null;
  readonly orderId: string | null;
  readonly isOverdue: boolean;
  /** Empty for the first cycle, whose timeline is that of the attempt. */
  readonly timeline: readonly TimelineEntry[];
  readonly gatewayRefunds: readonly GatewayRefund[];
}

export interface TimelineEntry {
  readonly at: string;
  readonly source: FactSource;
  /** In English. */
  readonly text: string;
  readonly phrases: readonly TimelinePhrase[];
}

export interface OrderDetails {
  readonly code: string;
  readonly totalWithTax: number;
  readonly currencyCode: string;
  readonly buyer: {
    readonly name: string;
    readonly emailAddress: string | null;
    readonly phoneNumber: string | null;
  };
  readonly lines: readonly { readonly name: string; readonly sku: string; readonly quantity: number }[];
}

export interface Payment {
  readonly state: PaymentState;
  readonly placedAt: string | null;
  readonly order: OrderDetails | null;
  readonly attemptCount: number;
  readonly attempts: readonly Attempt[];
  readonly reviewItems: readonly PaymentReviewItem[];
  readonly renewalOf: {
    readonly cycle: number;
    readonly orderCode: string;
    readonly orderId: string | null;
  } | null;
}

export const reviewItemFields = "id kind attemptId cycle createdAt problemCode evidence";
export const orderFields = `order { code totalWithTax currencyCode buyer { name emailAddress phoneNumber }
  lines { name sku quantity } }`;
const timelineFields = "timeline { at source text phrases { id values } }";
const refundFields = `gatewayRefunds {
  state at endedAt amount currencyCode refundId reason text ofOrder isFromGateway }`;
const paymentFields = `state placedAt attemptCount ${orderFields}
  attempts { attemptId number variant state amount currencyCode channelCode ${timelineFields} ${refundFields}
    subscription { state planType totalCount nextCycle { number dueAt }
      cycles { number state dueAt orderCode orderId isOverdue ${timelineFields} ${refundFields} } } }
  renewalOf { cycle orderCode orderId }
  reviewItems { item { ${reviewItemFields} } recommendedAction canRetry refund { amount currencyCode } }`;

export async function fetchPayment(orderId: string): Promise<Payment | null> {
  const query = `query PayIndexPayment($orderId: ID!) { payIndexPayment(orderId: $orderId) { ${paymentFields} } }`;
  return (await api.query<{ payIndexPayment: Payment | null }>(query, { orderId })).payIndexPayment;
}

export interface RecordedRefundInput {
  readonly amount: string;
  readonly currencyCode: string;
  readonly reference: string;
}

export async function resolveReviewItem(input: {
  orderId: string;
  attemptId: string;
  action: OperatorAction;
  reviewItemId: string;
  cycle?: number;
  refund?: RecordedRefundInput;
  note: string;
}): Promise<void> {
  const mutation = `mutation PayIndexResolve($input: ResolvePayIndexReviewItemInput!) {
    resolvePayIndexReviewItem(input: $input) { state } }`;
  await api.mutate(mutation, { input });
}

/** Returns the message of the server, without the prefix of the dashboard's client. */
export function errorText({ message }: Error): string {
  return message.replace(/^GraphQL Request Error: /, "");
}

export interface RetryResult {
  readonly outcome: "DONE" | "FAILED" | "POSTPONED" | "NOT_RUN";
  readonly problem: string | null;
}

export async function retryReviewItem(orderId: string, id: string): Promise<RetryResult> {
  const mutation = `mutation PayIndexRetry($orderId: ID!, $id: String!) {
    retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome problem } }`;
  return ((await api.mutate(mutation, { orderId, id })) as { retryPayIndexReviewItem: RetryResult })
    .retryPayIndexReviewItem;
}
