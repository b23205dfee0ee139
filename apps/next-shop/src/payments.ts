import { createHash, timingSafeEqual } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { money, type NextOptions } from "@pay-index/next";
import { sqlite } from "@pay-index/sqlite";
import { findOrder, markPaid } from "./orders.ts";
import { settings } from "./settings.ts";

/** How the shop takes payments. */
export const options: NextOptions<DatabaseSync> = {
  gateway: settings.gateway,
  sandbox: settings.isSandbox,
  // Only this sample: no money moves in the sandbox.
  sandboxInProduction: true,
  // Where the gateway and buyers reach app/pay.
  publicUrl: `${settings.shopUrl}/pay`,
  merchants: [{ ...settings.merchant, variants: ["hosted"] }],
  store: sqlite(settings.databaseFile),
  // What the order costs now. The plugin compares it with what was paid, before it calls onPaid.
  amountDue: ({ reference, tx }) => {
    const order = findOrder(reference, tx);
    return order && money(order.total, "USD");
  },
  // Runs in the transaction that records the payment: both are in the database, or neither.
  onPaid: ({ payment, tx }) => markPaid(payment.reference, tx),
  orderPage: ({ reference }) => `/orders/${reference}`,
  // Next.js writes the address of the connection there, if no proxy has. Behind a proxy, read the header that the proxy sets.
  clientAddress: (headers) => headers.get("x-forwarded-for")?.split(",").at(-1)?.trim(),
  staff: {
    member: ({ headers }) =>
      isStaffPassword(headers.get("authorization"))
        ? { operator: { id: "staff", name: "Staff" }, permissions: ["view"] }
        : undefined,
  },
};

/** A real shop has an account for each person. Without the password, nobody is signed in. */
function isStaffPassword(authorization: string | null): boolean {
  const { STAFF_PASSWORD } = process.env;
  if (!STAFF_PASSWORD) return false;
  const expected = `Basic ${Buffer.from(`staff:${STAFF_PASSWORD}`).toString("base64")}`;
  return timingSafeEqual(digestOf(authorization ?? ""), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
