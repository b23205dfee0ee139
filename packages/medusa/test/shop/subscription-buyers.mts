import { createRequire } from "node:module";
import { expect, onTestFinished } from "vitest";
import type { Buyer } from "./buyer.mts";
import { readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { oneTimeBuyerEmail, type TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);
const flows = require("@medusajs/medusa/core-flows");

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

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
export const shortTimeout = { timeout: 20_000 };

let visitors = 0;
/** Each sits elsewhere: attempts with cards are counted by address. */
export const nextIpAddress = () => `203.0.113.${++visitors}`;

export interface PlannedProduct {
  readonly productId: string;
  readonly variantId: string;
  readonly stockId: string;
}

/** Buyers of plans in a real Medusa, and what its records say of their cycles. */
export function subscriptionBuyers(open: () => TestShop) {
  const resolve = (name: string) => open().container.resolve(name) as Any;
  const run = async (name: string, input: unknown) =>
    (await flows[name](open().container).run({ input })).result;
  const first = async (entity: string, fields: string[], filters: object = {}) =>
    (await resolve("query").graph({ entity, fields, filters })).data[0];

  /** Something to sell, for 12.00, in a product and a variant that carry these. */
  async function goods({
    plan,
    variantPlan,
    stock = 100,
    prices = [],
    channel: channelName = "Web",
  }: {
    plan?: unknown;
    variantPlan?: unknown;
    stock?: number;
    prices?: readonly object[];
    channel?: string;
  } = {}) {
    const [profile] = await resolve("fulfillment").listShippingProfiles({});
    const [channel] = await resolve("sales_channel").listSalesChannels({ name: channelName });
    const [location] = await resolve("stock_location").listStockLocations({});
    const carried = (value: unknown) => (value === undefined ? {} : { metadata: { pay_index_plan: value } });
    const variant = {
      title: "Bag",
      options: { Size: "Bag" },
      prices: [{ amount: 12, currency_code: "usd" }, { amount: 1500, currency_code: "jpy" }, ...prices],
    };
    const product = {
      title: "Coffee",
      handle: `coffee-${crypto.randomUUID()}`,
      status: "published",
      shipping_profile_id: profile.id,
      options: [{ title: "Size", values: ["Bag"] }],
      variants: [{ ...variant, ...carried(variantPlan) }],
      sales_channels: [{ id: channel.id }],
      ...carried(plan),
    };
    const [made] = await run("createProductsWorkflow", { products: [product] });
    const variantId = made.variants[0].id as string;
    const held = await first("variant", ["inventory_items.inventory_item_id"], { id: variantId });
    const stockId = held.inventory_items[0].inventory_item_id as string;
    await run("createInventoryLevelsWorkflow", {
      inventory_levels: [{ inventory_item_id: stockId, location_id: location.id, stocked_quantity: stock }],
    });
    return { productId: made.id as string, variantId, stockId } satisfies PlannedProduct;
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
    const address = {
      first_name: "Ada",
      last_name: "Lovelace",
      address_1: "12 Row",
      city: "London",
      postal_code: "1",
    };
    const there = { ...address, country_code: country, phone: "5550100" };
    const items = lines.map(({ variantId }) => ({ variant_id: variantId, quantity }));
    const about = { email, metadata, shipping_address: there, billing_address: there, items };
    const { cart } = await buyer.ask("/store/carts", { region_id: region, ...about });
    buyer.cartId = cart.id;
    await buyer.ship(open().shop);
    if (code !== "") await buyer.ask(`/store/carts/${cart.id}/promotions`, { promo_codes: [code] });
    return buyer;
  }

  /** The first order stands. */
  async function begun(
    sold: PlannedProduct,
    { before, ...wish }: Parameters<typeof cartOf>[1] & { before?: (buyer: Buyer) => Promise<void> } = {},
  ) {
    const buyer = await cartOf([sold], wish);
    await before?.(buyer);
    const { status, body } = await buyer.start({ provider_id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await buyer.postCard(body.payment, { from: nextIpAddress() })).toMatchObject({ status: 303 });
    await expect
      .poll(async () => (await readOrderRecords(open(), buyer.cartId))[0]?.paid ?? 0, shortTimeout)
      .toBeGreaterThan(0);
    const [order] = await readOrderRecords(open(), buyer.cartId);
    const attemptId = open().attempt(buyer.cartId);
    // The gateway's clock goes on for all subscriptions. Those of other tests would be charged, and renewed, each time.
    onTestFinished(async () => {
      const { control } = open();
      await control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
      await control.closeOrder(attemptId).catch(() => undefined);
    });
    await expect.poll(async () => (await buyer.status()).body.payment.placed, shortTimeout).toBe(true);
    return {
      buyer,
      cartId: buyer.cartId,
      orderId: order.id as string,
      attemptId,
      total: order.total as number,
    };
  }

  async function passes(attemptId: string, days: number) {
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
      .poll(async () => ((await runSql(open(), status, [values[1]])) as Any[])[0]?.status, shortTimeout)
      .toBe("completed");
  }

  const renewalsOf = (orderId: string) =>
    runSql(
      open(),
      `SELECT id, display_id, metadata->>'pay_index_cycle' AS cycle FROM "order" WHERE metadata->>'pay_index_first_order' = $1`,
      [orderId],
    ) as Promise<Any[]>;
  const reserved = async (orderId: string) => {
    const [row] = (await runSql(
      open(),
      `SELECT coalesce(sum(r.quantity), 0)::int AS pieces, count(r.id)::int AS rows FROM reservation_item r
       JOIN order_item i ON i.item_id = r.line_item_id WHERE i.order_id = $1 AND r.deleted_at IS NULL`,
      [orderId],
    )) as Any[];
    return row;
  };
  const items = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).reviewItems.map(
      ({ kind, problem }) => `${kind} ${problem?.code}`,
    );

  const told = [
    "id",
    "status",
    "email",
    "customer_id",
    "region_id",
    "sales_channel_id",
    "currency_code",
    "total",
    "tax_total",
    "summary.*",
    "items.title",
    "items.variant_id",
    "items.quantity",
    "items.unit_price",
    "items.tax_lines.rate",
    "shipping_methods.name",
    "shipping_methods.amount",
    "shipping_methods.tax_lines.rate",
    "shipping_address.city",
    "shipping_address.postal_code",
    "billing_address.city",
    "transactions.amount",
    "payment_collections.status",
    "payment_collections.amount",
    "payment_collections.payments.provider_id",
    "payment_collections.payments.amount",
    "payment_collections.payments.captures.amount",
    "payment_collections.payments.data",
    "pay_index_attempts.attempt_id",
  ];
  const shown = (orderId: string) => first("order", told, { id: orderId });
  return {
    resolve,
    run,
    first,
    goods,
    cartOf,
    begun,
    passes,
    fallsDue,
    renewalsOf,
    reserved,
    items,
    shown,
  };
}
