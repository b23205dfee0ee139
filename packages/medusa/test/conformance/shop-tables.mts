import type { CheckoutKey, StaffCheckoutStatus } from "@pay-index/conformance";
import { fromAmountText } from "@pay-index/core";
import type { TestDatabase } from "./test-database.mts";

/** What Medusa's own tables say of a cart, read past Medusa. */
export async function readShopTables(
  place: TestDatabase,
  { reference }: CheckoutKey,
): Promise<Omit<StaffCheckoutStatus, "payment">> {
  const orders = await place.query(
    `SELECT o.id, o.status FROM order_cart link JOIN "order" o ON o.id = link.order_id
     WHERE link.cart_id = $1 AND link.deleted_at IS NULL AND o.deleted_at IS NULL`,
    [reference],
  );
  const ids = orders.map(({ id }) => id);
  // Also those that belong to no order, which a race leaves behind.
  const payments = await place.query(
    `SELECT p.raw_amount->>'value' AS amount, p.currency_code AS currency, pc.status
     FROM cart_payment_collection link
     JOIN payment_collection pc ON pc.id = link.payment_collection_id
     JOIN payment p ON p.payment_collection_id = pc.id AND p.canceled_at IS NULL AND p.deleted_at IS NULL
     WHERE link.cart_id = $1`,
    [reference],
  );
  const [recorded] = await place.query(
    `SELECT count(*)::int AS captures FROM order_transaction
     WHERE order_id = ANY($1) AND reference = 'capture' AND deleted_at IS NULL`,
    [ids],
  );
  const [reserved] = await place.query(
    // Each version of an order, such as one with a credit line, has its items again.
    `SELECT coalesce(sum(r.quantity), 0)::int AS pieces FROM reservation_item r
     WHERE r.line_item_id IN (SELECT item_id FROM order_item WHERE order_id = ANY($1)) AND r.deleted_at IS NULL`,
    [ids],
  );
  const [refunds] = await place.query(
    `SELECT coalesce(sum((r.raw_amount->>'value')::numeric * 100), 0)::int AS minor FROM refund r
     JOIN payment p ON p.id = r.payment_id
     JOIN order_payment_collection link ON link.payment_collection_id = p.payment_collection_id
     WHERE link.order_id = ANY($1) AND r.deleted_at IS NULL`,
    [ids],
  );
  // Whatever says that it renews one of them: with what was captured for it, where its payment is complete.
  const renewals = await place.query(
    `SELECT (o.metadata->>'pay_index_cycle')::int AS cycle, o.currency_code AS currency,
       coalesce((SELECT sum(t.amount) FROM order_transaction t JOIN order_payment_collection link ON link.order_id = t.order_id
         JOIN payment_collection pc ON pc.id = link.payment_collection_id AND pc.status = 'completed'
         WHERE t.order_id = o.id AND t.reference = 'capture' AND t.deleted_at IS NULL AND link.deleted_at IS NULL), 0)::text AS paid
     FROM "order" o WHERE o.metadata->>'pay_index_first_order' = ANY($1) AND o.deleted_at IS NULL`,
    [ids],
  );
  return {
    orders: orders.length,
    paid: orders.length > 0 && payments.some(({ status }) => status === "completed"),
    cancelled: orders.some(({ status }) => status === "canceled"),
    recordedAmounts: payments.map(({ amount, currency }) =>
      fromAmountText(String(amount), String(currency).toUpperCase()),
    ),
    effects: Number(recorded?.captures),
    taken: Number(reserved?.pieces),
    refunded: Number(refunds?.minor),
    renewals: renewals.map(({ cycle, currency, paid }) => ({
      cycle: Number(cycle),
      amount: fromAmountText(String(paid), String(currency).toUpperCase()),
    })),
  };
}

/** Returns Medusa's payment of the order of a cart. */
export async function findPaymentId(
  place: TestDatabase,
  { reference }: CheckoutKey,
): Promise<string | undefined> {
  const [found] = await place.query(
    `SELECT p.id FROM order_cart c
     JOIN order_payment_collection link ON link.order_id = c.order_id AND link.deleted_at IS NULL
     JOIN payment p ON p.payment_collection_id = link.payment_collection_id AND p.canceled_at IS NULL AND p.deleted_at IS NULL
     WHERE c.cart_id = $1 AND c.deleted_at IS NULL ORDER BY p.created_at LIMIT 1`,
    [reference],
  );
  return found === undefined ? undefined : String(found.id);
}

/** By name, every row of every table. */
export async function readTables(place: TestDatabase): Promise<Record<string, unknown>> {
  const names = await place.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const rows = names.map(async ({ name }) => [name, await place.query(`SELECT * FROM "${name}"`)]);
  return Object.fromEntries(await Promise.all(rows));
}
