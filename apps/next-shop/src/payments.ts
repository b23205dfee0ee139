import { createHash, timingSafeEqual } from "node:crypto";
import { createPayIndex, money } from "@pay-index/next";
import { sqlite } from "@pay-index/sqlite";
import { databaseFile, findOrder, markPaid } from "./orders.ts";

const {
  SHOP_URL = "http://localhost:3000",
  SANDBOX_URL = "http://localhost:4400",
  STAFF_PASSWORD,
} = process.env;

/** The payments of the shop. A real shop leaves out `sandbox` and `sandboxInProduction`. */
export const payments = createPayIndex({
  gateway: SANDBOX_URL,
  sandbox: true,
  sandboxInProduction: true,
  publicUrl: `${SHOP_URL}/pay`,
  merchants: [{ id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] }],
  store: sqlite(databaseFile),
  amountDue: ({ reference, tx }) => {
    const order = findOrder(reference, tx);
    return order && money(order.total, "USD");
  },
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
});

/** A real shop has an account for each person. Without the password, nobody is signed in. */
function isStaffPassword(authorization: string | null): boolean {
  if (STAFF_PASSWORD === undefined) return false;
  const expected = `Basic ${Buffer.from(`staff:${STAFF_PASSWORD}`).toString("base64")}`;
  return timingSafeEqual(digestOf(authorization ?? ""), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
