import { describe, expect, test } from "vitest";
import { pauseHookOnce } from "./control-hook-handlers.mts";
import { keepLock, waitForLock } from "./kept-locks.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** Milliseconds. Whoever finds a cart locked asks again, and a machine may have other things to do. */
const patience = 60_000;

/** What meets in one moment: one cart, one order, one capture. */
export function racesSuite(open: () => TestShop): void {
  type Started = Awaited<ReturnType<TestShop["begun"]>>;

  const openedReviewItems = (cartId: string) =>
    open()
      .eventsOf(cartId)
      .filter(({ event }) => event === "review-item-opened");

  const isPlacedInTheEnd = (cartId: string) =>
    expect
      .poll(() => readOrderRecords(open(), cartId), { timeout: patience / 2 })
      .toMatchObject([
        {
          ...expectedCapturedOrder(24.99),
          payments: [{ provider: "pp_pay-index_hosted", captured: [24.99] }],
        },
      ]);

  /** One order with one capture, or the money is shown to staff and there is no order by it. */
  async function isProcessed(cartId: string): Promise<void> {
    const read = () => open().payIndex.paymentOfCart(cartId);
    const isDone = async () => {
      await open().retry(cartId);
      const { placedOrder, reviewItems } = await read();
      return placedOrder !== undefined || reviewItems.length > 0;
    };
    await expect.poll(isDone, { timeout: patience / 2 }).toBe(true);
    const { placedOrder, reviewItems } = await read();
    if (placedOrder === undefined) {
      expect(reviewItems).toMatchObject([{ kind: "order-not-placed" }]);
      const paid = (await readOrderRecords(open(), cartId)).flatMap(
        ({ payments }: Started["payment"]) => payments,
      );
      expect(paid).not.toContainEqual(expect.objectContaining({ provider: "pp_pay-index_hosted" }));
    } else {
      await open().isPlaced(cartId);
      expect(reviewItems).toEqual([]);
    }
  }

  const deeds: Record<string, (started: Started) => Promise<unknown>> = {
    "two completions by the storefront": ({ buyer }) => Promise.all([buyer.complete(), buyer.complete()]),
    "another click on pay": ({ buyer }) => buyer.start(),
    "another choice of provider": ({ buyer }) => buyer.initiate("pp_system_default"),
    "another thing in the cart": ({ buyer, cartId }) =>
      buyer.raw(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 }),
  };

  test.each(Object.entries(deeds))(
    "three notifications and %s",
    { timeout: patience },
    async (what, deed) => {
      const before = await countOrders(open());
      const started = await open().begun();
      const { cartId, attemptId } = started;
      // Its own notification is kept back, so that all of them come with what they meet.
      await open().setFaults(attemptId, { kind: "drop" });
      await open().control.resolve(attemptId, { outcome: "paid" });
      await open().setFaults(attemptId);
      const sent = open().control.notify(attemptId, { copies: 3, released: "together" });
      await Promise.all([sent, deed(started)]);
      for (const { httpStatus, reply } of await sent) expect(`${httpStatus} ${reply}`).toBe("200 OK");
      await isProcessed(cartId);
      // Nobody has to look at a cart that these leave as it was paid.
      if (what.startsWith("two completions") || what.startsWith("another click"))
        expect(openedReviewItems(cartId)).toEqual([]);
      const orders = await readOrderRecords(open(), cartId);
      expect(await countOrders(open())).toBe(before + orders.length);
    },
  );

  // Medusa makes the order, and takes it back when the payment is not there.
  describe("an order that Medusa rolls back", () => {
    async function completing() {
      const started = await open().begun();
      const completion = pauseHookOnce("beforePaymentAuthorization");
      const completed = started.buyer.complete();
      await completion.reached;
      expect(await readOrderRecords(open(), started.cartId)).toHaveLength(1);
      const end = async () => {
        completion.end();
        expect(await completed).toMatchObject({ status: 400 });
      };
      return { ...started, end };
    }

    test("is placed without a review item if its notification arrives meanwhile", {
      timeout: patience,
    }, async () => {
      const { cartId, end } = await completing();
      // Answered while the shop still waits for the cart.
      expect(await open().notified(cartId)).toBe("200 OK");
      await end();
      await isPlacedInTheEnd(cartId);
      expect(openedReviewItems(cartId)).toEqual([]);
    });

    test("is not reported to its buyer, and the cart can still be paid", { timeout: patience }, async () => {
      const { buyer, cartId, end } = await completing();
      const waits = waitForLock(open(), cartId);
      const status = buyer.status();
      const again = buyer.start();
      await Promise.race([waits, status]);
      await end();
      expect((await status).body).toEqual({
        payment: { state: "pending", placed: false, being_checked: false },
      });
      expect((await again).body).toMatchObject({ payment: { state: "redirect" } });
    });
  });

  /** Somebody else works on the cart: its payment is sealed into a session, and its completion waits. */
  async function beforeCompletion() {
    const { buyer, cartId } = await open().begun();
    const release = await keepLock(open(), cartId);
    const notified = open().notified(cartId);
    await expect
      .poll(async () => (await readSessions(open(), cartId))[0]?.data.state, { timeout: patience / 2 })
      .toBe("paid");
    const complete = async () => {
      await release();
      expect(await notified).toBe("200 OK");
    };
    return { buyer, cartId, complete };
  }

  test("a buyer who chooses another provider while the plugin completes the cart has to wait, and the order has the paid provider", {
    timeout: patience,
  }, async () => {
    const { buyer, cartId, complete } = await beforeCompletion();
    const waits = waitForLock(open(), `pay-index:sessions:${cartId}`);
    const chosen = buyer.initiate("pp_system_default");
    await Promise.race([waits, chosen]);
    await complete();
    expect(await chosen).toMatchObject({ status: 409, body: { code: "pay_index_cart_completed" } });
    await isPlacedInTheEnd(cartId);
    expect(openedReviewItems(cartId)).toEqual([]);
  });

  // Medusa's workflow takes no lock, so what does not come by its route is seen only when the cart is an order.
  test("staff get a review item for the money if the shop's own code selects another provider at that moment", {
    timeout: patience,
  }, async () => {
    const { cartId, complete } = await beforeCompletion();
    const { payment_collection } = await open().first("cart", ["payment_collection.id"], { id: cartId });
    await open().run("createPaymentSessionsWorkflow", {
      ...{ payment_collection_id: payment_collection.id, provider_id: "pp_system_default" },
    });
    await complete();
    await isProcessed(cartId);
    expect(await open().items(cartId)).toEqual(["order-not-placed cart_completed"]);
  });

  test("a buyer who starts to pay while the cart becomes an order gets an error, and the session of the cart stays", {
    timeout: patience,
  }, async () => {
    const { buyer, cartId } = await open().ready();
    await buyer.initiate("pp_system_default");
    const key = `pay-index:sessions:${cartId}`;
    const release = await keepLock(open(), key);
    const waits = waitForLock(open(), key);
    const started = buyer.start();
    await waits;
    expect((await buyer.complete()).status).toBe(200);
    await release();
    expect(await started).toMatchObject({ status: 409, body: { code: "pay_index_cart_completed" } });
    expect(await readSessions(open(), cartId)).toMatchObject([{ provider_id: "pp_system_default" }]);
  });

  // Medusa locks the cart while it works it out, and gives up whoever waits for that for more than two seconds.
  test("two clicks on pay lead to one payment page while Medusa is slow", { timeout: patience }, async () => {
    const { buyer, cartId } = await open().ready();
    // Another price than Medusa's, so that Medusa works the cart out again.
    const raw = '{"value": "1", "precision": 20}';
    const set = "UPDATE cart_line_item SET unit_price = 1, raw_unit_price = $2 WHERE cart_id = $1";
    await runSql(open(), set, [cartId, raw]);
    const slow = pauseHookOnce("beforeRefreshingPaymentCollection");
    const one = buyer.start();
    await slow.reached;
    const waits = waitForLock(open(), `pay-index:sessions:${cartId}`);
    const other = buyer.start();
    await Promise.race([waits, other]);
    slow.end();
    expect((await Promise.all([one, other])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await open().payIndex.paymentOfCart(cartId)).attempts).toHaveLength(1);
  });

  test("a buyer who disconnects while waiting does not delay other buyers", {
    timeout: patience,
  }, async () => {
    const { buyer, cartId } = await open().begun();
    const { payment_collection } = await buyer.ask("/store/payment-collections", { cart_id: cartId });
    const key = `pay-index:sessions:${cartId}`;
    const release = await keepLock(open(), key);
    const waits = waitForLock(open(), key);
    const hangUp = new AbortController();
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`;
    const chosen = fetch(open().origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": open().shop.publishableKey },
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
}
