import type { CompleteOrderRequest } from "@pay-index/medusa";
import { expect, test } from "vitest";
import { completeCartsBy } from "./complete-order-option.mts";
import { failHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import type { TestShop } from "./test-shop.mts";

/** The shop completes its carts by a function of its own, on a real Medusa. */
export function completeOrderOptionSuite(open: () => TestShop): void {
  async function started() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    expect((await buyer.start()).status).toBe(200);
    return { buyer, cartId, jobId: `${open().attempt(cartId)}/place-order` };
  }

  const items = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).reviewItems.map(({ kind, problem }) => ({
      kind,
      ...problem,
    }));

  const retry = (jobId: string) =>
    open().payIndex.gateway.retryReviewItem(jobId, { operator: { id: "user_1" } });

  /** Completes the cart, then writes into the order. A repeat writes the same again. */
  async function markOrder({ container, cartId, completeByDefault }: CompleteOrderRequest) {
    const completed = await completeByDefault();
    const orders = container.resolve("order") as never as OrderModule;
    await orders.updateOrders([{ id: completed.orderId, metadata: { completed_by: cartId } }]);
    return completed;
  }

  const metadataOf = async (orderId: string) =>
    (await (open().container.resolve("order") as never as OrderModule).retrieveOrder(orderId)).metadata;

  test("completes the cart once, with the payment (B-06)", async () => {
    const calls: object[] = [];
    completeCartsBy((paid) => {
      const { cartId, attemptId, amount } = paid;
      calls.push({ cartId, attemptId, amount });
      return markOrder(paid);
    });
    const { cartId } = await started();
    expect(await open().paid(cartId)).toBe("200 OK");
    const amount = { minor: 2499, currency: "USD" };
    expect(calls).toEqual([{ cartId, attemptId: open().attempt(cartId), amount }]);
    const [order, ...more] = await readOrderRecords(open(), cartId);
    expect([order, more]).toMatchObject([expectedCapturedOrder(24.99), []]);
    expect(await metadataOf(order.id)).toEqual({ completed_by: cartId });
  });

  test("that throws leaves the payment paid, and runs again (B-06)", async () => {
    completeCartsBy(() => {
      throw new Error("The shop's warehouse does not answer.");
    });
    const { cartId, jobId } = await started();
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    expect((await open().payIndex.paymentOfCart(cartId)).state).toBe("paid");
    expect(
      open()
        .heard.filter((line) => line.includes(jobId))
        .join(),
    ).toContain('"event":"job-postponed"');
    completeCartsBy(markOrder);
    await retry(jobId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("that refuses the cart opens a review item with its reason at once (B-06)", async () => {
    completeCartsBy(() => ({ refused: "The seller has closed. Refund the payment." }));
    const { cartId, jobId } = await started();
    await open().paid(cartId);
    expect(await items(cartId)).toMatchObject([
      { code: "completion_refused", message: expect.stringContaining("The seller has closed.") },
    ]);
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    completeCartsBy(markOrder);
    await retry(jobId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("that returns an order of another cart opens a review item, and does not change that order (B-06)", async () => {
    const other = await started();
    await open().paid(other.cartId);
    const before = await readOrderRecords(open(), other.cartId);
    completeCartsBy(() => ({ orderId: before[0].id }));
    const { cartId, jobId } = await started();
    await open().paid(cartId);
    expect(await items(cartId)).toMatchObject([
      { code: "order_mismatch", message: expect.stringContaining(before[0].id) },
    ]);
    expect(await readOrderRecords(open(), other.cartId)).toEqual(before);
    completeCartsBy(markOrder);
    await retry(jobId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await items(cartId)).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["no id", { orderId: 7 }],
    ["an id that does not exist", { orderId: "order_none" }],
    ["an empty refusal", { refused: "" }],
  ])("that returns %s opens a review item (B-06)", async (_what, answer) => {
    completeCartsBy(() => answer as never);
    const { cartId } = await started();
    await open().paid(cartId);
    expect(await items(cartId)).toMatchObject([{ kind: "order-not-placed", code: "order_mismatch" }]);
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
  });

  test("that stops after the cart became an order runs again, and finds one order and one capture (B-06)", async () => {
    let runs = 0;
    completeCartsBy(async (paid) => {
      await paid.completeByDefault();
      runs += 1;
      throw new Error("The process stopped here.");
    });
    const { cartId, jobId } = await started();
    const before = await countOrders(open());
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    expect(await metadataOf(order.id)).toBeNull();
    completeCartsBy((paid) => {
      runs += 1;
      return markOrder(paid);
    });
    await retry(jobId);
    expect([runs, (await countOrders(open())) - before]).toEqual([2, 1]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), id: order.id },
    ]);
    expect(await metadataOf(order.id)).toEqual({ completed_by: cartId });
    expect(await items(cartId)).toEqual([]);
  });

  test("also runs for a cart that a storefront completed before (B-05, B-06)", async () => {
    completeCartsBy(markOrder);
    const { buyer, cartId, jobId } = await started();
    failHookOnce("validate");
    await open().paid(cartId);
    const { body } = await buyer.complete();
    expect(await metadataOf(body.order.id)).toBeNull();
    await retry(jobId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), id: body.order.id },
    ]);
    expect(await metadataOf(body.order.id)).toEqual({ completed_by: cartId });
  });
}

interface OrderModule {
  updateOrders(orders: object[]): Promise<unknown>;
  retrieveOrder(id: string): Promise<{ readonly metadata: object | null }>;
}
