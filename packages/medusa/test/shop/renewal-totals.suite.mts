import { expect, onTestFinished, test, vi } from "vitest";
import type { Any } from "./any.mts";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** What the order of a cycle comes to, and what Medusa says no to. */
export function renewalTotalsSuite(open: () => TestShop): void {
  const { product, begun, passes, renewalsOf, reserved, isRenewedAlike } = subscriptionBuyers(open);
  const run = (name: string, input: unknown) => open().run(name, input);

  async function offered(): Promise<string> {
    const code = `COFFEE-${crypto.randomUUID()}`;
    await open().offer(code, 10);
    onTestFinished(async () => void (await withdraw(code)));
    return code;
  }
  const withdraw = (code: string) =>
    runSql(open(), "UPDATE promotion SET status = 'inactive' WHERE code = $1", [code]);

  test("has the charged amount in yen, which have no decimals", async () => {
    const { id: region } = await open().first("region", ["id"], { name: "Japan" });
    const wish = { region, country: "jp", quantity: 3 };
    const { orderId, attemptId, total } = await begun(await product(monthlyPlan), wish);
    expect(total).toBe(5000);
    await passes(attemptId);
    await isRenewedAlike(orderId);
  });

  test("has the charged amount if prices include tax and the discount no longer applies, and the buyer's metadata, not what the shop added since", async () => {
    const selector = { attribute: "currency_code", value: "usd" };
    const include = (update: object) => run("updatePricePreferencesWorkflow", { selector, update });
    await include({ is_tax_inclusive: true });
    onTestFinished(async () => void (await include({ is_tax_inclusive: false })));
    const code = await offered();
    const { orderId, attemptId, total } = await begun(await product(monthlyPlan), {
      ...{ quantity: 3, code, metadata: { gift: "For Charles" } },
      async before({ cartId }) {
        const { shipping_methods } = await open().first("cart", ["shipping_methods.id"], { id: cartId });
        const [{ id }] = shipping_methods;
        await open()
          .resolve("cart")
          .updateShippingMethods([{ id, metadata: { parcel_shop: "17" } }]);
      },
    });
    // 3 × 12.00 less a tenth, and 5.00 for the post.
    expect(total).toBeCloseTo(37.4);
    await withdraw(code);
    const metadata = { gift: "For Charles Babbage", exported: true };
    await run("updateOrderWorkflow", { id: orderId, user_id: "erp", metadata });
    const rated = { data: { jurisdiction: "TX" }, metadata: { engine: "own" } };
    for (const table of ["order_line_item_tax_line", "order_shipping_method_tax_line"])
      await runSql(open(), `UPDATE ${table} SET data = $1, metadata = $2`, [rated.data, rated.metadata]);
    await passes(attemptId);
    const { id } = await isRenewedAlike(orderId);
    const fields = ["items.tax_lines.*", "shipping_methods.metadata", "shipping_methods.tax_lines.*"];
    const renewal = await open().first("order", ["metadata", ...fields], { id });
    expect(renewal.metadata).toEqual({
      ...{ gift: "For Charles Babbage", pay_index_first_order: orderId, pay_index_cycle: 2 },
    });
    expect(renewal).toMatchObject({
      items: [{ tax_lines: [rated] }],
      shipping_methods: [{ metadata: { parcel_shop: "17" }, tax_lines: [rated] }],
    });
  });

  test("with another total opens a review item, and leaves no records", async () => {
    const { cartId, orderId, attemptId } = await begun(await product(monthlyPlan));
    // Medusa makes another order than it is asked for.
    const orders = open().resolve("order");
    const own = orders.createOrders.bind(orders);
    const untaxed = ({ metadata, items, ...order }: Any) =>
      metadata?.pay_index_first_order === orderId
        ? { ...order, metadata, items: items.map((item: Any) => ({ ...item, tax_lines: [] })) }
        : { ...order, metadata, items };
    const spy = vi
      .spyOn(orders, "createOrders")
      .mockImplementation((given, ...rest) => own((given as Any[]).map(untaxed), ...rest));
    onTestFinished(() => void spy.mockRestore());
    await passes(attemptId);
    expect((await open().payIndex.paymentOfCart(cartId)).reviewItems).toMatchObject([
      {
        kind: "renewal-not-placed",
        problem: { code: "total_differs", message: expect.stringContaining("17.3625 USD") },
      },
    ]);
    expect(await renewalsOf(orderId)).toEqual([]);
  });

  test("that Medusa refuses opens a review item at once with Medusa's text, and becomes an order after the correction", async () => {
    const { cartId, orderId, attemptId } = await begun(await product(monthlyPlan));
    const { id } = await open().first("stock_location", ["id"]);
    const channel = await open().first("sales_channel", ["id"], { name: "Web" });
    const [other] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Market" }] });
    const sendFor = (one: Any, instead: Any) =>
      run("linkSalesChannelsToStockLocationWorkflow", { id, add: [one.id], remove: [instead.id] });
    await sendFor(other, channel);
    const mend = () => sendFor(channel, other);
    onTestFinished(async () => void (await mend()));
    await passes(attemptId);
    const message = expect.stringMatching(/^Cycle 2 .*Sales channel .* is not associated/);
    expect((await open().payIndex.paymentOfCart(cartId)).reviewItems).toMatchObject([
      { kind: "renewal-not-placed", problem: { code: "order_refused", message } },
    ]);
    expect(await renewalsOf(orderId)).toEqual([]);
    await mend();
    await open().payIndex.gateway.retryReviewItem(`${attemptId}/cycle-2/place-renewal`, {
      operator: { id: "user_1" },
    });
    expect(await open().items(cartId)).toEqual([]);
    const [renewal] = await renewalsOf(orderId);
    expect(await reserved(renewal.id)).toEqual([1]);
  });
}
