import { createRequire } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { pauseHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** Milliseconds. Whoever finds a cart locked asks again, and a machine may have other things to do. */
const patience = 60_000;

/** What meets in one moment: one cart, one order, one capture. */
export function racesSuite(open: () => TestShop): void {
  async function started() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const attemptId = open().attempt(cartId);
    // Its own notification is kept back, so that all of them come with what they meet.
    await open().control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
    await open().control.resolve(attemptId, { outcome: "paid" });
    await open().control.setFaults({ of: "order", orderId: attemptId }, []);
    return { buyer, cartId, attemptId };
  }

  const deeds = {
    "two completions by the storefront": ({ buyer }: Started) =>
      Promise.all([buyer.complete(), buyer.complete()]),
    "another choice of provider": ({ buyer }: Started) => buyer.initiate("pp_system_default"),
    "another click on pay": ({ buyer }: Started) => buyer.start(),
    "another thing in the cart": ({ buyer, cartId }: Started) =>
      buyer.raw(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 }),
  } satisfies Record<string, (started: Started) => Promise<unknown>>;
  type Started = Awaited<ReturnType<typeof started>>;

  test.each(Object.keys(deeds) as (keyof typeof deeds)[])(
    "three notifications and %s",
    { timeout: patience },
    async (what) => {
      const before = await countOrders(open());
      // One after the other: two new carts of one guest disturb each other in Medusa.
      const all = [await started(), await started()];
      const met = all.map(async (each) => {
        const sent = open().control.notify(each.attemptId, { copies: 3, released: "together" });
        await Promise.all([sent, deeds[what](each)]);
        return sent;
      });
      for (const deliveries of await Promise.all(met))
        for (const { httpStatus, reply } of deliveries) expect(`${httpStatus} ${reply}`).toBe("200 OK");
      for (const { cartId, attemptId } of all) await isProcessed(cartId, attemptId);
      // Nobody has to look at a cart that these leave as it was paid.
      if (what === "two completions by the storefront" || what === "another click on pay")
        expect(all.flatMap(({ cartId }) => openedReviewItems(cartId))).toEqual([]);
      const orders = (await Promise.all(all.map(({ cartId }) => readOrderRecords(open(), cartId)))).flat();
      expect(await countOrders(open())).toBe(before + orders.length);
    },
  );

  // Medusa makes the order, and takes it back when the payment is not there: the notification comes between.
  test("a notification and a buyer who completes too early place one order without a review item", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const completion = pauseHookOnce("beforePaymentAuthorization");
    const completed = buyer.complete();
    await completion.reached;
    // Answered while the shop still waits for the cart.
    expect(await open().notified(cartId)).toBe("200 OK");
    completion.end();
    expect(await completed).toMatchObject({ status: 400 });
    await expect
      .poll(() => readOrderRecords(open(), cartId), { timeout: patience / 2 })
      .toMatchObject([expectedCapturedOrder(24.99)]);
    expect(openedReviewItems(cartId)).toEqual([]);
  });

  /** Somebody else works on the cart: its payment is sealed into a session, and its completion waits. Gives what ends that. */
  async function beforeCompletion(cartId: string): Promise<() => Promise<void>> {
    const release = await held(cartId);
    const notified = open().notified(cartId);
    await expect
      .poll(async () => (await readSessions(open(), cartId))[0]?.data.state, { timeout: patience / 2 })
      .toBe("paid");
    return async () => {
      await release();
      expect(await notified).toBe("200 OK");
    };
  }

  /** Somebody else has this lock. Gives what gives it back. */
  async function held(key: string): Promise<() => Promise<void>> {
    const locking = open().container.resolve("locking");
    const owner = { ownerId: "somebody" };
    await locking.acquire(key, owner);
    return async () => {
      await locking.release(key, owner);
    };
  }

  /** Somebody waits for a lock of ours. */
  function waiting(key: string): Promise<void> {
    const locking = open().container.resolve("locking");
    const acquire = locking.acquire.bind(locking);
    return new Promise((resolve) => {
      const spy = vi.spyOn(locking, "acquire").mockImplementation((keys, ...more) => {
        if (keys === key) resolve();
        return acquire(keys, ...more);
      });
      onTestFinished(() => spy.mockRestore());
    });
  }

  test("an order that Medusa rolls back is not reported to its buyer, and the cart can still be paid", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const completion = pauseHookOnce("beforePaymentAuthorization");
    const completed = buyer.complete();
    await completion.reached;
    expect(await readOrderRecords(open(), cartId)).toHaveLength(1);
    const waits = waiting(cartId);
    const status = buyer.status();
    const again = buyer.start();
    await Promise.race([waits, status]);
    completion.end();
    expect(await completed).toMatchObject({ status: 400 });
    expect((await status).body).toEqual({
      payment: { state: "pending", placed: false, being_checked: false },
    });
    expect((await again).body).toMatchObject({ payment: { state: "redirect" } });
  });

  test("a buyer who chooses another provider while the plugin completes the cart has to wait, and the order has the paid provider", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const complete = await beforeCompletion(cartId);
    const waits = waiting(`pay-index:sessions:${cartId}`);
    const chosen = buyer.initiate("pp_system_default");
    await Promise.race([waits, chosen]);
    await complete();
    expect(await chosen).toMatchObject({ status: 409, body: { code: "pay_index_cart_completed" } });
    await expect
      .poll(() => readOrderRecords(open(), cartId), { timeout: patience / 2 })
      .toMatchObject([expectedCapturedOrder(24.99)]);
    const [{ payments }] = await readOrderRecords(open(), cartId);
    expect(payments).toMatchObject([{ provider: "pp_pay-index_hosted" }]);
    expect(openedReviewItems(cartId)).toEqual([]);
  });

  test("a buyer who starts to pay while the cart becomes an order gets an error, and the session of the cart stays", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.initiate("pp_system_default");
    const key = `pay-index:sessions:${cartId}`;
    const release = await held(key);
    const waits = waiting(key);
    const started = buyer.start();
    await waits;
    expect((await buyer.complete()).status).toBe(200);
    await release();
    expect(await started).toMatchObject({ status: 409, body: { code: "pay_index_cart_completed" } });
    expect(await readSessions(open(), cartId)).toMatchObject([{ provider_id: "pp_system_default" }]);
  });

  // Medusa locks the cart while it works it out, and gives up whoever waits for that for more than two seconds.
  test("two clicks on pay lead to one payment page while Medusa is slow", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    // Another price than Medusa's, so that Medusa works the cart out again.
    const raw = '{"value": "1", "precision": 20}';
    const set = "UPDATE cart_line_item SET unit_price = 1, raw_unit_price = $2 WHERE cart_id = $1";
    await runSql(open(), set, [cartId, raw]);
    const slow = pauseHookOnce("beforeRefreshingPaymentCollection");
    const one = buyer.start();
    await slow.reached;
    const waits = waiting(`pay-index:sessions:${cartId}`);
    const other = buyer.start();
    await Promise.race([waits, other]);
    slow.end();
    const led = await Promise.all([one, other]);
    expect(led.map(({ status }) => status)).toEqual([200, 200]);
    expect((await open().payIndex.paymentOfCart(cartId)).attempts).toHaveLength(1);
  });

  test("a buyer who disconnects while waiting does not delay other buyers", {
    timeout: patience,
  }, async () => {
    const { origin, shop } = open();
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(shop);
    await buyer.start();
    const { payment_collection } = await buyer.ask("/store/payment-collections", { cart_id: cartId });
    const key = `pay-index:sessions:${cartId}`;
    const release = await held(key);
    const waits = waiting(key);
    const hangUp = new AbortController();
    const chosen = fetch(`${origin}/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": shop.publishableKey },
      body: JSON.stringify({ provider_id: "pp_system_default" }),
      signal: hangUp.signal,
    });
    await waits;
    hangUp.abort();
    await expect(chosen).rejects.toThrow();
    // By now the shop has heard of it.
    await buyer.status();
    await release();
    expect((await buyer.initiate("pp_pay-index_hosted")).status).toBe(200);
  });

  // Medusa's workflow takes no lock, so what does not come by its route is seen only when the cart is an order.
  test("staff get a review item for the money if the shop's own code selects another provider at that moment", {
    timeout: patience,
  }, async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const complete = await beforeCompletion(cartId);
    const { payment_collection } = await buyer.ask("/store/payment-collections", { cart_id: cartId });
    const { createPaymentSessionsWorkflow } = createRequire(import.meta.url)("@medusajs/medusa/core-flows");
    const input = { payment_collection_id: payment_collection.id, provider_id: "pp_system_default" };
    await createPaymentSessionsWorkflow(open().container).run({ input });
    await complete();
    await isProcessed(cartId, open().attempt(cartId));
    expect((await open().payIndex.paymentOfCart(cartId)).reviewItems).toMatchObject([
      { kind: "order-not-placed", problem: { code: "cart_completed" } },
    ]);
  });

  const openedReviewItems = (cartId: string) =>
    open().heard.filter((line) => line.includes(cartId) && line.includes("review-item-opened"));

  /** One order with one capture, or the money is shown to staff and there is no order by it. */
  async function isProcessed(cartId: string, attemptId: string): Promise<void> {
    const { gateway } = open().payIndex;
    await expect
      .poll(
        async () => {
          await gateway.retryReviewItem(`${attemptId}/place-order`, { operator: { id: "user_1" } });
          const { placedOrder, reviewItems } = await open().payIndex.paymentOfCart(cartId);
          return placedOrder !== undefined || reviewItems.length > 0;
        },
        { timeout: patience / 2 },
      )
      .toBe(true);
    const { placedOrder, reviewItems } = await open().payIndex.paymentOfCart(cartId);
    const orders = await readOrderRecords(open(), cartId);
    if (placedOrder !== undefined) {
      expect(orders).toMatchObject([expectedCapturedOrder(24.99)]);
      expect(reviewItems).toEqual([]);
    } else {
      expect(reviewItems).toMatchObject([{ kind: "order-not-placed" }]);
      const paid = orders.flatMap(({ payments }: { payments: object[] }) => payments);
      expect(paid).not.toContainEqual(expect.objectContaining({ provider: "pp_pay-index_hosted" }));
    }
    expect((await readSessions(open(), cartId)).length).toBeLessThanOrEqual(2);
  }
}
