import { createRequire } from "node:module";
import { MedusaError } from "@medusajs/framework/utils";
import { describe, expect, onTestFinished, test } from "vitest";
import { onEachRenewal } from "./control-hook-handlers.mts";
import { readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import {
  monthlyPlan,
  type PlannedProduct,
  provider_id,
  shortTimeout,
  subscriptionBuyers,
  yearlyPlan,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";
import { failWithConflicts } from "./transaction-conflicts.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** What becomes of each cycle that was paid, on a real Medusa. */
export function renewalsSuite(open: () => TestShop): void {
  const { resolve, run, first, goods, begun, passes, renewalsOf, reserved, items, shown } =
    subscriptionBuyers(open);

  /** How many pieces are reserved, for whatever orders. */
  const heldOf = async ({ stockId }: PlannedProduct): Promise<number> =>
    (await first("inventory_level", ["reserved_quantity"], { inventory_item_id: stockId })).reserved_quantity;

  describe("a cycle that was paid", () => {
    test("starts again at once if Postgres aborts its transaction", async () => {
      const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
      await failWithConflicts(open(), { times: 2, code: "40P01" });
      await passes(attemptId, 31);
      expect(await renewalsOf(orderId)).toHaveLength(1);
      const heard = open().heard.filter((line) => line.includes(cartId));
      expect(heard.join()).not.toContain("job-postponed");
    });

    test("becomes an order like the first one, for the charged amount, at any current price (B-47)", async () => {
      const sold = await goods({ plan: monthlyPlan });
      const { cartId, orderId, attemptId, total } = await begun(sold, { quantity: 2 });
      expect(total).toBeCloseTo(31.1025);
      const heard: Any[] = [];
      const listen = async (event: Any) => void heard.push([event.name, event.data]);
      for (const name of ["order.placed", "payment.captured", "pay-index.cycle.renewed"])
        resolve("event_bus").subscribe(name, listen);
      await run("updateProductVariantsWorkflow", {
        selector: { id: sold.variantId },
        update: { prices: [{ amount: 99, currency_code: "usd" }] },
      });
      await runSql(open(), "UPDATE tax_rate SET rate = 20", []);
      await passes(attemptId, 31);
      await runSql(open(), "UPDATE tax_rate SET rate = 7.25", []);
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
      const paymentId = payment_collections[0].payments[0].id;
      const data = {
        key: `${attemptId}/cycle-2/place-renewal`,
        order_id: id,
        first_order_id: orderId,
        cart_id: cartId,
        attempt_id: attemptId,
        cycle: 2,
      };
      await expect
        // The gateway's clock goes on for the subscriptions of other tests, too.
        .poll(
          () =>
            heard.filter(([, about]) =>
              [id, paymentId].some((its) => [about.id, about.order_id].includes(its)),
            ),
          shortTimeout,
        )
        .toEqual([
          ["order.placed", { id }],
          ["payment.captured", { id: paymentId }],
          ["pay-index.cycle.renewed", expect.objectContaining({ ...data, plan_id: monthlyPlan.id })],
        ]);
    });

    test("has the items of the placed order without the edits of staff, and the current shipping address", async () => {
      const { orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
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
      await passes(attemptId, 31);
      const [renewal] = await renewalsOf(orderId);
      const { items: sent, ...order } = await shown(renewal.id);
      expect(sent.map(({ quantity }: Any) => Number(quantity))).toEqual([1]);
      expect(order).toMatchObject({
        shipping_address: { city: "Leith" },
        billing_address: { city: "London" },
        payment_collections: [{ status: "completed" }],
      });
    });

    test.each<[string, string, (sold: PlannedProduct, orderId: string) => Promise<unknown>]>([
      [
        "whose first order was cancelled",
        "first_order_cancelled",
        (_, order_id) => run("cancelOrderWorkflow", { order_id }),
      ],
      [
        "of what is not sold any more",
        "product_gone",
        ({ variantId }) =>
          runSql(open(), "UPDATE product_variant SET deleted_at = now() WHERE id = $1", [variantId]),
      ],
    ])("%s opens a review item", async (_what, code, deed) => {
      const sold = await goods({ plan: monthlyPlan });
      const { cartId, orderId, attemptId } = await begun(sold);
      await deed(sold, orderId);
      await passes(attemptId, 31);
      expect(await items(cartId)).toContain(`renewal-not-placed ${code}`);
      expect(await renewalsOf(orderId)).toEqual([]);
    });

    test("keeps the plan of the first order, although its product now has another plan", async () => {
      const sold = await goods({ plan: { ...monthlyPlan, totalCount: 5 } });
      const { buyer, orderId, attemptId } = await begun(sold);
      await run("updateProductsWorkflow", {
        selector: { id: sold.productId },
        update: { metadata: { pay_index_plan: yearlyPlan } },
      });
      await passes(attemptId, 31);
      expect(await renewalsOf(orderId)).toHaveLength(1);
      const { body } = await buyer.raw(`/store/pay-index/subscriptions/${buyer.cartId}`, undefined, "GET");
      expect(body.subscription).toMatchObject({
        plan_id: monthlyPlan.id,
        plan_type: "monthly",
        total_count: 5,
      });
    });

    test("can be edited by the shop's own handler before it is paid", async () => {
      const sold = await goods({ plan: monthlyPlan });
      const { orderId, attemptId, total } = await begun(sold);
      const sample = await goods();
      onEachRenewal(async ({ order_id, first_order_id }) => {
        if (first_order_id !== orderId) return;
        await run("beginOrderEditOrderWorkflow", { order_id });
        const items = [{ variant_id: sample.variantId, quantity: 1, unit_price: 0 }];
        await run("orderEditAddNewItemWorkflow", { order_id, items });
        await run("confirmOrderEditRequestWorkflow", { order_id, confirmed_by: "shop" });
      });
      await passes(attemptId, 31);
      const [{ id }] = await renewalsOf(orderId);
      const { items: sent, payment_collections, summary } = await shown(id);
      expect(sent.map(({ unit_price }: Any) => Number(unit_price)).sort()).toEqual([0, 12]);
      expect([summary.paid_total, summary.pending_difference].map(Number)).toEqual([total, 0]);
      expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
      expect([await heldOf(sold), await heldOf(sample)]).toEqual([2, 1]);
    });

    test("whose order the shop's own handler refuses leaves no reservations", async () => {
      const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
      const sample = await goods();
      onEachRenewal(async ({ order_id, first_order_id }) => {
        if (first_order_id !== orderId) return;
        await run("beginOrderEditOrderWorkflow", { order_id });
        const items = [{ variant_id: sample.variantId, quantity: 1, unit_price: 0 }];
        await run("orderEditAddNewItemWorkflow", { order_id, items });
        await run("confirmOrderEditRequestWorkflow", { order_id, confirmed_by: "shop" });
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "Nobody is at home in August.");
      });
      await passes(attemptId, 31);
      expect(await items(cartId)).toEqual(["renewal-not-placed order_refused"]);
      expect(await renewalsOf(orderId)).toEqual([]);
      expect(await heldOf(sample)).toBe(0);
    });

    test("with many lines is reverted completely, although a process dies meanwhile", async () => {
      const { undoUnpaidRenewal } = require("../../.medusa/server/src/subscription/undo-renewal.js");
      const { createRenewalIds } = require("../../.medusa/server/src/subscription/renewal-ids.js");
      const key = { seed: crypto.randomUUID() };
      const inventory = resolve("inventory");
      const { stockId } = await goods({ stock: 1000 });
      const [{ id: location_id }] = await resolve("stock_location").listStockLocations({});
      const about = { inventory_item_id: stockId, location_id, quantity: 1 };
      const id = createRenewalIds(key.seed).reservation;
      const many = Array.from({ length: 150 }, (_, index) => ({ ...about, id: id(index) }));
      await inventory.createReservationItems(many);
      const own = inventory.deleteReservationItems.bind(inventory);
      onTestFinished(() => {
        inventory.deleteReservationItems = own;
      });
      inventory.deleteReservationItems = async (...input: Any[]) => {
        await own(...input);
        throw new Error("The process is gone.");
      };
      await expect(undoUnpaidRenewal(open().container, key)).rejects.toThrow("gone");
      inventory.deleteReservationItems = own;
      await undoUnpaidRenewal(open().container, key);
      const held = { inventory_item_id: stockId };
      expect(await inventory.listReservationItems(held)).toEqual([]);
    });

    test("is not refunded by Medusa, and staff get a review item that names its order", async () => {
      const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
      await passes(attemptId, 31);
      const [renewal] = await renewalsOf(orderId);
      await run("cancelOrderWorkflow", { order_id: renewal.id });
      const [item] = (await open().payIndex.paymentOfCart(cartId)).reviewItems;
      expect(item).toMatchObject({
        kind: "refund-requested",
        problem: { message: expect.stringContaining(`order #${renewal.display_id}.`) },
      });
    });
  });

  test("the id of a renewal is the same in each process, and cannot be derived from public data", async () => {
    const {
      createRenewalIds,
      createRenewalSeed,
    } = require("../../.medusa/server/src/subscription/renewal-ids.js");
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    await passes(attemptId, 31);
    const [{ id }] = await renewalsOf(orderId);
    const { subscribed } = (await open().payIndex.attemptOf(attemptId)) as Any;
    const about = { firstOrderId: orderId, attemptId, cycle: 2 };
    expect(createRenewalIds(createRenewalSeed({ ...about, subscribed })).order).toBe(id);
    expect(createRenewalIds(createRenewalSeed(about)).order).not.toBe(id);
    const { secret } = subscribed;
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const shows = [
      await readOrderRecords(open(), cartId),
      await shown(orderId),
      await shown(id),
      open().heard,
    ];
    expect(JSON.stringify([shows, await open().payIndex.paymentOfCart(cartId)])).not.toContain(secret);
  });
}
