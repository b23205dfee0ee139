import type { Phrase } from "@pay-index/core/staff";
import { api } from "@vendure/dashboard";

/*
 * What the dashboard asks of the plugin's Admin API. Plain text: a shop's own generated types do not reach into packages.
 */

export const decisions = ["ACCEPTED", "CLOSED", "REFUNDED"] as const;
export type Decision = (typeof decisions)[number];

export const kinds = [
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
export type Kind = (typeof kinds)[number];

export type State =
  | "NONE"
  | "CREATED"
  | "PENDING"
  | "APPROVED"
  | "PAID"
  | "REVIEW"
  | "FAILED"
  | "CLOSED"
  | "REFUNDED";

export type Source = "SHOP" | "RESPONSE" | "NOTIFICATION" | "OPERATOR";

export interface Item {
  readonly id: string;
  readonly kind: Kind;
  readonly orderNumber: string;
  readonly cycle: number | null;
  readonly createdAt: string;
  readonly tries: number;
  readonly evidence: string;
}

export interface OrderItem {
  readonly item: Item;
  readonly advised: Decision | "WORK";
  readonly canRetry: boolean;
}

export interface Attempt {
  readonly orderNumber: string;
  readonly attempt: number;
  readonly variant: string;
  readonly state: State;
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
  readonly next: { readonly number: number; readonly dueAt: string } | null;
}

export interface Cycle {
  readonly number: number;
  readonly state: State;
  readonly dueAt: string | null;
  readonly orderCode: string | null;
  readonly orderId: string | null;
  readonly missing: boolean;
  /** Of the first cycle in the attempt's own. */
  readonly timeline: readonly TimelineEntry[];
}

export interface TimelineEntry {
  readonly at: string;
  readonly source: Source;
  /** In English. */
  readonly text: string;
  readonly said: readonly Phrase[];
}

export interface Order {
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

export interface Book {
  readonly state: State;
  readonly placedAt: string | null;
  readonly order: Order | null;
  readonly attemptCount: number;
  readonly attempts: readonly Attempt[];
  readonly items: readonly OrderItem[];
  readonly renewalOf: {
    readonly cycle: number;
    readonly orderCode: string;
    readonly orderId: string | null;
  } | null;
}

export const itemFields = "id kind orderNumber cycle createdAt tries evidence";
export const orderFields = `order { code totalWithTax currencyCode buyer { name emailAddress phoneNumber }
  lines { name sku quantity } }`;
const timeline = "timeline { at source text said { id values } }";
const book = `state placedAt attemptCount ${orderFields}
  attempts { orderNumber attempt variant state amount currencyCode channelCode ${timeline}
    subscription { state planType totalCount next { number dueAt }
      cycles { number state dueAt orderCode orderId missing ${timeline} } } }
  renewalOf { cycle orderCode orderId }
  items { item { ${itemFields} } advised canRetry }`;

export async function bookOf(orderId: string): Promise<Book | null> {
  const query = `query PayIndexBook($orderId: ID!) { payIndexBook(orderId: $orderId) { ${book} } }`;
  return (await api.query<{ payIndexBook: Book | null }>(query, { orderId })).payIndexBook;
}

export interface RefundTold {
  readonly amount: string;
  readonly currencyCode: string;
  readonly reference: string;
}

export async function decide(input: {
  orderId: string;
  orderNumber: string;
  action: Decision;
  item: string;
  cycle?: number;
  refund?: RefundTold;
  note: string;
}): Promise<void> {
  const mutation = `mutation PayIndexDecide($input: DecidePayIndexPaymentInput!) {
    decidePayIndexPayment(input: $input) { state } }`;
  await api.mutate(mutation, { input });
}

/** What the server said, without what the dashboard's client puts before it. */
export function saidBy({ message }: Error): string {
  return message.replace(/^GraphQL Request Error: /, "");
}

export interface RetryShown {
  readonly outcome: "DONE" | "FAILED" | "POSTPONED" | "NOT_RUN";
  readonly problem: string | null;
}

export async function work(orderId: string, id: string): Promise<RetryShown> {
  const mutation = `mutation PayIndexWork($orderId: ID!, $id: String!) {
    workPayIndexItem(orderId: $orderId, id: $id) { outcome problem } }`;
  return ((await api.mutate(mutation, { orderId, id })) as { workPayIndexItem: RetryShown }).workPayIndexItem;
}
