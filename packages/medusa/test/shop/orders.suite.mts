import { expect, onTestFinished, test } from "vitest";
import { failHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { recordEvents } from "./record-events.mts";
import { runSql } from "./run-sql.mts";
import { setPrice } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";
import { failWithConflicts } from "./transaction-conflicts.mts";

/** From a cart to an order, and what Medusa does with carts meanwhile. */
export function ordersSuite(open: () => TestShop): void {
  const addTea = ({ buyer, cartId }: Awaited<ReturnType<TestShop["begun"]>>) =>
    buyer.ask(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 });

  test("a hosted sale becomes one captured order by its notification only, with one event payment.captured (B-03, B-04)", async () => {
    const { buyer, cartId, attemptId, payment } = await open().begun();
    expect(payment).toMatchObject({ state: "redirect", url: expect.stringContaining(open().sandbox.url) });
    expect(await buyer.status()).toMatchObject({ body: { payment: { state: "pending", placed: false } } });
    const captures = recordEvents(open(), "payment.captured", {});
    expect(await open().paid(cartId)).toBe("200 OK");
    await open().isPlaced(cartId);
    await buyer.complete();
    await open().control.notify(attemptId);
    await open().control.nextDelivery(attemptId);
    const [{ id, payments }, ...more] = await readOrderRecords(open(), cartId);
    expect(more).toEqual([]);
    expect((await buyer.status()).body).toEqual({
      payment: { state: "paid", placed: true, being_checked: false, order_id: id },
    });
    const own = () => captures.filter((captured) => captured.id === payments[0].id);
    await expect.poll(own).toHaveLength(1);
  });

  test("the payment pays the session that the storefront created", async () => {
    const { buyer, cartId } = await open().ready();
    await buyer.initiate("pp_pay-index_hosted", { anything: 1 });
    const [session] = await readSessions(open(), cartId);
    await buyer.start({ provider_id: undefined });
    await open().paid(cartId);
    expect(await readSessions(open(), cartId)).toMatchObject([{ id: session.id, status: "authorized" }]);
    await open().isPlaced(cartId);
  });

  test("a buyer who returns before the notification arrives completes no cart, and leaves no order behind", async () => {
    const { buyer, cartId } = await open().begun();
    const before = await countOrders(open());
    for (let i = 0; i < 3; i++) expect(await buyer.complete()).toMatchObject({ status: 400 });
    expect(await countOrders(open())).toBe(before);
    await open().paid(cartId);
    const [{ id }] = await readOrderRecords(open(), cartId);
    expect(await buyer.complete()).toMatchObject({ status: 200, body: { type: "order", order: { id } } });
    await open().isPlaced(cartId);
  });

  test("a cart that grew does not become an order for the old price, and no other cart becomes an order (B-11)", async () => {
    const bystander = await open().ready();
    await bystander.buyer.initiate("pp_pay-index_hosted");
    const cart = await open().begun();
    await addTea(cart);
    const before = await countOrders(open());
    expect(await open().paid(cart.cartId)).toBe("200 OK");
    expect(await countOrders(open())).toBe(before);
    expect(await open().items(cart.cartId)).toEqual(["order-not-placed order_changed"]);
    expect((await cart.buyer.status()).body).toEqual({
      payment: { state: "paid", placed: false, being_checked: true },
    });
  });

  test("a cart that grew is not placed for the old price that was paid on the page of its first attempt (ENG-DUE, B-11, B-20)", async () => {
    const cart = await open().begun();
    await addTea(cart);
    expect((await cart.buyer.start()).status).toBe(200);
    expect(open().attempt(cart.cartId)).not.toBe(cart.attemptId);
    await open().control.resolve(cart.attemptId, { outcome: "paid" });
    await open().control.nextDelivery(cart.attemptId);
    await open().processed(cart.attemptId);
    await open().isNotPlaced(cart.cartId);
    expect(await open().payIndex.paymentOfCart(cart.cartId)).toMatchObject({
      state: "paid",
      reviewItems: [
        {
          kind: "order-not-placed",
          problem: {
            code: "order_changed",
            message: expect.stringContaining("24.99 USD when the payment started, and 44.98 USD is due now"),
          },
        },
      ],
    });
  });

  test("a cart that grew and shrank again becomes an order, even if Medusa has replaced its session", async () => {
    const { buyer, cartId } = await open().begun();
    const [before] = await readSessions(open(), cartId);
    for (const quantity of [2, 1]) await buyer.setQuantity(quantity);
    expect((await readSessions(open(), cartId)).map(({ id }) => id)).not.toContain(before.id);
    await open().paid(cartId);
    await open().isPlaced(cartId);
  });

  test("a buyer who chose another provider in a second tab, and paid in the first, gets the order (B-16)", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.initiate("pp_system_default");
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), payments: [{ provider: "pp_pay-index_hosted", captured: [24.99] }] },
    ]);
  });

  test("a cart that was completed by another payment keeps its order, and staff get a review item for the money", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.initiate("pp_system_default");
    expect(await buyer.complete()).toMatchObject({ status: 200, body: { type: "order" } });
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await open().items(cartId)).toEqual(["order-not-placed cart_completed"]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { payments: [{ provider: "pp_system_default" }] },
    ]);
    expect((await buyer.start()).body).toMatchObject({ code: "pay_index_cart_completed" });
  });

  test.each([
    ["40P01", 2],
    ["40001", 2],
    ["40P01", 3],
  ])(
    "an order that Postgres aborts with %s %i times is repeated, the third time by a later tick",
    async (code, times) => {
      const { cartId } = await open().begun();
      await failWithConflicts(open(), { times, code });
      await open().paid(cartId);
      const isPostponed = open()
        .eventsOf(cartId)
        .some(({ event }) => event === "job-postponed");
      expect(isPostponed).toBe(times === 3);
      if (isPostponed) await open().retry(cartId);
      await open().isPlaced(cartId);
    },
  );

  test("another click does not recalculate a cart that was paid and waits to be placed", async () => {
    const { buyer, cartId, attemptId: attempt_id, payment } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    await setPrice(open(), 29.99);
    expect((await buyer.start()).body.payment).toEqual({
      ...{ state: "paid", attempt_id, status_url: payment.status_url },
      url: `https://shop.example/orders/${cartId}`,
    });
    expect(await (await fetch(payment.status_url)).json()).toEqual({ state: "paid" });
    await open().retry(cartId);
    await open().isPlaced(cartId);
  });

  test("an attempt is placed although its provider moved to another merchant", async () => {
    const { cartId } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    // As if it had been begun with that one, when hosted was its.
    const record = `replace(record, '"merchantId":"10002"', '"merchantId":"10003"')`;
    await runSql(open(), `UPDATE pay_index_attempt SET record = ${record} WHERE reference = $1`, [cartId]);
    await open().retry(cartId);
    await open().isPlaced(cartId);
  });

  test("after staff dismissed its payment, a paid session cannot complete the cart (ENG-FREE)", async () => {
    const { buyer, cartId, attemptId } = await open().begun({ provider_id: "pp_pay-index_link" });
    failHookOnce("validate");
    await open().paid(cartId);
    expect(await readSessions(open(), cartId)).toMatchObject([{ data: { state: "paid" } }]);
    const restore = await open().takeOut("pp_pay-index_link");
    await open().retry(cartId);
    await open().payIndex.gateway.resolveReviewItem({
      ...{ attemptId, reviewItemId: `${attemptId}/order-not-placed`, action: "dismiss" },
      ...{ operator: { id: "user_1" }, note: "Sold out." },
    });
    await restore();
    expect(await buyer.complete()).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    await open().isNotPlaced(cartId);
  });

  test("an attempt and a card go to the merchants whose providers the buyer chose, in one payment (ENG-SPAN)", async () => {
    onTestFinished(await open().bringIn("pp_pay-index_card_berlin"));
    const { buyer, cartId, attemptId } = await open().begun();
    await open().control.resolve(attemptId, { outcome: "failed" });
    await open().control.nextDelivery(attemptId);
    await open().processed(attemptId);
    const { body } = await buyer.start({ provider_id: "pp_pay-index_card_berlin" });
    expect(await buyer.postCard(body.payment)).toMatchObject({ status: 303 });
    await open().control.nextDelivery(open().attempt(cartId));
    await open().processed(open().attempt(cartId));
    const { attempts } = await open().payIndex.paymentOfCart(cartId);
    expect(attempts).toMatchObject([
      { merchantTenant: "default", state: "failed" },
      { merchantTenant: "berlin", state: "paid" },
    ]);
    await open().isPlaced(cartId);
    // A second click leads to the order's page.
    expect(await buyer.postCard(body.payment)).toMatchObject({ location: expect.stringContaining(cartId) });
  });
}
