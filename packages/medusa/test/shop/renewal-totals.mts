import { describe, expect, onTestFinished, test } from "vitest";
import { sql } from "./sql.mts";
import type { Stage } from "./stage.mts";
import { monthly, subscribing } from "./subscribing.mts";

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** What the order of a cycle comes to, and what Medusa says no to, on a real Medusa. */
export function renewalTotals(open: () => Stage): void {
  const { resolve, run, first, goods, begun, passes, renewalsOf, reserved, items, shown } = subscribing(open);

  /** Medusa has another order made than it is asked for. */
  function makesOf(change: (order: Any) => Any) {
    const orders = resolve("order");
    const own = orders.createOrders.bind(orders);
    orders.createOrders = (given: Any[], ...rest: Any[]) => own(given.map(change), ...rest);
    onTestFinished(() => {
      orders.createOrders = own;
    });
  }

  async function isRenewedAlike({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
    await passes(orderNumber, 31);
    const [{ id }, ...more] = await renewalsOf(orderId);
    expect(more).toEqual([]);
    const { id: _first, payment_collections: _own, summary: was, ...like } = await shown(orderId);
    const { id: _renewal, payment_collections, summary, ...rest } = await shown(id);
    expect(rest).toEqual(like);
    expect([summary.paid_total, Number(summary.pending_difference)]).toEqual([was.paid_total, 0]);
    expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
  }

  describe("comes to what was charged", () => {
    test("with a discount of the first order, which nobody could have again", {
      timeout: 60_000,
    }, async () => {
      const code = `COFFEE-${crypto.randomUUID()}`;
      await open().offer(code, 10);
      const bought = await begun(await goods({ plan: monthly }), { quantity: 3, code });
      // 3 × 12.00 less a tenth, and 5.00 for the post, with 7.25 % of tax.
      expect(bought.total).toBeCloseTo(40.1115);
      await sql(open(), "UPDATE promotion SET status = 'inactive' WHERE code = $1", [code]);
      await isRenewedAlike(bought);
    });

    test("where prices have their tax in them", { timeout: 60_000 }, async () => {
      const dollars = { attribute: "currency_code", value: "usd" };
      const include = (is_tax_inclusive: boolean) =>
        run("updatePricePreferencesWorkflow", { selector: dollars, update: { is_tax_inclusive } });
      await include(true);
      onTestFinished(async () => void (await include(false)));
      const code = `COFFEE-${crypto.randomUUID()}`;
      await open().offer(code, 10);
      const bought = await begun(await goods({ plan: monthly }), { code });
      // 12.00 less a tenth, and 5.00 for the post.
      expect(bought.total).toBeCloseTo(15.8);
      await isRenewedAlike(bought);
    });

    test("in yen, which have no decimals", { timeout: 60_000 }, async () => {
      const { id: region } = await first("region", ["id"], { name: "Japan" });
      const bought = await begun(await goods({ plan: monthly }), { region, country: "jp", quantity: 3 });
      expect(bought.total).toBe(5000);
      await isRenewedAlike(bought);
    });
  });

  test("that comes to anything else is an item, and nothing of it is left", { timeout: 60_000 }, async () => {
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    makesOf((order) =>
      order.metadata?.pay_index_first_order === orderId
        ? { ...order, items: order.items.map((item: Any) => ({ ...item, tax_lines: [] })) }
        : order,
    );
    await passes(orderNumber, 31);
    expect(await items(cartId)).toEqual(["cycle total_differs"]);
    const [{ problem }] = (await open().payIndex.bookOfCart(cartId)).items as Any[];
    expect(problem.message).toMatch(/another total, 17\.3625 USD\. Make its order by hand/);
    expect(await renewalsOf(orderId)).toEqual([]);
  });

  test("that Medusa says no to is an item at once, in its words, and an order once that is mended", {
    timeout: 60_000,
  }, async () => {
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    const [{ id }] = await resolve("stock_location").listStockLocations({});
    const [channel] = await resolve("sales_channel").listSalesChannels({ name: "Web" });
    const [other] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Market" }] });
    const sendFor = (one: Any, instead: Any) =>
      run("linkSalesChannelsToStockLocationWorkflow", { id, add: [one.id], remove: [instead.id] });
    await sendFor(other, channel);
    const mend = () => sendFor(channel, other);
    onTestFinished(async () => void (await mend()));
    await passes(orderNumber, 31);
    const found = (await open().payIndex.bookOfCart(cartId)).items;
    expect(found).toMatchObject([
      {
        kind: "cycle",
        problem: {
          code: "order_refused",
          message: expect.stringMatching(/^Cycle 2 .*Sales channel .* is not associated/),
        },
      },
    ]);
    expect(await renewalsOf(orderId)).toEqual([]);
    await mend();
    await open().payIndex.gateway.work(`${orderNumber}/cycle/2/cycle`);
    expect(await items(cartId)).toEqual([]);
    const [renewal] = await renewalsOf(orderId);
    expect(await reserved(renewal.id)).toEqual({ pieces: 1, rows: 1 });
  });

  test("that the database fails for is no item: it is tried again", { timeout: 60_000 }, async () => {
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    let isAway = true;
    makesOf((order) => {
      const isOurs = order.metadata?.pay_index_first_order === orderId;
      if (isAway && isOurs) throw new Error("Connection terminated unexpectedly");
      return order;
    });
    await passes(orderNumber, 31);
    expect(await items(cartId)).toEqual([]);
    expect(await renewalsOf(orderId)).toEqual([]);
    isAway = false;
    await open().payIndex.gateway.work(`${orderNumber}/cycle/2/cycle`);
    expect(await renewalsOf(orderId)).toHaveLength(1);
  });
}
