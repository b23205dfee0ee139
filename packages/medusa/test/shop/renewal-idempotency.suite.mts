import { createRequire } from "node:module";
import type { PlaceRenewalRequest } from "@pay-index/core/adapter";
import { afterEach, describe, expect, test } from "vitest";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, provider_id, shortTimeout, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** One cycle is one order, whatever ends or meets the process that makes it, on a real Medusa. */
export function renewalIdempotencySuite(open: () => TestShop): void {
  const { resolve, run, goods, begun, reserved, renewalsOf, shown } = subscriptionBuyers(open);

  const undo: (() => void)[] = [];
  const restore = () => {
    for (const each of undo.splice(0).reverse()) each();
  };
  const dead: { end: () => void; ended: Promise<unknown> }[] = [];
  afterEach(async () => {
    restore();
    const ended = dead.splice(0).map((each) => {
      each.end();
      return each.ended;
    });
    await Promise.all(ended);
  });

  function patch(name: string, method: string, make: (own: (...input: Any[]) => Any) => unknown) {
    const module = resolve(name);
    const own = module[method].bind(module);
    module[method] = make(own);
    undo.push(() => {
      module[method] = own;
    });
  }

  /** In a process that is gone nobody holds a lock. */
  function withoutLocks() {
    patch("locking", "execute", () => (_keys: unknown, job: () => unknown) => job());
    for (const method of ["acquire", "release"]) patch("locking", method, () => async () => true);
  }

  type Outcome = { placed: { id: string } } & { refused: { code: string; message: string } };

  async function renewing() {
    const { placeRenewal } = require("../../.medusa/server/src/subscription/place-renewal.js");
    const { merchants } = open().payIndex.options.core;
    const sold = await goods({ plan: monthlyPlan });
    const { cartId, orderId, attemptId, total } = await begun(sold);
    const amount = { minor: Math.round(total * 100), currency: "USD" };
    const payment = {
      ...{ attemptId, tenant: "default", reference: cartId, variant: "subscription", merchantId: "10004" },
      ...{ amount, transactionId: "1", snapshot: { cartId, sessionId: "", providerId: provider_id } },
    };
    const subscription = {
      planId: monthlyPlan.id,
      planType: "monthly",
      totalCount: 12,
      gatewaySubscriptionId: "1",
      firstOrderId: orderId,
    };
    const dueAt = new Date();
    /** The provider asks the payment store whether the cycle is paid. */
    const isPaid = (number: number) =>
      runSql(
        open(),
        `INSERT INTO pay_index_cycle (attempt_id, number, tenant, reference, record)
SELECT attempt_id, CAST($2 AS integer), tenant, reference, $3
FROM pay_index_attempt WHERE attempt_id = $1 ON CONFLICT DO NOTHING`,
        [attemptId, number, JSON.stringify({ version: 1, attemptId, number, facts: [], state: "paid" })],
      );
    const renewed = async (number: number, by = merchants): Promise<Outcome> => {
      await isPaid(number);
      const cycle = { number, amount, transactionId: String(number), dueAt };
      const key = `${attemptId}/cycle/${number}`;
      const request = { key, payment, subscription, cycle } as unknown as PlaceRenewalRequest;
      return placeRenewal(open().container, by, request);
    };
    const {
      createRenewalIds,
      createRenewalSeed,
    } = require("../../.medusa/server/src/subscription/renewal-ids.js");
    const ids = createRenewalIds(
      createRenewalSeed({ subscribed: undefined, firstOrderId: orderId, attemptId, cycle: 2 }),
    );
    const own: string[] = [ids.order, ids.collection, ids.session, ids.reservation(0)];
    /** The shop is busy with other orders too, its first ones among them. */
    const isOurs = (input: unknown) => {
      const text = JSON.stringify(input) ?? "";
      return own.some((id) => text.includes(id));
    };
    const held = () =>
      runSql(open(), "SELECT id FROM reservation_item WHERE id = $1 AND deleted_at IS NULL", [
        ids.reservation(0),
      ]);
    return { renew: renewed, isOurs, orderId, attemptId, sold, held };
  }

  /** The process that makes it ends as soon as this is done of its second cycle. What it waits for ends with the test. */
  async function dies({ renew, isOurs }: Awaited<ReturnType<typeof renewing>>, name: string, method: string) {
    let end = () => {};
    const gone = new Promise((_resolve, reject) => {
      end = () => reject(new Error("The process is gone."));
    });
    gone.catch(() => undefined);
    const died = new Promise<void>((resolveDeath) => {
      patch(name, method, (own) => async (...input: Any[]) => {
        const made = await own(...input);
        if (!isOurs(input[0])) return made;
        resolveDeath();
        await gone;
      });
    });
    withoutLocks();
    const ended = renew(2);
    dead.push({ end, ended: ended.catch(() => undefined) });
    const lived = ended.then((outcome) => {
      throw new Error(`It did not get as far as ${name}.${method}: ${JSON.stringify(outcome)}`);
    });
    await Promise.race([died, lived]);
    restore();
  }

  async function isOnce(orderId: string, id: string) {
    expect(await renewalsOf(orderId)).toMatchObject([{ id, cycle: "2" }]);
    expect(await reserved(id)).toEqual({ pieces: 1, rows: 1 });
    const { transactions, payment_collections, summary } = await shown(id);
    expect([transactions.length, Number(summary.pending_difference)]).toEqual([1, 0]);
    expect(payment_collections).toMatchObject([{ status: "completed", payments: [{ captures: [{}] }] }]);
  }

  async function isCancelled(id: string) {
    expect(await reserved(id)).toEqual({ pieces: 0, rows: 0 });
    const { status, transactions, payment_collections } = await shown(id);
    const paid = payment_collections.flatMap(({ payments }: Any) => payments);
    expect([status, transactions, paid]).toEqual(["canceled", [], []]);
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
      const renewal = await renewing();
      const { renew, orderId } = renewal;
      await dies(renewal, name, method);
      const [one, other] = await Promise.all([renew(2), renew(2)]);
      expect(one).toEqual(other);
      await isOnce(orderId, one.placed.id);
    });

    test("if several processes place it at the same moment without locks", async () => {
      const { renew, orderId } = await renewing();
      withoutLocks();
      const met = await Promise.allSettled([renew(2), renew(2), renew(2), renew(2)]);
      // Who meets the rows of another one comes again, and shows nothing to staff.
      const items = met.flatMap((one) => (one.status === "fulfilled" ? (one.value.refused ?? []) : []));
      expect(items).toEqual([]);
      const { placed } = await renew(2);
      await isOnce(orderId, placed.id);
    });

    test("if another run fails at the same time, which deletes nothing of the first run", async () => {
      const { renew, isOurs, orderId } = await renewing();
      let goOn = () => {};
      const gate = new Promise<void>((resolve) => (goOn = resolve));
      let calls = 0;
      const reached = new Promise<void>((resolve) => {
        patch("payment", "createPaymentCollections", (own) => async (...input: Any[]) => {
          if (!isOurs(input[0])) return own(...input);
          if (++calls > 1) throw new Error("The second run fails.");
          resolve();
          await gate;
          return own(...input);
        });
      });
      const one = renew(2);
      await reached;
      const kept = new Promise<void>((resolve) => {
        patch("locking", "acquire", (own) => (...input: Any[]) => {
          const taken = own(...input);
          if (isOurs(input[0])) taken.catch(() => resolve());
          return taken;
        });
      });
      const other = renew(2);
      await Promise.race([kept, other.catch(() => undefined)]);
      goOn();
      expect(await one).toEqual(await other);
      await isOnce(orderId, (await one).placed.id);
    });
  });

  test("reserves its stock again, if a failing run released it without locks", async () => {
    const { renew, isOurs, orderId } = await renewing();
    withoutLocks();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    let calls = 0;
    const reached = new Promise<void>((resolve) => {
      patch("order", "createOrders", (own) => async (...input: Any[]) => {
        if (!isOurs(input[0])) return own(...input);
        if (++calls > 1) throw new Error("The second run fails.");
        resolve();
        await gate;
        return own(...input);
      });
    });
    const first = renew(2);
    await reached;
    await expect(renew(2)).rejects.toThrow("The second run fails.");
    goOn();
    await isOnce(orderId, (await first).placed.id);
  });

  describe("keeps no record of a dead process if it cannot become an order", () => {
    type Renewal = Awaited<ReturnType<typeof renewing>>;
    const cases: [what: string, code: string, deed: (renewal: Renewal) => Promise<unknown>][] = [
      [
        "is cancelled",
        "first_order_cancelled",
        ({ orderId }) => run("cancelOrderWorkflow", { order_id: orderId }),
      ],
      ["is deleted", "first_order_missing", ({ orderId }) => resolve("order").deleteOrders([orderId])],
      [
        "has a product that is no longer sold",
        "product_gone",
        ({ sold }) =>
          runSql(open(), "UPDATE product_variant SET deleted_at = now() WHERE id = $1", [sold.variantId]),
      ],
    ];

    test("while no merchant serves its provider, and becomes an order once one does", async () => {
      const renewal = await renewing();
      const { merchants } = open().payIndex.options.core;
      const others = merchants.filter(({ variants }) => !variants?.includes("subscription"));
      await dies(renewal, "order", "createOrders");
      expect((await renewal.renew(2, others)).refused).toEqual({
        code: "provider_missing",
        message: expect.stringMatching(/^Cycle 2 .*pp_pay-index_subscription.*then retry/),
      });
      expect([await renewal.held(), await renewalsOf(renewal.orderId)]).toEqual([[], []]);
      await isOnce(renewal.orderId, (await renewal.renew(2)).placed.id);
    });

    test.each(cases)("because its first order %s", async (_what, code, deed) => {
      const renewal = await renewing();
      await dies(renewal, "order", "createOrders");
      expect(await renewal.held()).toHaveLength(1);
      await deed(renewal);
      expect((await renewal.renew(2)).refused.code).toBe(code);
      expect([await renewal.held(), await renewalsOf(renewal.orderId)]).toEqual([[], []]);
    });
  });

  test("becomes an order once it is paid, also if the first order is cancelled", async () => {
    const renewal = await renewing();
    const { renew, orderId } = renewal;
    await dies(renewal, "payment", "authorizePaymentSession");
    await run("cancelOrderWorkflow", { order_id: orderId });
    await isOnce(orderId, (await renew(2)).placed.id);
  });

  describe("with an order that staff cancel before it is paid", () => {
    const cancel = (order_id: string) => run("cancelOrderWorkflow", { order_id });

    test("keeps that order cancelled after its process died, and the refusal names what staff must do", async () => {
      const renewal = await renewing();
      const { renew, orderId } = renewal;
      await dies(renewal, "order", "createOrders");
      const [{ id, display_id }] = await renewalsOf(orderId);
      await cancel(id);
      for (const again of [await renew(2), await renew(2)])
        expect(again.refused).toEqual({
          code: "order_cancelled",
          message: expect.stringMatching(new RegExp(`^Cycle 2 .* order #${display_id} .*by hand, or refund`)),
        });
      await isCancelled(id);
    });

    test("captures nothing, if staff cancel the order while it is made", async () => {
      const { renew, isOurs, orderId } = await renewing();
      patch("order", "createOrders", (own) => async (...input: Any[]) => {
        const made = await own(...input);
        if (!isOurs(input[0])) return made;
        restore();
        await cancel(made[0].id);
        return made;
      });
      expect((await renew(2)).refused.code).toBe("order_cancelled");
      const [{ id }] = await renewalsOf(orderId);
      await isCancelled(id);
    });
  });

  test("is reported with the same key each time", async () => {
    const { renew, orderId, attemptId } = await renewing();
    const heard: Any[] = [];
    resolve("event_bus").subscribe("pay-index.cycle.renewed", async ({ data }: Any) => {
      if (data.first_order_id === orderId) heard.push(data);
    });
    await renew(2);
    await renew(2);
    await renew(3);
    await expect.poll(() => heard.length, shortTimeout).toBe(3);
    const [one, again, next] = heard;
    expect(again).toEqual(one);
    expect([one.key, next.key]).toEqual([`${attemptId}/cycle/2`, `${attemptId}/cycle/3`]);
  });
}
