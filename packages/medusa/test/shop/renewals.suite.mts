import { createRequire } from "node:module";
import { MedusaError } from "@medusajs/framework/utils";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Any } from "./any.mts";
import { onEachRenewal } from "./control-hook-handlers.mts";
import { readOrderRecords } from "./order-records.mts";
import { recordEvents } from "./record-events.mts";
import { runSql } from "./run-sql.mts";
import {
  monthlyPlan,
  type PlannedProduct,
  shortTimeout,
  subscriptionBuyers,
  yearlyPlan,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";
import { failWithConflicts } from "./transaction-conflicts.mts";

const compiled = (file: string) =>
  createRequire(import.meta.url)(`../../.medusa/server/src/subscription/${file}.js`);

/** What becomes of each cycle that was paid. */
export function renewalsSuite(open: () => TestShop): void {
  const { goods, begun, passes, renewalsOf, reserved, shown, isRenewedAlike } = subscriptionBuyers(open);

  /** How many pieces are reserved, for whatever orders. */
  const heldOf = async ({ stockId }: PlannedProduct): Promise<number> =>
    (await open().first("inventory_level", ["reserved_quantity"], { inventory_item_id: stockId }))
      .reserved_quantity;

  describe("a cycle that was paid", () => {
    test("becomes an order like the first one, for the charged amount, at any current price (B-47)", async () => {
      const sold = await goods({ plan: monthlyPlan });
      const first = await begun(sold, { quantity: 2 });
      const { cartId, orderId, attemptId, total } = first;
      expect(total).toBeCloseTo(31.1025);
      const [placed, captured] = ["order.placed", "payment.captured"].map((name) =>
        recordEvents(open(), name, {}),
      );
      const renewed = recordEvents(open(), "pay-index.cycle.renewed", { cart_id: cartId });
      const price = (was: number, is: number) =>
        runSql(open(), `UPDATE price SET amount = ${is} WHERE currency_code = 'usd' AND amount = ${was}`);
      await price(12, 99);
      await runSql(open(), "UPDATE tax_rate SET rate = 20");
      await failWithConflicts(open(), { times: 2, code: "40P01" });
      await passes(attemptId);
      await price(99, 12);
      await runSql(open(), "UPDATE tax_rate SET rate = 7.25");
      const { id, paymentId } = await isRenewedAlike(orderId);
      // Postgres aborted its transaction twice, and it started again at once.
      expect(open().eventsOf(cartId)).not.toContainEqual(expect.objectContaining({ event: "job-postponed" }));
      expect(await reserved(id)).toEqual([2]);
      await expect
        .poll(() => renewed, shortTimeout)
        .toMatchObject([
          {
            key: `${attemptId}/cycle-2/place-renewal`,
            ...{ order_id: id, first_order_id: orderId, attempt_id: attemptId },
            ...{ cycle: 2, plan_id: monthlyPlan.id },
          },
        ]);
      // The gateway's clock goes on for the subscriptions of other tests, too.
      expect(placed?.filter((each) => each.id === id)).toHaveLength(1);
      expect(captured?.filter((each) => each.id === paymentId)).toHaveLength(1);
      await isIdSecret(id, first);
    });

    test("has the items of the placed order without the edits of staff, the current address, and the plan of the first order", async () => {
      const sold = await goods({ plan: { ...monthlyPlan, totalCount: 5 } });
      const { buyer, orderId, attemptId } = await begun(sold);
      const [{ id }] = (await open().first("order", ["items.id"], { id: orderId })).items;
      await open().run("beginOrderEditOrderWorkflow", { order_id: orderId });
      const items = [{ id, quantity: 3 }];
      await open().run("orderEditUpdateItemQuantityWorkflow", { order_id: orderId, items });
      await open().run("confirmOrderEditRequestWorkflow", { order_id: orderId, confirmed_by: "staff" });
      const { shipping_address } = await open().first("order", ["shipping_address.*"], { id: orderId });
      await open().run("updateOrderWorkflow", {
        ...{ id: orderId, user_id: "staff", shipping_address: { ...shipping_address, city: "Leith" } },
      });
      const metadata = { pay_index_plan: yearlyPlan };
      const selector = { id: sold.productId };
      await open().run("updateProductsWorkflow", { selector, update: { metadata } });
      await passes(attemptId);
      const [renewal] = await renewalsOf(orderId);
      const order = await shown(renewal.id);
      expect(order.items.map(({ quantity }: Any) => Number(quantity))).toEqual([1]);
      expect(order).toMatchObject({
        ...{ shipping_address: { city: "Leith" }, billing_address: { city: "London" } },
        payment_collections: [{ status: "completed" }],
      });
      const { subscription } = await buyer.ask(`/store/pay-index/subscriptions/${buyer.cartId}`);
      expect(subscription).toMatchObject({
        ...{ plan_id: monthlyPlan.id, plan_type: "monthly", total_count: 5 },
      });
    });

    test("whose order the shop's own handler refuses leaves no reservations, and a later one has the edits of the handler", async () => {
      const [sold, sample] = [await goods({ plan: monthlyPlan }), await goods()];
      const { cartId, orderId, attemptId, total } = await begun(sold);
      let isRefused = true;
      // The handler adds a sample before the renewal is paid.
      onEachRenewal(async ({ order_id, first_order_id }) => {
        if (first_order_id !== orderId) return;
        await open().run("beginOrderEditOrderWorkflow", { order_id });
        const items = [{ variant_id: sample.variantId, quantity: 1, unit_price: 0 }];
        await open().run("orderEditAddNewItemWorkflow", { order_id, items });
        await open().run("confirmOrderEditRequestWorkflow", { order_id, confirmed_by: "shop" });
        if (isRefused) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "Nobody is at home.");
      });
      await passes(attemptId);
      expect(await open().items(cartId)).toEqual(["renewal-not-placed order_refused"]);
      expect(await renewalsOf(orderId)).toEqual([]);
      expect(await heldOf(sample)).toBe(0);
      isRefused = false;
      const job = `${attemptId}/cycle-2/place-renewal`;
      await open().payIndex.gateway.retryReviewItem(job, { operator: { id: "user_1" } });
      const [{ id }] = await renewalsOf(orderId);
      const { items, payment_collections, summary } = await shown(id);
      expect(items.map(({ unit_price }: Any) => Number(unit_price)).sort()).toEqual([0, 12]);
      expect([summary.paid_total, summary.pending_difference].map(Number)).toEqual([total, 0]);
      expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
      expect([await heldOf(sold), await heldOf(sample)]).toEqual([2, 1]);
    });

    test("with many lines is reverted completely, although a process dies meanwhile", async () => {
      const { undoUnpaidRenewal } = compiled("undo-renewal");
      const key = { seed: crypto.randomUUID() };
      const inventory = open().resolve("inventory");
      const { stockId: inventory_item_id } = await goods({ stock: 1000 });
      const { id: location_id } = await open().first("stock_location", ["id"]);
      const reservation = compiled("renewal-ids").createRenewalIds(key.seed).reservation;
      await inventory.createReservationItems(
        Array.from({ length: 150 }, (_, index) => ({
          ...{ inventory_item_id, location_id, quantity: 1, id: reservation(index) },
        })),
      );
      const own = inventory.deleteReservationItems.bind(inventory);
      const spy = vi.spyOn(inventory, "deleteReservationItems").mockImplementationOnce(async (ids) => {
        await own(ids);
        throw new Error("The process ended.");
      });
      onTestFinished(() => void spy.mockRestore());
      await expect(undoUnpaidRenewal(open().container, key)).rejects.toThrow("The process ended.");
      await undoUnpaidRenewal(open().container, key);
      expect(await inventory.listReservationItems({ inventory_item_id })).toEqual([]);
    });
  });

  /** The id of a renewal is the same in each process, and cannot be derived from public data. */
  async function isIdSecret(id: string, first: Awaited<ReturnType<typeof begun>>) {
    const { cartId, orderId: firstOrderId, attemptId } = first;
    const { createRenewalIds, createRenewalSeed } = compiled("renewal-ids");
    const { subscribed } = (await open().payIndex.attemptOf(attemptId)) as Any;
    const about = { firstOrderId, attemptId, cycle: 2 };
    expect(createRenewalIds(createRenewalSeed({ ...about, subscribed })).order).toBe(id);
    expect(createRenewalIds(createRenewalSeed(about)).order).not.toBe(id);
    expect(Buffer.from(subscribed.secret, "base64url")).toHaveLength(32);
    const records = [await readOrderRecords(open(), cartId), await shown(firstOrderId), await shown(id)];
    const payment = await open().payIndex.paymentOfCart(cartId);
    expect(JSON.stringify([records, open().heard, payment])).not.toContain(subscribed.secret);
  }
}
