import Medusa from "@medusajs/js-sdk";
import type { BookShown, ItemShown, QueueItemShown, RetryShown } from "../../admin-api/words.ts";

/*
 * What the pages ask of the plugin's own routes. The types are those of the server's answers.
 */

export type Item = ItemShown;
export type Attempt = BookShown["attempts"][number];
export type Subscription = NonNullable<Attempt["subscription"]>;
export type Remedy = Item["advised"];
export type Decision = Exclude<Remedy, "work">;
export type QueueItem = QueueItemShown;

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

export async function queue(kind: Item["kind"] | undefined): Promise<readonly QueueItem[]> {
  const query = kind === undefined ? {} : { kind };
  const { items } = await client.fetch<{ items: readonly QueueItem[] }>("/admin/pay-index/items", { query });
  return items;
}

export async function decide(
  id: string,
  decision: { action: Decision; note?: string; cycle?: number },
): Promise<void> {
  await client.fetch(decisionPath(id), { method: "POST", body: decision });
}

export async function retry(id: string): Promise<RetryShown> {
  const request = { method: "POST", body: { action: "work" } };
  return (await client.fetch<{ retry: RetryShown }>(decisionPath(id), request)).retry;
}

function decisionPath(id: string): string {
  return `/admin/pay-index/items/${id}/decision`;
}
