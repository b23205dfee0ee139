import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { booksOf } from "./books.mts";
import { loseRaces } from "./lost-races.mts";
import { sql } from "./sql.mts";
import type { Stage } from "./stage.mts";
import { elsewhere, type Goods, monthly, provider_id, soon, subscribing } from "./subscribing.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

const yearly = { ...monthly, id: "0d8e5c0a-5a0c-4a53-8f0e-4b7c3f6a9d21", type: "yearly" };

/** Subscriptions: what may be begun, and what becomes of each cycle, on a real Medusa. */
export function subscriptions(open: () => Stage): void {
  const { resolve, run, first, goods, cartOf, begun, passes, fallsDue, renewalsOf, reserved, items, shown } =
    subscribing(open);

  describe("a cycle that was paid", () => {
    test("is begun again at once where Postgres ends its order for another one", async () => {
      const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
      await loseRaces(open(), { times: 2, code: "40P01" });
      await passes(orderNumber, 31);
      expect(await renewalsOf(orderId)).toHaveLength(1);
      const heard = open().heard.filter((line) => line.includes(cartId));
      expect(heard.join()).not.toContain("work-postponed");
    });

    test("is an order like the first one, for what was charged, whatever it costs by now (B-47)", {
      timeout: 60_000,
    }, async () => {
      const sold = await goods({ plan: monthly });
      const { cartId, orderId, orderNumber, total } = await begun(sold, { quantity: 2 });
      expect(total).toBeCloseTo(31.1025);
      const heard: Any[] = [];
      const listen = async (event: Any) => void heard.push([event.name, event.data]);
      for (const name of ["order.placed", "pay-index.cycle.renewed"])
        resolve("event_bus").subscribe(name, listen);
      await run("updateProductVariantsWorkflow", {
        selector: { id: sold.variantId },
        update: { prices: [{ amount: 99, currency_code: "usd" }] },
      });
      await sql(open(), "UPDATE tax_rate SET rate = 20", []);
      await passes(orderNumber, 31);
      await sql(open(), "UPDATE tax_rate SET rate = 7.25", []);
      const [renewal, ...more] = await renewalsOf(orderId);
      expect(more).toEqual([]);
      const { id: _one, summary: was, payment_collections: paid, ...like } = await shown(orderId);
      const { id, summary, payment_collections, ...rest } = await shown(renewal.id);
      expect(rest).toEqual(like);
      expect([summary.paid_total, Number(summary.pending_difference)]).toEqual([was.paid_total, 0]);
      expect(payment_collections).toMatchObject([
        {
          status: "completed",
          payments: [{ provider_id, captures: [{ amount: total }], data: { cycle: 2 } }],
        },
      ]);
      expect(payment_collections[0].payments[0].amount).toBe(paid[0].payments[0].amount);
      expect(await reserved(id)).toEqual({ pieces: 2, rows: 1 });
      const data = {
        key: `${orderNumber}/cycle/2/cycle`,
        order_id: id,
        first_order_id: orderId,
        cart_id: cartId,
        order_number: orderNumber,
        cycle: 2,
      };
      await expect
        // The gateway's clock goes on for the subscriptions of other tests, too.
        .poll(() => heard.filter(([, about]) => [about.id, about.order_id].includes(id)), soon)
        .toEqual([
          ["order.placed", { id }],
          ["pay-index.cycle.renewed", expect.objectContaining({ ...data, plan_id: monthly.id })],
        ]);
    });

    test("sells what was placed, not what staff made of the first order, and sends it where that goes by now", {
      timeout: 60_000,
    }, async () => {
      const { orderId, orderNumber } = await begun(await goods({ plan: monthly }));
      const { items: lines } = await first("order", ["items.id"], { id: orderId });
      await run("beginOrderEditOrderWorkflow", { order_id: orderId });
      await run("orderEditUpdateItemQuantityWorkflow", {
        order_id: orderId,
        items: [{ id: lines[0].id, quantity: 3 }],
      });
      await run("confirmOrderEditRequestWorkflow", { order_id: orderId, confirmed_by: "staff" });
      expect(await first("order", ["version", "items.quantity"], { id: orderId })).toMatchObject({
        version: 2,
        items: [{ quantity: 3 }],
      });
      const moved = {
        first_name: "Ada",
        last_name: "Lovelace",
        address_1: "1 Quay",
        city: "Leith",
        postal_code: "2",
        country_code: "us",
      };
      await run("updateOrderWorkflow", { id: orderId, user_id: "staff", shipping_address: moved });
      await passes(orderNumber, 31);
      const [renewal] = await renewalsOf(orderId);
      const { items: sent, ...order } = await shown(renewal.id);
      expect(sent.map(({ quantity }: Any) => Number(quantity))).toEqual([1]);
      expect(order).toMatchObject({
        shipping_address: { city: "Leith" },
        billing_address: { city: "London" },
        payment_collections: [{ status: "completed" }],
      });
    });

    test("without enough in stock is an item, and nothing of it is left; with enough it is an order (B-20)", {
      timeout: 60_000,
    }, async () => {
      const sold = await goods({ plan: monthly, stock: 1 });
      const { cartId, orderId, orderNumber } = await begun(sold);
      await passes(orderNumber, 31);
      expect(await items(cartId)).toEqual(["cycle stock_short"]);
      expect(await renewalsOf(orderId)).toEqual([]);
      const level = () =>
        first("inventory_level", ["id", "location_id", "reserved_quantity"], {
          inventory_item_id: sold.stockId,
        });
      const { reserved_quantity, location_id } = await level();
      expect(reserved_quantity).toBe(1);
      await resolve("inventory").updateInventoryLevels([
        { inventory_item_id: sold.stockId, location_id, stocked_quantity: 2 },
      ]);
      await open().payIndex.gateway.work(`${orderNumber}/cycle/2/cycle`);
      expect(await items(cartId)).toEqual([]);
      expect(await renewalsOf(orderId)).toMatchObject([{ cycle: "2" }]);
      expect((await level()).reserved_quantity).toBe(2);
    });

    test.each<[string, string, (sold: Goods, orderId: string) => Promise<unknown>]>([
      [
        "whose first order was cancelled",
        "first_order_cancelled",
        (_, order_id) => run("cancelOrderWorkflow", { order_id }),
      ],
      [
        "of what is not sold any more",
        "product_gone",
        ({ variantId }) =>
          sql(open(), "UPDATE product_variant SET deleted_at = now() WHERE id = $1", [variantId]),
      ],
    ])("%s is an item", { timeout: 60_000 }, async (_what, code, deed) => {
      const sold = await goods({ plan: monthly });
      const { cartId, orderId, orderNumber } = await begun(sold);
      await deed(sold, orderId);
      await passes(orderNumber, 31);
      expect(await items(cartId)).toContain(`cycle ${code}`);
      expect(await renewalsOf(orderId)).toEqual([]);
    });

    test("has a plan that was started: what its product carries since counts for later buyers", {
      timeout: 60_000,
    }, async () => {
      const sold = await goods({ plan: { ...monthly, totalCount: 5 } });
      const { buyer, orderId, orderNumber } = await begun(sold);
      await run("updateProductsWorkflow", {
        selector: { id: sold.productId },
        update: { metadata: { pay_index_plan: yearly } },
      });
      await passes(orderNumber, 31);
      expect(await renewalsOf(orderId)).toHaveLength(1);
      const { body } = await buyer.raw(`/store/pay-index/subscriptions/${buyer.cartId}`, undefined, "GET");
      expect(body.subscription).toMatchObject({ plan_id: monthly.id, plan_type: "monthly", total_count: 5 });
    });

    test("is not refunded by Medusa: staff are told of its order", { timeout: 60_000 }, async () => {
      const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
      await passes(orderNumber, 31);
      const [renewal] = await renewalsOf(orderId);
      await run("cancelOrderWorkflow", { order_id: renewal.id });
      const [item] = (await open().payIndex.bookOfCart(cartId)).items;
      expect(item).toMatchObject({
        kind: "refund-due",
        problem: { message: expect.stringContaining(renewal.id) },
      });
    });
  });

  test("that a subscription was closed, and that a cycle is missing, are events of Medusa's", {
    timeout: 60_000,
  }, async () => {
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    const heard: Any[] = [];
    const listen = async ({ name, data }: Any) => void heard.push([name, data]);
    for (const name of ["pay-index.cycle.missed", "pay-index.subscription.closed"])
      resolve("event_bus").subscribe(name, listen);
    await fallsDue(orderNumber, 2);
    expect(await items(cartId)).toEqual(["cycle-missing cycle_missing"]);
    await open().desk.closeOrder(orderNumber);
    await open().desk.nextDelivery(orderNumber);
    const whose = {
      key: expect.stringContaining(orderNumber),
      order_number: orderNumber,
      cart_id: cartId,
      first_order_id: orderId,
      plan_id: monthly.id,
    };
    await expect
      .poll(() => heard.filter(([, about]) => about.cart_id === cartId), soon)
      .toEqual([
        ["pay-index.cycle.missed", { ...whose, cycle: 2, due_at: expect.any(String) }],
        ["pay-index.subscription.closed", { ...whose, closed_at: expect.any(String) }],
      ]);
  });

  describe("a cart", () => {
    const started = async (buyer: Awaited<ReturnType<typeof cartOf>>, by = provider_id) => {
      const { status, body } = await buyer.start({ provider_id: by });
      return [status, body.code ?? body.payment.state];
    };

    test("is charged by the plan that its variant carries, or its product, as an object or as text", async () => {
      const plans: [Goods, string][] = [
        [await goods({ plan: monthly }), "monthly"],
        [await goods({ plan: JSON.stringify(monthly) }), "monthly"],
        [await goods({ plan: monthly, variantPlan: yearly }), "yearly"],
      ];
      for (const [sold, type] of plans) {
        const { cartId } = await begun(sold);
        const [payment] = (await open().payIndex.bookOfCart(cartId)).payments;
        expect(payment?.subscription?.planType).toBe(type);
      }
    }, 60_000);

    test("that mixes plans, or a plan and goods, is refused with the reason, and nothing is started", async () => {
      const [coffee, tea, book] = [
        await goods({ plan: monthly }),
        await goods({ plan: yearly }),
        await goods(),
      ];
      for (const by of [provider_id, "pp_pay-index_hosted"]) {
        const plans = await cartOf([coffee, tea]);
        expect(await started(plans, by)).toEqual([400, "pay_index_plans_mixed"]);
        expect(await started(await cartOf([coffee, book]), by)).toEqual([400, "pay_index_plan_and_goods"]);
        expect((await open().payIndex.bookOfCart(plans.cartId)).payments).toEqual([]);
      }
      const { body } = await (await cartOf([coffee, book])).start({ provider_id });
      expect(body).toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(/again and again.*once/),
      });
    }, 60_000);

    test("on a plan that a credit pays in part is refused: it would be used once, and each cycle charged less", async () => {
      const [coffee, book] = [await goods({ plan: monthly }), await goods()];
      const credit = (buyer: { cartId: string }) =>
        run("createCartCreditLinesWorkflow", [{ cart_id: buyer.cartId, amount: 5, reference: "gift-card" }]);
      const [plan, goodsOnce] = [await cartOf([coffee]), await cartOf([book])];
      await credit(plan);
      await credit(goodsOnce);
      expect(await started(plan)).toEqual([400, "pay_index_plan_and_credit"]);
      expect((await open().payIndex.bookOfCart(plan.cartId)).payments).toEqual([]);
      expect(await started(goodsOnce, "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    }, 60_000);

    test("on a plan is not paid once, and one without a plan not again and again", async () => {
      const [coffee, book] = [await goods({ plan: monthly }), await goods()];
      expect(await started(await cartOf([coffee]), "pp_pay-index_hosted")).toEqual([
        400,
        "pay_index_plan_not_once",
      ]);
      expect(await started(await cartOf([book]))).toEqual([400, "pay_index_plan_missing"]);
      expect(await started(await cartOf([book]), "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    }, 60_000);

    test.each<[string, unknown, string]>([
      ["an array", [monthly], ""],
      ["encoded twice", JSON.stringify(JSON.stringify(monthly)), ""],
      ["no JSON", "monthly", ""],
      ["an unknown type", { ...monthly, type: "daily" }, ".type"],
      ["attempts as text", { ...monthly, attempts: "3" }, ".attempts"],
      ["no cycles", { ...monthly, totalCount: 0 }, ".totalCount"],
      ["an id that is no UUID", { ...monthly, id: "coffee" }, ".id"],
      ["no description", { ...monthly, description: "" }, ".description"],
    ])("whose product carries a plan that is wrong is refused: %s", async (_what, plan, path) => {
      const sold = await goods({ plan });
      const { status, body } = await (await cartOf([sold])).start({ provider_id });
      expect([status, body.code]).toEqual([400, "pay_index_plan_invalid"]);
      expect(body.problems).toMatchObject([{ path: sold.productId + path }]);
    });
  });

  describe("a cart that is changed while its buyer pays", () => {
    const asks = "4141414141414141";

    async function isAsked() {
      const [sold, other] = [await goods({ plan: monthly }), await goods({ plan: monthly })];
      const buyer = await cartOf([sold]);
      const { body } = await buyer.start({ provider_id });
      await buyer.postCard(body.payment, { number: asks, from: elsewhere() });
      return { buyer, cartId: buyer.cartId, sold, other };
    }

    /** Each is added first, or Medusa takes the shipping off an empty cart. */
    async function swap(buyer: Awaited<ReturnType<typeof cartOf>>, { variantId }: Goods, mark = {}) {
      const path = `/store/carts/${buyer.cartId}`;
      const { cart } = await buyer.ask(path);
      const line = { variant_id: variantId, quantity: 1, metadata: mark };
      await buyer.ask(`${path}/line-items`, line);
      for (const { id } of cart.items) await buyer.ask(`${path}/line-items/${id}`, undefined, "DELETE");
      expect((await buyer.ask(path)).cart.total).toBe(cart.total);
    }

    test("for other things at the same price is no order: each cycle would deliver what nobody subscribed to", {
      timeout: 60_000,
    }, async () => {
      const { buyer, cartId, sold, other } = await isAsked();
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["paid cart_changed"]);
      expect(await booksOf(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.work(`${open().attempt(cartId)}/paid`);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });

    test("for things on a plan is no order where it is paid once: nobody would charge the plan", {
      timeout: 60_000,
    }, async () => {
      const [sold, other] = [await goods(), await goods({ plan: monthly })];
      const buyer = await cartOf([sold]);
      await buyer.start();
      const { cartId } = buyer;
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["paid cart_changed"]);
      expect(await booksOf(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.work(`${open().attempt(cartId)}/paid`);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });

    test("for the same things in another line is the order", { timeout: 60_000 }, async () => {
      const { buyer, cartId, sold } = await isAsked();
      await swap(buyer, sold, { wrapped: true });
      await open().paid(cartId);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });
  });

  test("the id of a renewal cannot be worked out from what others know, and can by each process", {
    timeout: 60_000,
  }, async () => {
    const { renewalIds, renewalSeed } = require("../../.medusa/server/src/subscription/renewal-ids.js");
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    await passes(orderNumber, 31);
    const [{ id }] = await renewalsOf(orderId);
    const { subscribed } = (await open().payIndex.attemptOf(orderNumber)) as Any;
    const about = { firstOrderId: orderId, orderNumber, cycle: 2 };
    expect(renewalIds(renewalSeed({ ...about, subscribed })).order).toBe(id);
    expect(renewalIds(renewalSeed(about)).order).not.toBe(id);
    const { secret } = subscribed;
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const shows = [await booksOf(open(), cartId), await shown(orderId), await shown(id), open().heard];
    expect(JSON.stringify([shows, await open().payIndex.bookOfCart(cartId)])).not.toContain(secret);
  });

  test("staff see the cycles on the page of each of its orders, and which one is missing", {
    timeout: 60_000,
  }, async () => {
    const { StaffBooks } = require("../../.medusa/server/src/admin-api/staff-books.js");
    const { cartId, orderId, orderNumber } = await begun(await goods({ plan: monthly }));
    await passes(orderNumber, 31);
    const [renewal] = await renewalsOf(orderId);
    await fallsDue(orderNumber, 2);
    await fallsDue(orderNumber, 3);
    const due_at = expect.any(String);
    const transaction_id = expect.any(String);
    const text = expect.stringMatching(/^The gateway confirmed .* cycle 2\)\./);
    const told = { source: "notification", at: expect.any(String), text, said: expect.any(Array) };
    // What was said of the first stands in the attempt's own timeline.
    const first = { transaction_id, timeline: [] };
    const second = { transaction_id, timeline: [told] };
    const unheard = { transaction_id: null, timeline: [] };
    const queued = await new StaffBooks(open().container).queue("cycle-missing");
    expect(queued.find(({ cart_id }: Any) => cart_id === cartId)).toMatchObject({ cycle: 3 });
    for (const id of [orderId, renewal.id]) {
      const book = await new StaffBooks(open().container).ofOrder(id);
      expect(book).toMatchObject({ cart_id: cartId, order_id: orderId });
      expect(book.items).toMatchObject([{ kind: "cycle-missing", cycle: 3 }]);
      expect(book.attempts[0].subscription).toEqual({
        ...{ state: "active", plan_type: "monthly", total_count: 12 },
        cycles: [
          { number: 1, state: "paid", due_at, order_id: orderId, missing: false, ...first },
          { number: 2, state: "paid", due_at, order_id: renewal.id, missing: false, ...second },
          { number: 3, state: "created", due_at, order_id: null, missing: true, ...unheard },
          { number: 4, state: "expected", due_at, order_id: null, missing: false, ...unheard },
        ],
      });
    }
  });

  test("a plan that is wrong is found when the shop starts, before any buyer does", async () => {
    const { bootWarnings } = require("../../.medusa/server/src/boot-warnings.js");
    const sold = await goods({ plan: { ...monthly, type: "daily" }, variantPlan: JSON.stringify([yearly]) });
    const ledger = { isOnlyProcess: async () => true };
    const warnings: string[] = await bootWarnings(open().container, { ...open().payIndex.options, ledger });
    const warning = warnings.find((each) => each.startsWith("Plans that cannot be sold: "));
    expect(warning).toMatch(new RegExp(`${sold.productId}\\.type must be one of`));
    expect(warning).toContain(`${sold.variantId} `);
  });

  test("buyers see their subscriptions and nobody else's", { timeout: 60_000 }, async () => {
    const sold = await goods({ plan: monthly });
    const email = `${crypto.randomUUID()}@example.com`;
    const [mine, stranger] = [await cartOf([sold]), open().buyer()];
    await mine.register(email);
    await stranger.register(`other-${email}`);
    await mine.ask(`/store/carts/${mine.cartId}/customer`, {});
    const { body } = await mine.start({ provider_id });
    await mine.postCard(body.payment, { from: elsewhere() });
    await expect.poll(async () => (await mine.status()).body.payment.placed, soon).toBe(true);
    const [order] = await booksOf(open(), mine.cartId);
    await passes(open().attempt(mine.cartId), 31);
    const [renewal] = await renewalsOf(order.id);
    const path = "/store/pay-index/subscriptions";
    const { subscription } = await mine.ask(`${path}/${mine.cartId}`);
    expect(subscription).toMatchObject({
      ...{ cart_id: mine.cartId, state: "active", plan_id: monthly.id, total_count: 12, closed_at: null },
      next: { number: 3, due_at: expect.any(String) },
      cycles: [
        { number: 1, state: "paid", order_id: order.id, due_at: expect.any(String) },
        { number: 2, state: "paid", order_id: renewal.id, due_at: expect.any(String) },
      ],
    });
    expect(await mine.ask(path)).toEqual({ subscriptions: [subscription] });
    expect(await stranger.ask(path)).toEqual({ subscriptions: [] });
    await buysOftenSince(mine.cartId);
    expect(await mine.ask(path)).toEqual({ subscriptions: [subscription] });
    for (const other of [stranger, open().buyer()])
      expect(await other.raw(`${path}/${mine.cartId}`, undefined, "GET")).toMatchObject({ status: 404 });
    expect(await open().buyer().raw(path, undefined, "GET")).toMatchObject({
      status: 401,
      body: { code: "pay_index_signed_out" },
    });
    const waiting = await cartOf([sold]);
    expect(await waiting.ask(`${path}/${waiting.cartId}`)).toEqual({ subscription: null });
  });

  /** The customer of this cart has paid two hundred others since, once each. */
  async function buysOftenSince(cartId: string): Promise<void> {
    const buyer = await cartOf([await goods()]);
    await buyer.start({ provider_id: "pp_pay-index_hosted" });
    await open().paid(buyer.cartId);
    const like = open().attempt(buyer.cartId);
    const copies = "generate_series(1, 200) AS n";
    await sql(
      open(),
      `INSERT INTO pay_index_book (tenant, reference, version) SELECT 'default', $1::text || n, 1 FROM ${copies}`,
      [buyer.cartId],
    );
    await sql(
      open(),
      `INSERT INTO pay_index_payment (order_number, cycle, tenant, reference, attempt, state, record)
       SELECT $1::text || n, 0, tenant, reference || n, attempt, state,
         replace(replace(record, $1::text, $1::text || n), $2::text, $2::text || n)
       FROM pay_index_payment, ${copies} WHERE order_number = $1::text AND cycle = 0`,
      [like, buyer.cartId],
    );
    const { customer } = await first("cart", ["customer.id"], { id: cartId });
    const links = Array.from({ length: 200 }, (_, index) => ({
      customer: { customer_id: customer.id },
      payIndex: { pay_index_payment_order_number: `${like}${index + 1}` },
    }));
    await resolve("link").create(links);
  }
}
