import { createRequire } from "node:module";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Any } from "./any.mts";
import { once } from "./once.mts";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, provider_id, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const compiled = (file: string) =>
  createRequire(import.meta.url)(`../../.medusa/server/src/subscription/${file}.js`);

/** One cycle is one order, whatever ends or meets the process that makes it. */
export function renewalIdempotencySuite(open: () => TestShop): void {
  const { goods, begun, reserved, renewalsOf, shown } = subscriptionBuyers(open);

  const restore = () => void vi.restoreAllMocks();
  afterEach(restore);

  /** A method of a module is another one until the test ends. */
  function patch(
    name: string,
    method: string,
    instead: (own: (...input: Any[]) => Any) => (...input: Any[]) => Any,
  ) {
    const module = open().resolve(name);
    const own = module[method].bind(module);
    vi.spyOn(module, method).mockImplementation(instead(own));
  }

  /** In a process that is gone nobody holds a lock. */
  function withoutLocks() {
    patch("locking", "execute", () => (_keys: unknown, job: () => unknown) => job());
    for (const method of ["acquire", "release"]) patch("locking", method, () => async () => true);
  }

  type Outcome = { placed: { id: string } } & { refused: { code: string; message: string } };

  const { placeRenewal } = compiled("place-renewal");
  const { createRenewalIds, createRenewalSeed } = compiled("renewal-ids");
  const subscribed = once(async () => {
    const sold = await goods({ plan: monthlyPlan });
    return { sold, ...(await begun(sold)) };
  });

  let lastCycle = 1;
  /** The next cycle of one subscription, which the test asks the plugin to place. */
  async function renewing() {
    const { merchants } = open().payIndex.options.core;
    const { sold, cartId, orderId, attemptId, total } = await subscribed();
    const number = ++lastCycle;
    const amount = { minor: Math.round(total * 100), currency: "USD" };
    const payment = {
      ...{ attemptId, tenant: "default", reference: cartId, variant: "subscription", merchantId: "10004" },
      ...{ amount, transactionId: "1", snapshot: { cartId, sessionId: "", providerId: provider_id } },
    };
    const subscription = {
      ...{ planId: monthlyPlan.id, planType: "monthly", totalCount: 12 },
      ...{ gatewaySubscriptionId: "1", firstOrderId: orderId },
    };
    const dueAt = new Date();
    async function renew(by = merchants): Promise<Outcome> {
      // The provider asks the payment store whether the cycle is paid.
      const record = JSON.stringify({ version: 1, attemptId, number, facts: [], state: "paid" });
      const insert = `INSERT INTO pay_index_cycle (attempt_id, number, tenant, reference, record)
        SELECT attempt_id, CAST($2 AS integer), tenant, reference, $3
        FROM pay_index_attempt WHERE attempt_id = $1 ON CONFLICT DO NOTHING`;
      await runSql(open(), insert, [attemptId, number, record]);
      const cycle = { number, amount, transactionId: String(number), dueAt };
      const key = `${attemptId}/cycle/${number}`;
      return placeRenewal(open().container, by, { key, payment, subscription, cycle });
    }
    const seed = { subscribed: undefined, firstOrderId: orderId, attemptId, cycle: number };
    const ids = createRenewalIds(createRenewalSeed(seed));
    const reservation: string = ids.reservation(0);
    const own: string[] = [ids.order, ids.collection, ids.session, reservation];
    /** The shop is busy with other orders too, its first ones among them. */
    const isOurs = (input: unknown) => own.some((id) => (JSON.stringify(input) ?? "").includes(id));
    const orders = async () => (await renewalsOf(orderId)).filter(({ cycle }) => cycle === String(number));
    const held = "SELECT id FROM reservation_item WHERE id = $1 AND deleted_at IS NULL";
    /** How many reservations and orders there are of the cycle. */
    const records = async () => [(await runSql(open(), held, [reservation])).length, (await orders()).length];
    async function isOnce(id: string) {
      expect(await orders()).toMatchObject([{ id }]);
      expect(await reserved(id)).toEqual([1]);
      const { transactions, payment_collections, summary } = await shown(id);
      expect([transactions.length, Number(summary.pending_difference)]).toEqual([1, 0]);
      expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
    }
    return { renew, isOurs, number, orderId, sold, orders, records, isOnce };
  }
  type Renewal = Awaited<ReturnType<typeof renewing>>;

  /** A cycle whose process ended as soon as this was done of it. What it waits for ends with the test. */
  async function dies(name: string, method: string): Promise<Renewal> {
    const renewal = await renewing();
    const gone = Promise.withResolvers<never>();
    const died = Promise.withResolvers<void>();
    patch(name, method, (own) => async (...input: Any[]) => {
      const made = await own(...input);
      if (!renewal.isOurs(input[0])) return made;
      died.resolve();
      return gone.promise;
    });
    withoutLocks();
    const ended = renewal.renew();
    onTestFinished(async () => {
      gone.reject(new Error("The process is gone."));
      await ended.catch(() => undefined);
    });
    const lived = ended.then((outcome) => {
      throw new Error(`It did not get as far as ${name}.${method}: ${JSON.stringify(outcome)}`);
    });
    await Promise.race([died.promise, lived]);
    restore();
    return renewal;
  }

  /** The first call about the cycle waits until the gate opens, and the second one fails. */
  function failSecondRun({ isOurs }: Renewal, name: string, method: string) {
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    patch(name, method, (own) => async (...input: Any[]) => {
      if (!isOurs(input[0])) return own(...input);
      if (++calls > 1) throw new Error("The second run fails.");
      reached.resolve();
      await gate.promise;
      return own(...input);
    });
    return { reached: reached.promise, goOn: gate.resolve };
  }

  describe("becomes one order with one record of each kind", () => {
    test.each([
      ["inventory", "createReservationItems"],
      ["order", "createOrders"],
      ["payment", "createPaymentCollections"],
      ["payment", "createPaymentSessions"],
      ["link", "create"],
      ["payment", "authorizePaymentSession"],
      ["order", "addOrderTransactions"],
      ["event_bus", "emit"],
    ])("if its process dies after %s.%s (B-28)", async (name, method) => {
      const { renew, isOnce } = await dies(name, method);
      const [one, other] = await Promise.all([renew(), renew()]);
      expect(one).toEqual(other);
      await isOnce(one.placed.id);
    });

    test("if several processes place it at the same moment without locks", async () => {
      const { renew, isOnce } = await renewing();
      withoutLocks();
      const met = await Promise.allSettled([renew(), renew(), renew(), renew()]);
      // Who meets the rows of another one comes again, and shows nothing to staff.
      expect(met.filter((one) => one.status === "fulfilled" && one.value.refused)).toEqual([]);
      await isOnce((await renew()).placed.id);
    });

    test("if another run fails at the same time, which deletes nothing of the first run", async () => {
      const renewal = await renewing();
      const { reached, goOn } = failSecondRun(renewal, "payment", "createPaymentCollections");
      const one = renewal.renew();
      await reached;
      const kept = new Promise<void>((resolve) => {
        patch("locking", "acquire", (own) => (...input: Any[]) => {
          const taken = own(...input);
          if (renewal.isOurs(input[0])) taken.catch(() => resolve());
          return taken;
        });
      });
      const other = renewal.renew();
      await Promise.race([kept, other.catch(() => undefined)]);
      goOn();
      expect(await one).toEqual(await other);
      await renewal.isOnce((await one).placed.id);
    });
  });

  test("reserves its stock again, if a failing run released it without locks", async () => {
    const renewal = await renewing();
    withoutLocks();
    const { reached, goOn } = failSecondRun(renewal, "order", "createOrders");
    const first = renewal.renew();
    await reached;
    await expect(renewal.renew()).rejects.toThrow("The second run fails.");
    goOn();
    await renewal.isOnce((await first).placed.id);
  });

  describe("keeps no record of a dead process if it cannot become an order", () => {
    test("while no merchant serves its provider, and becomes an order once one does", async () => {
      const { renew, records, isOnce } = await dies("order", "createOrders");
      const { merchants } = open().payIndex.options.core;
      const others = merchants.filter(({ variants }) => !variants?.includes("subscription"));
      expect((await renew(others)).refused).toEqual({
        code: "provider_missing",
        message: expect.stringMatching(/^Cycle \d+ .*pp_pay-index_subscription.*then retry/),
      });
      expect(await records()).toEqual([0, 0]);
      await isOnce((await renew()).placed.id);
    });

    test.each([
      ["is cancelled", "first_order_cancelled", "order", "canceled_at"],
      ["is deleted", "first_order_missing", "order", "deleted_at"],
      ["has a product that is no longer sold", "product_gone", "product_variant", "deleted_at"],
    ])("because its first order %s", async (...[, code, table, column]) => {
      const renewal = await dies("order", "createOrders");
      expect(await renewal.records()).toEqual([1, 1]);
      const id = table === "order" ? renewal.orderId : renewal.sold.variantId;
      const set = (value: string) =>
        runSql(open(), `UPDATE "${table}" SET ${column} = ${value} WHERE id = $1`, [id]);
      await set("now()");
      onTestFinished(async () => void (await set("NULL")));
      expect((await renewal.renew()).refused.code).toBe(code);
      expect(await renewal.records()).toEqual([0, 0]);
    });
  });

  describe("with an order that staff cancel before it is paid", () => {
    async function isRefused({ orders, number }: Renewal, { refused }: Outcome) {
      const [{ id, display_id }] = await orders();
      const message = expect.stringMatching(
        new RegExp(`^Cycle ${number} .* order #${display_id} .*by hand, or refund`),
      );
      expect(refused).toEqual({ code: "order_cancelled", message });
      expect(await reserved(id)).toEqual([]);
      const { payment_collections, ...order } = await shown(id);
      expect(order).toMatchObject({ status: "canceled", transactions: [] });
      expect(payment_collections.flatMap(({ payments }: Any) => payments)).toEqual([]);
    }

    test("keeps that order cancelled after its process died, and the refusal names what staff must do", async () => {
      const renewal = await dies("order", "createOrders");
      const [{ id }] = await renewal.orders();
      await open().run("cancelOrderWorkflow", { order_id: id });
      for (const _again of [1, 2]) await isRefused(renewal, await renewal.renew());
    });

    test("captures nothing, if staff cancel the order while it is made", async () => {
      const renewal = await renewing();
      patch("order", "createOrders", (own) => async (...input: Any[]) => {
        const made = await own(...input);
        if (!renewal.isOurs(input[0])) return made;
        restore();
        await open().run("cancelOrderWorkflow", { order_id: made[0].id });
        return made;
      });
      await isRefused(renewal, await renewal.renew());
    });
  });
}
