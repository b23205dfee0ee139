import { describe, expect, onTestFinished, test } from "vitest";
import { Buyer } from "./buyer.mts";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, provider_id, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** What the order of a cycle comes to, and what Medusa says no to, on a real Medusa. */
export function renewalTotalsSuite(open: () => TestShop): void {
  const { resolve, run, first, goods, begun, passes, renewalsOf, reserved, items, shown } =
    subscriptionBuyers(open);

  /** Medusa has another order made than it is asked for. */
  function makesOf(change: (order: Any) => Any) {
    const orders = resolve("order");
    const own = orders.createOrders.bind(orders);
    orders.createOrders = (given: Any[], ...rest: Any[]) => own(given.map(change), ...rest);
    onTestFinished(() => {
      orders.createOrders = own;
    });
  }

  async function isRenewedAlike({ orderId, attemptId }: { orderId: string; attemptId: string }) {
    await passes(attemptId, 31);
    const [{ id }, ...more] = await renewalsOf(orderId);
    expect(more).toEqual([]);
    const { id: _first, payment_collections: _own, summary: was, ...like } = await shown(orderId);
    const { id: _renewal, payment_collections, summary, ...rest } = await shown(id);
    expect(rest).toEqual(like);
    expect([summary.paid_total, Number(summary.pending_difference)]).toEqual([was.paid_total, 0]);
    expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
  }

  /** Another country, with its own money, storefront and post. */
  async function kuwait() {
    const [channel] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Kuwait" }] });
    const [{ id: location }] = await resolve("stock_location").listStockLocations({});
    await run("linkSalesChannelsToStockLocationWorkflow", { id: location, add: [channel.id] });
    const [key] = await run("createApiKeysWorkflow", {
      api_keys: [{ title: "Kuwait", type: "publishable", created_by: "" }],
    });
    await run("linkSalesChannelsToApiKeyWorkflow", { id: key.id, add: [channel.id] });
    const [region] = await run("createRegionsWorkflow", {
      regions: [
        { name: "Kuwait", currency_code: "kwd", countries: ["kw"], payment_providers: [provider_id] },
      ],
    });
    const { id: option, service_zone_id } = await first("shipping_option", ["id", "service_zone_id"]);
    await resolve("fulfillment").createGeoZones([{ type: "country", country_code: "kw", service_zone_id }]);
    await run("updateShippingOptionsWorkflow", [
      {
        id: option,
        prices: [
          { currency_code: "usd", amount: 5 },
          { currency_code: "jpy", amount: 500 },
          { currency_code: "kwd", amount: 1.5 },
        ],
      },
    ]);
    return { region: region.id as string, buyer: new Buyer(open().origin, key.token) };
  }

  describe("has the charged amount", () => {
    test("with a discount of the first order that no longer applies", async () => {
      const code = `COFFEE-${crypto.randomUUID()}`;
      await open().offer(code, 10);
      const bought = await begun(await goods({ plan: monthlyPlan }), { quantity: 3, code });
      // 3 × 12.00 less a tenth, and 5.00 for the post, with 7.25 % of tax.
      expect(bought.total).toBeCloseTo(40.1115);
      await runSql(open(), "UPDATE promotion SET status = 'inactive' WHERE code = $1", [code]);
      await isRenewedAlike(bought);
    });

    test("with prices that include tax", async () => {
      const dollars = { attribute: "currency_code", value: "usd" };
      const include = (is_tax_inclusive: boolean) =>
        run("updatePricePreferencesWorkflow", { selector: dollars, update: { is_tax_inclusive } });
      await include(true);
      onTestFinished(async () => void (await include(false)));
      const code = `COFFEE-${crypto.randomUUID()}`;
      await open().offer(code, 10);
      const bought = await begun(await goods({ plan: monthlyPlan }), { code });
      // 12.00 less a tenth, and 5.00 for the post.
      expect(bought.total).toBeCloseTo(15.8);
      await isRenewedAlike(bought);
    });

    test("in dinars, which have three decimals, in another sales channel", async () => {
      const { region, buyer } = await kuwait();
      const prices = [{ amount: 4.125, currency_code: "kwd" }];
      const sold = await goods({ plan: monthlyPlan, prices, channel: "Kuwait" });
      const bought = await begun(sold, { region, country: "kw", quantity: 3, buyer });
      expect(bought.total).toBe(13.875);
      await isRenewedAlike(bought);
      const [{ id }] = await renewalsOf(bought.orderId);
      const { currency_code, sales_channel_id } = await shown(id);
      const [channel] = await resolve("sales_channel").listSalesChannels({ name: "Kuwait" });
      expect([currency_code, sales_channel_id]).toEqual(["kwd", channel.id]);
    });

    test("in yen, which have no decimals", async () => {
      const { id: region } = await first("region", ["id"], { name: "Japan" });
      const bought = await begun(await goods({ plan: monthlyPlan }), { region, country: "jp", quantity: 3 });
      expect(bought.total).toBe(5000);
      await isRenewedAlike(bought);
    });
  });

  test("has the buyer's metadata of the first order, and not the metadata that the shop added since", async () => {
    const gift = { gift: "For Charles" };
    const { orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }), {
      metadata: gift,
      async before({ cartId }) {
        const { shipping_methods } = await first("cart", ["shipping_methods.id"], { id: cartId });
        const [{ id }] = shipping_methods;
        await resolve("cart").updateShippingMethods([{ id, metadata: { parcel_shop: "17" } }]);
      },
    });
    await run("updateOrderWorkflow", {
      id: orderId,
      user_id: "erp",
      metadata: { gift: "For Charles Babbage", exported: true },
    });
    const rated = { data: { jurisdiction: "TX" }, metadata: { engine: "own" } };
    for (const table of ["order_line_item_tax_line", "order_shipping_method_tax_line"])
      await runSql(open(), `UPDATE ${table} SET data = $1, metadata = $2`, [rated.data, rated.metadata]);
    await passes(attemptId, 31);
    const [{ id }] = await renewalsOf(orderId);
    const fields = [
      "metadata",
      "items.tax_lines.*",
      "shipping_methods.metadata",
      "shipping_methods.tax_lines.*",
    ];
    const { metadata, items: lines, shipping_methods } = await first("order", fields, { id });
    expect(metadata).toEqual({
      ...{ gift: "For Charles Babbage", pay_index_first_order: orderId, pay_index_cycle: 2 },
    });
    expect(shipping_methods).toMatchObject([{ metadata: { parcel_shop: "17" }, tax_lines: [rated] }]);
    expect(lines).toMatchObject([{ tax_lines: [rated] }]);
  });

  test("with another total opens a review item, and leaves no records", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    makesOf((order) =>
      order.metadata?.pay_index_first_order === orderId
        ? { ...order, items: order.items.map((item: Any) => ({ ...item, tax_lines: [] })) }
        : order,
    );
    await passes(attemptId, 31);
    expect(await items(cartId)).toEqual(["renewal-not-placed total_differs"]);
    const [{ problem }] = (await open().payIndex.paymentOfCart(cartId)).reviewItems as Any[];
    expect(problem.message).toMatch(/another total, 17\.3625 USD\. Create the order by hand/);
    expect(await renewalsOf(orderId)).toEqual([]);
  });

  test("that Medusa refuses opens a review item at once with Medusa's text, and becomes an order after the correction", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    const [{ id }] = await resolve("stock_location").listStockLocations({});
    const [channel] = await resolve("sales_channel").listSalesChannels({ name: "Web" });
    const [other] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Market" }] });
    const sendFor = (one: Any, instead: Any) =>
      run("linkSalesChannelsToStockLocationWorkflow", { id, add: [one.id], remove: [instead.id] });
    await sendFor(other, channel);
    const mend = () => sendFor(channel, other);
    onTestFinished(async () => void (await mend()));
    await passes(attemptId, 31);
    const found = (await open().payIndex.paymentOfCart(cartId)).reviewItems;
    expect(found).toMatchObject([
      {
        kind: "renewal-not-placed",
        problem: {
          code: "order_refused",
          message: expect.stringMatching(/^Cycle 2 .*Sales channel .* is not associated/),
        },
      },
    ]);
    expect(await renewalsOf(orderId)).toEqual([]);
    await mend();
    await open().payIndex.gateway.retryReviewItem(`${attemptId}/cycle-2/place-renewal`, {
      operator: { id: "user_1" },
    });
    expect(await items(cartId)).toEqual([]);
    const [renewal] = await renewalsOf(orderId);
    expect(await reserved(renewal.id)).toEqual({ pieces: 1, rows: 1 });
  });

  test("that fails because of the database is retried without a review item", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    let isAway = true;
    makesOf((order) => {
      const isOurs = order.metadata?.pay_index_first_order === orderId;
      if (isAway && isOurs) throw new Error("Connection terminated unexpectedly");
      return order;
    });
    await passes(attemptId, 31);
    expect(await items(cartId)).toEqual([]);
    expect(await renewalsOf(orderId)).toEqual([]);
    isAway = false;
    await open().payIndex.gateway.retryReviewItem(`${attemptId}/cycle-2/place-renewal`, {
      operator: { id: "user_1" },
    });
    expect(await renewalsOf(orderId)).toHaveLength(1);
  });
}
