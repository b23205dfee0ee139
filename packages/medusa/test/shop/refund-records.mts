import { onTestFinished } from "vitest";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

const fields = [
  "total",
  "summary.*",
  "transactions.*",
  "credit_lines.*",
  "payment_collections.status",
  "payment_collections.refunded_amount",
  "payment_collections.payments.refunds.*",
];

/** What the page of an order shows of its money. */
export async function readRefundRecords({ container }: TestShop, orderId: string) {
  const query = container.resolve("query") as Any;
  const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
  const [{ summary, transactions, credit_lines, payment_collections }] = data;
  const refunds = payment_collections.flatMap((each: Any) =>
    each.payments.flatMap((payment: Any) => payment.refunds),
  );
  return {
    outstanding: Number(summary.pending_difference),
    transactions: transactions
      .map(({ amount }: Any) => Number(amount))
      .toSorted((a: number, b: number) => b - a),
    credits: credit_lines.map(({ amount }: Any) => Number(amount)),
    collection: payment_collections.map((each: Any) => [each.status, Number(each.refunded_amount)]),
    refunds: refunds
      .toSorted((one: Any, other: Any) => one.id.localeCompare(other.id))
      .map(({ amount, note, metadata }: Any) => [Number(amount), note, metadata?.pay_index_synced ?? false]),
  };
}

/** Records the events with this name whose data match, until the test ends. */
export function recordEvents(
  { container }: TestShop,
  name: string,
  match: Readonly<Record<string, string>>,
): unknown[] {
  const seen: unknown[] = [];
  const bus = container.resolve("event_bus") as Any;
  const isMeant = (data: Any) => Object.entries(match).every(([field, value]) => data[field] === value);
  const hear = ({ data }: Any) => void (isMeant(data) && seen.push(data));
  const context = { subscriberId: `${name}-${crypto.randomUUID()}` };
  bus.subscribe(name, hear, context);
  onTestFinished(() => bus.unsubscribe(name, hear, context));
  return seen;
}

/** Jobs that wait run with the next sweep, also those of a process that was killed; with an instant, with the first sweep after it. */
export const makeJobsDue = (shop: TestShop, cartId: string, dueAt = new Date(0)) =>
  runSql(
    shop,
    "UPDATE pay_index_job SET due_at = $1, lease_token = NULL, lease_until = NULL WHERE reference = $2 AND status = 'due'",
    [dueAt.toISOString(), cartId],
  );
