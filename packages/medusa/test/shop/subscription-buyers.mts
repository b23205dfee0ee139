import { expect, onTestFinished } from "vitest";
import type { Any } from "./any.mts";
import { type Buyer, home } from "./buyer.mts";
import { type CreatedProduct, createProduct } from "./create-product.mts";
import { readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { oneTimeBuyerEmail, type TestShop } from "./test-shop.mts";

export const monthlyPlan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Coffee each month",
  type: "monthly",
  description: "A bag of coffee",
  attempts: 3,
};
export const yearlyPlan = { ...monthlyPlan, id: "0d8e5c0a-5a0c-4a53-8f0e-4b7c3f6a9d21", type: "yearly" };
export const provider_id = "pp_pay-index_subscription";

/** Milliseconds, for what follows on an answer. */
export const shortTimeout = { timeout: 30_000 };

let visitors = 0;
/** Each sits elsewhere: attempts with cards are counted by address. */
export const nextIpAddress = () => `203.0.113.${++visitors}`;

export type PlannedProduct = CreatedProduct;

const products = new Map<string | undefined, Promise<PlannedProduct>>();

/** What an order shows, except its id and what its payment has of its own. */
const orderFields = [
  ...["id", "status", "email", "customer_id", "region_id", "sales_channel_id", "currency_code"],
  ...["total", "tax_total", "summary.*", "transactions.amount", "pay_index_attempts.attempt_id"],
  ...["title", "variant_id", "quantity", "unit_price", "tax_lines.rate"].map((field) => `items.${field}`),
  ...["name", "amount", "tax_lines.rate"].map((field) => `shipping_methods.${field}`),
  ...["shipping_address.city", "shipping_address.postal_code", "billing_address.city"],
  ...["status", "amount"].map((field) => `payment_collections.${field}`),
  ...["id", "provider_id", "amount", "captures.amount", "data"].map(
    (field) => `payment_collections.payments.${field}`,
  ),
];

