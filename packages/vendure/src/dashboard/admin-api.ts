import type { TimelinePhrase } from "@pay-index/core/staff";
import { api } from "@vendure/dashboard";

/*
 * What the dashboard asks of the plugin's Admin API. Plain text: a shop's own generated types do not reach into packages.
 */

export const operatorActions = ["ACCEPTED", "CLOSED", "REFUNDED"] as const;
export type OperatorAction = (typeof operatorActions)[number];

export const reviewKinds = [
  "PAID",
  "MISMATCH",
  "PAID_TWICE",
  "CONTRADICTORY",
  "REFUND_NOTICE",
  "REFUND_DUE",
  "BOOK_REFUND",
  "NOT_VERIFIED",
  "UNKNOWN_CODE",
  "UNKNOWN_CYCLE",
  "CYCLE",
  "CLOSED",
  "MISSED",
  "CYCLE_DUE",
  "CYCLE_MISSING",
  "OTHER_MASTER",
  "UNEXPECTED_CYCLE",
  "CHARGED_AFTER_CLOSING",
  "TRANSACTION_REUSED",
  "NO_RESULT",
  "WEAKER_RULE",
  "CHECK_RESULT",
] as const;
export type ReviewKind = (typeof reviewKinds)[number];

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

export type FactSource = "SHOP" | "RESPONSE" | "NOTIFICATION" | "OPERATOR";

export interface ReviewItem {
  readonly id: string;
  readonly kind: ReviewKind;
  readonly attemptId: string;
  readonly cycle: number | null;
  readonly createdAt: string;
  readonly tries: number;
  readonly evidence: string;
}

export interface PaymentReviewItem {
  readonly item: ReviewItem;
  readonly advised: OperatorAction | "WORK";
  readonly canRetry: boolean;
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
  readonly subscription: Subscription | null;
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
  readonly missing: boolean;
  /** Of the first cycle in the attempt's own. */
  readonly timeline: readonly TimelineEntry[];
}

export interface TimelineEntry {
  readonly at: string;
  readonly source: FactSource;
  /** In English. */
  readonly text: string;
  readonly said: readonly TimelinePhrase[];
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
  readonly items: readonly PaymentReviewItem[];
  readonly renewalOf: {
    readonly cycle: number;
    readonly orderCode: string;
    readonly orderId: string | null;
  } | null;
}

export const reviewItemFields = "id kind attemptId cycle createdAt tries evidence";
export const orderFields = `order { code totalWithTax currencyCode buyer { name emailAddress phoneNumber }
  lines { name sku quantity } }`;
const timelineFields = "timeline { at source text said { id values } }";
const paymentFields = `state placedAt attemptCount ${orderFields}
  attempts { attemptId attempt variant state amount currencyCode channelCode ${timelineFields}
    subscription { state planType totalCount next { number dueAt }
      cycles { number state dueAt orderCode orderId missing ${timelineFields} } } }
  renewalOf { cycle orderCode orderId }
  items { item { ${reviewItemFields} } advised canRetry }`;

export async function fetchPayment(orderId: string): Promise<Payment | null> {
  const query = `query PayIndexBook($orderId: ID!) { payIndexBook(orderId: $orderId) { ${paymentFields} } }`;
  return (await api.query<{ payIndexBook: Payment | null }>(query, { orderId })).payIndexBook;
}

export interface RefundInput {
  readonly amount: string;
  readonly currencyCode: string;
  readonly reference: string;
}

export async function resolveReviewItem(input: {
  orderId: string;
  attemptId: string;
  action: OperatorAction;
  item: string;
  cycle?: number;
  refund?: RefundInput;
  note: string;
}): Promise<void> {
  const mutation = `mutation PayIndexDecide($input: DecidePayIndexPaymentInput!) {
    decidePayIndexPayment(input: $input) { state } }`;
  await api.mutate(mutation, { input });
}

/** What the server said, without what the dashboard's client puts before it. */
export function errorText({ message }: Error): string {
  return message.replace(/^GraphQL Request Error: /, "");
}

export interface RetryResult {
  readonly outcome: "DONE" | "FAILED" | "POSTPONED" | "NOT_RUN";
  readonly problem: string | null;
}

export async function retryReviewItem(orderId: string, id: string): Promise<RetryResult> {
  const mutation = `mutation PayIndexWork($orderId: ID!, $id: String!) {
    workPayIndexItem(orderId: $orderId, id: $id) { outcome problem } }`;
  return ((await api.mutate(mutation, { orderId, id })) as { workPayIndexItem: RetryResult })
    .workPayIndexItem;
}
