import type { CompleteOrder, CompleteOrderRequest } from "@pay-index/medusa";
import { expect, test } from "vitest";
import { failHookOnce } from "./control-hook-handlers.mts";
import { setShopFunctions } from "./options-of-test.mts";
import { countOrders, readOrderRecords } from "./order-records.mts";
import type { TestShop } from "./test-shop.mts";

/** The shop completes its carts by a function of its own. */
export function completeOrderOptionSuite(open: () => TestShop): void {
  const completeCartsBy = (completeOrder: CompleteOrder) => setShopFunctions({ completeOrder });

  const problems = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).reviewItems.map(({ problem }) => problem);

  /** Completes the cart, then writes into the order. A repeat writes the same again. */
  async function markOrder({ cartId, completeByDefault }: CompleteOrderRequest) {
    const completed = await completeByDefault();
    const metadata = { completed_by: cartId };
    await open()
      .resolve("order")
      .updateOrders([{ id: completed.orderId, metadata }]);
    return completed;
  }

  async function isMarked(cartId: string): Promise<void> {
    await open().isPlaced(cartId);
    const [{ id }] = await readOrderRecords(open(), cartId);
    expect((await open().resolve("order").retrieveOrder(id)).metadata).toEqual({ completed_by: cartId });
  }

  /** The shop's function is repaired, and staff retry. */
  async function isPlacedAfterRepair(cartId: string): Promise<void> {
    completeCartsBy(markOrder);
    await open().retry(cartId);
    await isMarked(cartId);
    expect(await open().items(cartId)).toEqual([]);
  }

  test("completes the cart once, with the payment (B-06)", async () => {
    const calls: Pick<CompleteOrderRequest, "cartId" | "attemptId" | "amount">[] = [];
    completeCartsBy((paid) => {
      const { cartId, attemptId, amount } = paid;
      calls.push({ cartId, attemptId, amount });
      return markOrder(paid);
    });
    const { cartId, attemptId } = await open().begun();
    expect(await open().paid(cartId)).toBe("200 OK");
    // The shop's sweep can place an order of an earlier test meanwhile.
    const ofCart = calls.filter((call) => call.cartId === cartId);
    expect(ofCart).toEqual([{ cartId, attemptId, amount: { minor: 2499, currency: "USD" } }]);
    await isMarked(cartId);
  });

  test("that throws leaves the payment paid, and one that returns no order of the cart opens a review item, until it is repaired (B-06)", async () => {
    const other = await open().paidOrder();
    completeCartsBy(() => {
      throw new Error("The shop's warehouse does not answer.");
    });
    const { cartId } = await open().begun();
    expect(await open().paid(cartId)).toBe("200 OK");
    expect((await open().payIndex.paymentOfCart(cartId)).state).toBe("paid");
    expect(open().eventsOf(cartId)).toContainEqual(expect.objectContaining({ event: "job-postponed" }));
    for (const [answer, code, text] of [
      [{ refused: "The seller has closed." }, "completion_refused", "The seller has closed."],
      [undefined, "order_mismatch", ""],
      [{ orderId: 7 }, "order_mismatch", ""],
      [{ orderId: "order_none" }, "order_mismatch", "order_none"],
      [{ refused: "" }, "order_mismatch", ""],
      [{ orderId: other.order.id }, "order_mismatch", other.order.id],
    ] as const) {
      completeCartsBy(() => answer as never);
      await open().retry(cartId);
      expect(await problems(cartId)).toMatchObject([{ code, message: expect.stringContaining(text) }]);
    }
    await open().isNotPlaced(cartId);
    expect(await readOrderRecords(open(), other.cartId)).toEqual([other.order]);
    await isPlacedAfterRepair(cartId);
  });

  test("that stops after the cart became an order runs again, and finds one order and one capture (B-06)", async () => {
    completeCartsBy(async (paid) => {
      await paid.completeByDefault();
      throw new Error("The process stopped here.");
    });
    const { cartId } = await open().begun();
    await open().paid(cartId);
    const before = await countOrders(open());
    await isPlacedAfterRepair(cartId);
    expect(await countOrders(open())).toBe(before);
  });

  test("also runs for a cart that a storefront completed before (B-05, B-06)", async () => {
    completeCartsBy(markOrder);
    const { buyer, cartId } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    const { body } = await buyer.complete();
    expect((await open().resolve("order").retrieveOrder(body.order.id)).metadata).toBeNull();
    await isPlacedAfterRepair(cartId);
  });
}
