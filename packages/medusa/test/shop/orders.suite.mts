import { expect, test } from "vitest";
import { failHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { setPrice, setStock } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";
import { failWithConflicts } from "./transaction-conflicts.mts";

/** From a cart to an order, and all that may come between, on a real Medusa. */
export function ordersSuite(open: () => TestShop): void {
  const items = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).reviewItems.map(
      ({ kind, problem }) => `${kind} ${problem?.code}`,
    );

  const heardOf = (cartId: string) =>
    open()
      .heard.map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ reference }) => reference === cartId)
      .map(({ event }) => event);

  async function started(more: object = {}) {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const { status, body } = await buyer.start(more);
    expect(status, JSON.stringify(body)).toBe(200);
    return { buyer, cartId, payment: body.payment };
  }

  test("a hosted sale becomes one captured order by its notification only (B-03, B-04)", async () => {
    const { buyer, cartId, payment } = await started();
    expect(payment).toMatchObject({ state: "redirect", url: expect.stringContaining(open().sandbox.url) });
    expect(await buyer.status()).toMatchObject({ body: { payment: { state: "pending", placed: false } } });
    expect(await open().paid(cartId)).toBe("200 OK");
    const [order, ...more] = await readOrderRecords(open(), cartId);
    expect(more).toEqual([]);
    expect(order).toMatchObject(expectedCapturedOrder(24.99));
    expect((await buyer.status()).body).toEqual({
      payment: { state: "paid", placed: true, being_checked: false, order_id: order.id },
    });
  });

  test("a paid order emits payment.captured once, as Medusa's own capture does", async () => {
    const captures: unknown[] = [];
    open()
      .container.resolve("event_bus")
      .subscribe("payment.captured", async ({ data }: { data: unknown }) => void captures.push(data));
    const { buyer, cartId } = await started();
    await open().paid(cartId);
    await buyer.complete();
    await open().control.notify(open().attempt(cartId));
    await open().control.nextDelivery(open().attempt(cartId));
    const [{ payments }] = await readOrderRecords(open(), cartId);
    await expect.poll(() => captures).toEqual([{ id: payments[0].id }]);
  });

  test("the payment page displays items, discount, tax and shipping, which add up to the charged amount", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop, { country: "us", quantity: 3 });
    await open().offer("TEATIME", 10);
    const { cart } = await buyer.ask(`/store/carts/${cartId}/promotions`, { promo_codes: ["TEATIME"] });
    // 3 × 19.99 less a tenth, and 5.00 for the post, with 7.25 % of tax.
    expect(cart.total).toBeCloseTo(63.248_543, 5);
    await buyer.start();
    const attemptId = open().attempt(cartId);
    const { timeline } = await open().control.orderDetails(attemptId);
    const submitted = timeline.find((event) => event.type === "submitted");
    expect(submitted?.fields.pay_amount).toBe("63.25");
    expect(JSON.parse(submitted?.fields.pay_productname ?? "")).toEqual([
      { sku: "TEA-S", productName: "Tea × 3", price: "57.89", quantity: "1", attributes: "Size: S" },
      { productName: "Post", price: "5.36", quantity: "1" },
    ]);
    expect(
      open()
        .heard.filter((line) => line.includes(attemptId))
        .join(),
    ).not.toContain("sale-warning");
  });

  test("the payment pays the session that the storefront created", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.initiate("pp_pay-index_hosted", { anything: 1 });
    const [session] = await readSessions(open(), cartId);
    await buyer.start({ provider_id: undefined });
    await open().paid(cartId);
    expect(await readSessions(open(), cartId)).toMatchObject([{ id: session.id, status: "authorized" }]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a buyer who returns before the notification arrives completes no cart, and leaves no order behind", async () => {
    const { buyer, cartId } = await started();
    const before = await countOrders(open());
    for (let i = 0; i < 3; i++) expect(await buyer.complete()).toMatchObject({ status: 400 });
    expect(await countOrders(open())).toBe(before);
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    expect(order).toMatchObject(expectedCapturedOrder(24.99));
    expect(await buyer.complete()).toMatchObject({
      status: 200,
      body: { type: "order", order: { id: order.id } },
    });
    expect(await readOrderRecords(open(), cartId)).toHaveLength(1);
  });

  test("a cart that grew does not become an order for the old price, and no other cart becomes an order (B-11)", async () => {
    const bystander = open().buyer();
    await bystander.isReadyToPay(open().shop);
    await bystander.initiate("pp_pay-index_hosted");
    const { buyer, cartId } = await started();
    await buyer.ask(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 });
    const before = await countOrders(open());
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await countOrders(open())).toBe(before);
    expect(await items(cartId)).toEqual(["order-not-placed order_changed"]);
    expect((await buyer.status()).body).toEqual({
      payment: { state: "paid", placed: false, being_checked: true },
    });
  });

  test("a cart that grew is not placed for the old price that was paid on the page of its first attempt (ENG-DUE, B-11, B-20)", async () => {
    const { buyer, cartId } = await started();
    const first = open().attempt(cartId);
    await buyer.ask(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 });
    expect((await buyer.start()).status).toBe(200);
    expect(open().attempt(cartId)).not.toBe(first);
    const before = await countOrders(open());
    await open().control.resolve(first, { outcome: "paid" });
    expect(await open().control.nextDelivery(first)).toMatchObject({ httpStatus: 200, reply: "OK" });
    await open().processed(first);
    expect(await countOrders(open())).toBe(before);
    const payment = await open().payIndex.paymentOfCart(cartId);
    expect([payment.state, payment.reviewItems.length]).toEqual(["paid", 1]);
    expect(payment.reviewItems[0]).toMatchObject({
      kind: "order-not-placed",
      problem: {
        code: "order_changed",
        message: expect.stringContaining("24.99 USD when the payment started, and 44.98 USD is due now"),
      },
    });
  });

  test("a cart that was changed outside Medusa's workflows is compared again before it becomes an order", async () => {
    const { cartId } = await started();
    await runSql(open(), "UPDATE cart_line_item SET quantity = 2 WHERE cart_id = $1", [cartId]);
    const before = await countOrders(open());
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await countOrders(open())).toBe(before);
    expect(await items(cartId)).toEqual(["order-not-placed order_changed"]);
    await runSql(open(), "UPDATE cart_line_item SET quantity = 1 WHERE cart_id = $1", [cartId]);
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a cart that grew and shrank again becomes an order, even if Medusa has replaced its session", async () => {
    const { buyer, cartId } = await started();
    const [before] = await readSessions(open(), cartId);
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    const line = `/store/carts/${cartId}/line-items/${cart.items[0].id}`;
    await buyer.ask(line, { quantity: 2 });
    await buyer.ask(line, { quantity: 1 });
    expect((await readSessions(open(), cartId)).map(({ id }) => id)).not.toContain(before.id);
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a buyer who chose another provider in a second tab, and paid in the first, gets the order (B-16)", async () => {
    const { buyer, cartId } = await started();
    await buyer.initiate("pp_system_default");
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), payments: [{ provider: "pp_pay-index_hosted", captured: [24.99] }] },
    ]);
  });

  test("a cart that was completed by another payment keeps its order, and staff get a review item for the money", async () => {
    const { buyer, cartId } = await started();
    await buyer.initiate("pp_system_default");
    expect(await buyer.complete()).toMatchObject({ status: 200, body: { type: "order" } });
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await items(cartId)).toEqual(["order-not-placed cart_completed"]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { payments: [{ provider: "pp_system_default" }] },
    ]);
    expect((await buyer.start()).body).toMatchObject({ code: "pay_index_cart_completed" });
  });

  test.each(["40P01", "40001"])(
    "placing an order is repeated at once if Postgres aborts it with %s",
    async (code) => {
      const { cartId } = await started();
      await failWithConflicts(open(), { times: 2, code });
      await open().paid(cartId);
      expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
      expect(heardOf(cartId)).not.toContain("job-postponed");
    },
  );

  test("an order whose transaction Postgres aborts repeatedly is placed by a later tick", async () => {
    const { cartId } = await started();
    await failWithConflicts(open(), { times: 3, code: "40P01" });
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    expect(heardOf(cartId)).toContain("job-postponed");
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("if an item sells out while the buyer pays, staff get a review item at once (B-03, B-19)", async () => {
    const { cartId } = await started();
    await setStock(open(), 0);
    try {
      expect(await open().paid(cartId)).toBe("200 OK");
    } finally {
      await setStock(open(), 100_000);
    }
    expect(await items(cartId)).toEqual(["order-not-placed cart_refused"]);
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await items(cartId)).toEqual([]);
  });

  test("another click does not recalculate a cart that was paid and waits to be placed", async () => {
    const { buyer, cartId, payment } = await started();
    failHookOnce("validate");
    await open().paid(cartId);
    await setPrice(open(), 29.99);
    try {
      expect((await buyer.start()).body.payment).toEqual({
        state: "paid",
        url: `https://shop.example/orders/${cartId}`,
        attempt_id: payment.attempt_id,
        status_url: payment.status_url,
      });
      const told = await fetch(payment.status_url ?? "");
      expect(await told.json()).toEqual({ state: "paid" });
      await open().payIndex.gateway.retryReviewItem(`${payment.attempt_id}/place-order`, {
        operator: { id: "user_1" },
      });
    } finally {
      await setPrice(open(), 19.99);
    }
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a cart that one merchant was paid for stays paid, also after attempts with another merchant", async () => {
    const restore = await open().bringIn("pp_pay-index_hosted_berlin");
    const { buyer, cartId } = await started();
    await buyer.start({ provider_id: "pp_pay-index_link" });
    await buyer.start({ provider_id: "pp_pay-index_hosted_berlin" });
    failHookOnce("validate");
    await open().paid(cartId);
    expect((await buyer.status()).body).toEqual({
      payment: { state: "paid", placed: false, being_checked: false },
    });
    expect((await buyer.start()).body).toMatchObject({ payment: { state: "paid" } });
    expect(open().attempt(cartId)).toBe((await buyer.start()).body.payment.attempt_id);
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    await restore();
  });

  test("an attempt is placed although its provider moved to another merchant", async () => {
    const { cartId } = await started();
    const attemptId = open().attempt(cartId);
    failHookOnce("validate");
    await open().paid(cartId);
    // As if it had been begun with that one, when hosted was its.
    const record = `replace(record, '"merchantId":"10002"', '"merchantId":"10003"')`;
    await runSql(open(), `UPDATE pay_index_attempt SET record = ${record} WHERE attempt_id = $1`, [
      attemptId,
    ]);
    await open().payIndex.gateway.retryReviewItem(`${attemptId}/place-order`, { operator: { id: "user_1" } });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test.each(["record-refund", "dismiss"] as const)(
    "after the action %s, a paid session cannot complete the cart",
    async (action) => {
      const { buyer, cartId } = await started({ provider_id: "pp_pay-index_link" });
      const { gateway } = open().payIndex;
      const attemptId = open().attempt(cartId);
      const reviewItemId = `${attemptId}/order-not-placed`;
      failHookOnce("validate");
      await open().paid(cartId);
      expect(await readSessions(open(), cartId)).toMatchObject([{ data: { state: "paid" } }]);
      const restore = await open().takeOut("pp_pay-index_link");
      await gateway.retryReviewItem(`${attemptId}/place-order`, { operator: { id: "user_1" } });
      await gateway.resolveReviewItem({
        attemptId,
        reviewItemId,
        action,
        operator: { id: "user_1", name: "Grace" },
        note: "Sold out.",
      });
      await restore();
      // The decision frees the payment: to Medusa, its session is one that nobody has paid (ENG-FREE).
      expect(await buyer.complete()).toMatchObject({ status: 400, body: { type: "not_allowed" } });
      expect(await readOrderRecords(open(), cartId)).toEqual([]);
    },
  );
}
