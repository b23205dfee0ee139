import { expect, onTestFinished, test, vi } from "vitest";
import { failAt } from "./fail-at.mts";
import { expectedRefundRecords } from "./refund-records.mts";
import { askProviderToRefund, placeRefundableOrder } from "./refundable-order.mts";
import type { TestShop } from "./test-shop.mts";

const unsynced = { isSynced: false };

/** What Medusa repeats is sent to the gateway once. */
export function repeatedRefundsSuite(open: () => TestShop): void {
  /** Medusa fails once where it is about to do this with the refund of 10.00 of a new order. */
  async function refundFailingAt(module: string, method: string) {
    const order = await placeRefundableOrder(open());
    const payment = open().resolve("payment");
    const service = module === "payment" ? payment.paymentService_ : open().resolve(module);
    const id = module === "payment" ? order.paymentId : order.orderId;
    let isFailing = true;
    failAt(service, method, ([input]) => {
      const isMeant = isFailing && JSON.stringify(input).includes(id);
      if (isMeant) isFailing = false;
      return isMeant;
    });
    expect((await order.refund(10)).status).toBe(500);
    expect(await order.accepted()).toEqual(["10.00"]);
    expect((await order.records()).refunds).toHaveLength(module === "payment" ? 0 : 1);
    return order;
  }

  /** No second passes, however busy the machine is. */
  function stopClock() {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test.each([
    ["payment", "update"],
    ["order", "addOrderTransactions"],
    ["order", "createOrderChange"],
  ])("after Medusa's workflow failed at %s.%s", async (module, method) => {
    const order = await refundFailingAt(module, method);
    expect((await order.refund(10)).status).toBe(200);
    expect(await order.accepted()).toEqual(["10.00"]);
    expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
    await order.end();
    expect(await order.records()).toEqual(expectedRefundRecords([10]));
    // A further refund of the same amount is a further refund.
    expect((await order.refund(10)).status).toBe(200);
    expect(await order.accepted()).toEqual(["10.00", "10.00"]);
  });

  test("also if the gateway has made it before it is repeated", async () => {
    stopClock();
    const order = await refundFailingAt("payment", "update");
    await order.end();
    expect(await order.refunds()).toMatchObject([{ state: "succeeded" }]);
    expect((await order.records()).refunds).toEqual([]);
    expect((await order.refund(10)).status).toBe(200);
    expect(await order.accepted()).toEqual(["10.00"]);
    await order.payment();
    expect(await order.records()).toEqual(expectedRefundRecords([10]));
  });

  test.each([
    ["payment", "update"],
    ["order", "addOrderTransactions"],
  ])("and is completed in Medusa if it is not repeated after %s.%s", async (module, method) => {
    stopClock();
    const order = await refundFailingAt(module, method);
    await order.end();
    expect(await order.refunds()).toMatchObject([{ state: "succeeded" }]);
    // Medusa may still be at it.
    expect((await order.records()).transactions).toEqual([24.99]);
    vi.setSystemTime(Date.now() + 15_000);
    await order.payment();
    expect(await order.records()).toEqual(expectedRefundRecords([10]));
    expect(await order.accepted()).toEqual(["10.00"]);
  });

  test("and a refund of another amount leaves the interrupted one in Medusa with its own amount", async () => {
    const order = await refundFailingAt("order", "addOrderTransactions");
    expect((await order.refund(4.5)).status).toBe(200);
    expect(await order.accepted()).toEqual(["10.00", "4.50"]);
    await order.end();
    expect(await order.records()).toMatchObject({
      ...{ outstanding: 0, transactions: [24.99, -4.5, -10] },
      refunds: [
        [10, null, true],
        [4.5, null, true],
      ],
    });
  });

  test("when the provider is called again for the same refund", async () => {
    const order = await placeRefundableOrder(open());
    await order.refund(10);
    const [row] = await open().resolve("payment").listRefunds({ payment_id: order.paymentId });
    await askProviderToRefund(open(), order.data, row.id);
    expect(await order.accepted()).toEqual(["10.00"]);
  });

  test("when staff click twice, or two of the shop's own workflows refund, at the same moment", async () => {
    const slow = { kind: "slow_reply", seconds: 1, operation: "refund" } as const;
    const clicked = await placeRefundableOrder(open());
    await clicked.setFaults(slow);
    const answers = await Promise.all([clicked.refund(10), clicked.refund(10)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await clicked.records()).toEqual(expectedRefundRecords([10], unsynced));
    expect((await clicked.payment()).reviewItems).toEqual([]);

    const worked = await placeRefundableOrder(open());
    await worked.setFaults(slow);
    const input = { payment_id: worked.paymentId, amount: 10 };
    const ended = await Promise.allSettled([1, 2].map(() => open().resolve("payment").refundPayment(input)));
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const evidence = expect.stringContaining("Another refund of this payment is being sent");
    expect((await worked.payment()).reviewItems).toMatchObject([{ kind: "refund-requested", evidence }]);
    for (const order of [clicked, worked]) expect(await order.accepted()).toEqual(["10.00"]);
  });
}
