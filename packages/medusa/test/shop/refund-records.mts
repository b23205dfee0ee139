import { expect } from "vitest";
import type { Any } from "./any.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

const fields = [
  "summary.*",
  // Without it, Medusa does not deduct what the buyer is to send back.
  "total",
  "transactions.*",
  "credit_lines.*",
  "payment_collections.status",
  "payment_collections.refunded_amount",
  "payment_collections.payments.id",
  "payment_collections.payments.refunds.*",
];

const sorted = (amounts: readonly number[]) => amounts.toSorted((a, b) => b - a);

/** What the page of an order shows of its money. */
export async function readRefundRecords({ first }: TestShop, id: string) {
  const { summary, transactions, credit_lines, payment_collections } = await first("order", fields, { id });
  const refunds = payment_collections.flatMap((each: Any) =>
    each.payments.flatMap((payment: Any) => payment.refunds),
  );
  return {
    outstanding: Number(summary.pending_difference),
    transactions: sorted(transactions.map(({ amount }: Any) => Number(amount))),
    credits: sorted(credit_lines.map(({ amount }: Any) => Number(amount))),
    collection: payment_collections.map((each: Any) => [each.status, Number(each.refunded_amount)]),
    refunds: refunds
      .toSorted((one: Any, other: Any) => other.amount - one.amount || one.id.localeCompare(other.id))
      .map(({ amount, note, metadata }: Any) => [Number(amount), note, metadata?.pay_index_synced ?? false]),
  };
}

/** A note of a refund is the reference of the gateway, or none. */
const isNote = (note: unknown) => note === null || typeof note === "string";

/** Medusa's records of an order of 24.99 after these refunds. `unsynced`: how many of the last the gateway has not reported as made. */
export const expectedRefundRecords = (amounts: readonly number[], { unsynced = 0 } = {}) => ({
  outstanding: 0,
  transactions: sorted([24.99, ...amounts.map((amount) => -amount)]),
  credits: sorted(amounts),
  collection: [["completed", Number(amounts.reduce((sum, each) => sum + each, 0).toFixed(2))]],
  refunds: sorted(amounts).map((amount, index) => [
    ...[amount, expect.toSatisfy(isNote), index < amounts.length - unsynced],
  ]),
});

/** Returns the id of Medusa's payment of an order. */
export async function paymentIdOf({ first }: TestShop, id: string): Promise<string> {
  const { payment_collections } = await first("order", fields, { id });
  return payment_collections[0].payments[0].id;
}

/** Jobs that wait run with the next sweep, also those of a process that was killed. */
export const makeJobsDue = (shop: TestShop, cartId: string) =>
  runSql(
    shop,
    "UPDATE pay_index_job SET due_at = $1, lease_token = NULL, lease_until = NULL WHERE reference = $2 AND status = 'due'",
    [new Date(0).toISOString(), cartId],
  );

/** Runs the jobs of a cart, also those that Medusa's own scheduled sweep has taken first. */
export async function runJobs(shop: TestShop, cartId: string): Promise<void> {
  await makeJobsDue(shop, cartId);
  await shop.payIndex.gateway.sweep();
  const findLeases = () =>
    runSql(shop, "SELECT id FROM pay_index_job WHERE reference = $1 AND lease_until > $2", [
      ...[cartId, new Date().toISOString()],
    ]);
  await expect.poll(findLeases, { timeout: 30_000 }).toEqual([]);
}