/** Buyers of plans in a real Medusa, and what its records say of their cycles. */
export function subscriptionBuyers(open: () => TestShop) {
  /** Something to sell, for 12.00, in a product and a variant that carry these. */
  function goods({
    plan,
    variantPlan,
    stock = 100,
  }: {
    plan?: unknown;
    variantPlan?: unknown;
    stock?: number;
  } = {}): Promise<PlannedProduct> {
    const carried = (value: unknown) => (value === undefined ? {} : { metadata: { pay_index_plan: value } });
    return createProduct(open().container, {
      ...{ title: "Coffee", stock, product: carried(plan), variant: carried(variantPlan) },
      prices: [
        { amount: 12, currency_code: "usd" },
        { amount: 1500, currency_code: "jpy" },
      ],
    });
  }

  /** A product that no test changes. Without a plan, it is sold once. */
  function product(plan?: object): Promise<PlannedProduct> {
    const key = JSON.stringify(plan);
    const made = products.get(key) ?? goods({ plan });
    products.set(key, made);
    return made;
  }

  async function cartOf(
    lines: readonly Pick<PlannedProduct, "variantId">[],
    {
      email = oneTimeBuyerEmail,
      country = "us",
      region = open().shop.regionId,
      quantity = 1,
      code = "",
      metadata = {},
      buyer = open().buyer(),
    } = {},
  ) {
    const there = { ...home, country_code: country };
    const items = lines.map(({ variantId }) => ({ variant_id: variantId, quantity }));
    const about = { email, metadata, shipping_address: there, billing_address: there, items };
    const body = { region_id: region, ...about };
    async function make(by: Buyer): Promise<string> {
      const { cart } = await by.ask("/store/carts", body);
      by.cartId = cart.id;
      await by.ship(open().shop);
      return by.cartId;
    }
    buyer.cartId = code === "" ? await open().copyOf(body, () => make(open().buyer())) : await make(buyer);
    if (code !== "") await buyer.ask(`/store/carts/${buyer.cartId}/promotions`, { promo_codes: [code] });
    return buyer;
  }

  /** The first order stands. */
  async function begun(
    sold: PlannedProduct,
    { before, ...wish }: Parameters<typeof cartOf>[1] & { before?: (buyer: Buyer) => Promise<void> } = {},
  ) {
    const buyer = await cartOf([sold], wish);
    const { cartId } = buyer;
    await before?.(buyer);
    const { status, body } = await buyer.start({ provider_id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await buyer.postCard(body.payment, { from: nextIpAddress() })).toMatchObject({ status: 303 });
    const attemptId = open().attempt(cartId);
    await open().control.nextDelivery(attemptId);
    await open().processed(attemptId);
    const [{ id: orderId, total, paid }] = await readOrderRecords(open(), cartId);
    expect(paid).toBeGreaterThan(0);
    // The gateway's clock goes on for all subscriptions. Those of other tests would be charged, and renewed, each time.
    onTestFinished(async () => {
      await open().setFaults(attemptId, { kind: "drop" });
      await open()
        .control.closeOrder(attemptId)
        .catch(() => undefined);
    });
    return { buyer, cartId, orderId: orderId as string, attemptId, total: total as number };
  }

  /** A month passes, so that the gateway charges the next cycle. */
  async function passes(attemptId: string, days = 31) {
    await open().control.advance({ days });
    await open().control.nextDelivery(attemptId);
    // It may have been answered before the renewal was made.
    await open().processed(attemptId);
  }

  /** The day has come by which a cycle should have been paid. */
  async function fallsDue(attemptId: string, cycle: number) {
    const values = [new Date().toISOString(), `${attemptId}/cycle-${cycle}/check-cycle`];
    await runSql(open(), "UPDATE pay_index_job SET due_at = $1 WHERE id = $2", values);
    await open().payIndex.gateway.sweep();
    // The shop's own sweep may have been at it first.
    const status = "SELECT status FROM pay_index_job WHERE id = $1";
    await expect
      .poll(async () => (await runSql(open(), status, [values[1]]))[0]?.status, shortTimeout)
      .toBe("completed");
  }

  const renewalsOf = (orderId: string) =>
    runSql(
      open(),
      `SELECT id, display_id, metadata->>'pay_index_cycle' AS cycle FROM "order" WHERE metadata->>'pay_index_first_order' = $1`,
      [orderId],
    );

  /** The pieces that are reserved for an order. */
  const reserved = (orderId: string) =>
    runSql(
      open(),
      `SELECT r.quantity::int AS quantity FROM reservation_item r
       JOIN order_item i ON i.item_id = r.line_item_id WHERE i.order_id = $1 AND r.deleted_at IS NULL`,
      [orderId],
    ).then((rows): number[] => rows.map(({ quantity }) => quantity));

  const shown = (orderId: string) => open().first("order", orderFields, { id: orderId });

  /** The only renewal has everything of the first order, except its id, and is paid. Returns it. */
  async function isRenewedAlike(orderId: string): Promise<Any> {
    const [renewal, ...more] = await renewalsOf(orderId);
    expect(more).toEqual([]);
    const { id: _one, summary: was, payment_collections: paid, ...like } = await shown(orderId);
    const { id, summary, payment_collections, ...rest } = await shown(renewal.id);
    expect(rest).toEqual(like);
    expect([summary.paid_total, Number(summary.pending_difference)]).toEqual([was.paid_total, 0]);
    const { amount } = paid[0].payments[0];
    expect(payment_collections).toMatchObject([
      {
        status: "completed",
        payments: [{ provider_id, amount, captures: [{ amount }], data: { cycle: 2 } }],
      },
    ]);
    return { id, paymentId: payment_collections[0].payments[0].id };
  }

  return { goods, product, cartOf, begun, passes, fallsDue, renewalsOf, reserved, shown, isRenewedAlike };
}
