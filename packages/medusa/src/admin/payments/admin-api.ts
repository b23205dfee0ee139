import Medusa from "@medusajs/js-sdk";
import type {
  BookShown,
  BulkResultShown,
  ItemShown,
  QueueItemShown,
  QueueShown,
  RetryShown,
} from "../../admin-api/words.ts";

/*
 * What the pages ask of the plugin's own routes. The types are those of the server's answers.
 */

export type Item = ItemShown;
export type Attempt = BookShown["attempts"][number];
export type Subscription = NonNullable<Attempt["subscription"]>;
export type Remedy = Item["advised"];
export type Decision = Exclude<Remedy, "work">;
export type QueueItem = QueueItemShown;
export type Summary = NonNullable<QueueItem["summary"]>;

// Medusa's build writes the admin's own settings here.
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

/** An order's payments, or those of a cart that has not become one. */
export interface Reference {
  readonly of: "orders" | "carts";
  readonly id: string;
}

/** Null: nothing was sent to the gateway. */
export async function bookOf({ of, id }: Reference): Promise<BookShown | null> {
  const { book } = await client.fetch<{ book: BookShown | null }>(`/admin/pay-index/${of}/${id}`);
  return book;
}

export interface QueueAsked {
  readonly kind?: Item["kind"] | undefined;
  readonly q?: string;
  readonly limit: number;
  readonly offset?: number;
}

export function queue({ kind, q = "", limit, offset = 0 }: QueueAsked): Promise<QueueShown> {
  const query = { ...(kind && { kind }), ...(q && { q }), limit, offset };
  return client.fetch<QueueShown>("/admin/pay-index/items", { query });
}

/** A decision as the route takes it. */
export interface Decided {
  readonly action: Decision;
  readonly note: string;
  readonly cycle?: number;
  readonly refund?: { readonly amount: string; readonly reference: string };
}

export async function decide(id: string, decision: Decided): Promise<void> {
  await client.fetch(decisionPath(id), { method: "POST", body: decision });
}

export type BulkAction = "accepted" | "closed" | "work";
export type BulkResult = BulkResultShown;

/** One decision, or a retry, of several items. Returns what became of each. */
export async function decideAll(
  items: readonly string[],
  action: BulkAction,
  note = "",
): Promise<readonly BulkResult[]> {
  const request = { method: "POST", body: { items, action, ...(action === "work" ? {} : { note }) } };
  const path = "/admin/pay-index/items/decisions";
  return (await client.fetch<{ results: readonly BulkResult[] }>(path, request)).results;
}

export async function retry(id: string): Promise<RetryShown> {
  const request = { method: "POST", body: { action: "work" } };
  return (await client.fetch<{ retry: RetryShown }>(decisionPath(id), request)).retry;
}

function decisionPath(id: string): string {
  return `/admin/pay-index/items/${id}/decision`;
}
