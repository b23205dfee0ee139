import type { DatabaseSync } from "node:sqlite";
import { money, type ShopOptions } from "@pay-index/{{host}}";
import { sqlite } from "@pay-index/sqlite";
import { findOrder, markPaid } from "./orders.ts";
import { settings } from "./settings.ts";

export const currency = "USD";

/** How the shop takes payments. `app.ts` creates the payments with these options. */
export const options = {
  gateway: settings.gateway,
  sandbox: settings.isSandbox,
  // Where the gateway and buyers reach the router of the payments, which app.ts mounts.
  publicUrl: `${settings.shopUrl}/pay`,
  merchants: [{ ...settings.merchant, variants: ["hosted"] }],
  store: sqlite(settings.databaseFile),
  // What the order costs now. The plugin compares it with what was paid, before it calls onPaid.
  amountDue: ({ reference, tx }) => {
    const order = findOrder(reference, tx);
    return order && money(order.total, currency);
  },
  // Runs in the transaction that records the payment: both are in the database, or neither.
  onPaid: ({ payment, tx }) => markPaid(payment.reference, tx),
  orderPage: ({ reference }) => `/orders/${reference}`,
} satisfies ShopOptions<DatabaseSync, unknown>;
