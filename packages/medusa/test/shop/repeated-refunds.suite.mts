import { expect, onTestFinished, test, vi } from "vitest";
import { failAt } from "./fail-at.mts";
import { once } from "./once.mts";
import { expectedRefundRecords } from "./refund-records.mts";
import { askProviderToRefund, placeRefundableOrder } from "./refundable-order.mts";
import type { TestShop } from "./test-shop.mts";

/** What Medusa repeats is sent to the gateway once. */
export function repeatedRefundsSuite(open: () => TestShop): void {
  /** The tests refund parts of one order. */
  const refundable = once(() => placeRefundableOrder(open()));
  type RefundableOrder = Awaited<ReturnType<typeof refundable>>;
  /** The refunds of earlier tests, which the gateway has made. */
  const earlier: number[] = [];

  const areAccepted = async (order: RefundableOrder, ...amounts: number[]) =>
    expect(await order.accepted()).toEqual([...earlier, ...amounts].map((each) => each.toFixed(2)));
  const areRecorded = async (order: RefundableOrder, amounts: number[], unsynced = 0) =>
    expect(await order.records()).toEqual(expectedRefundRecords([...earlier, ...amounts], { unsynced }));

  /** The gateway makes the refunds of a test, and Medusa has them. */
  async function areMade(order: RefundableOrder, ...amounts: number[]): Promise<void> {
    await order.end();
    await order.payment();
    await areRecorded(order, amounts);
    await areAccepted(order, ...amounts);
    earlier.push(...amounts);
  }

  /** Medusa fails once where it is about to do this with a refund of 1.00. */
  async function refundFailingAt(module: string, method: string) {
    const order = await refundable();
    const payment = open().resolve("payment");
    const service = module === "payment" ? payment.paymentService_ : open().resolve(module);
    const id = module === "payment" ? order.paymentId : order.orderId;
    let isFailing = true;
    failAt(service, method, ([input]) => {
      const isMeant = isFailing && JSON.stringify(input).includes(id);
      if (isMeant) isFailing = false;
      return isMeant;
    });
    expect((await order.refund(1)).status).toBe(500);
    await areAccepted(order, 1);
    const { refunds } = await order.records();
    expect(refunds).toHaveLength(earlier.length + (module === "payment" ? 0 : 1));
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
    expect((await order.refund(1)).status).toBe(200);
    await areAccepted(order, 1);
    await areRecorded(order, [1], 1);
    await areMade(order, 1);
    // A further refund of the same amount is a further refund.
    expect((await order.refund(1)).status).toBe(200);
    await areMade(order, 1);
  });

  test("also if the gateway has made it before it is repeated", async () => {
    stopClock();
    const order = await refundFailingAt("payment", "update");
    await order.end();
    expect((await order.refunds()).at(-1)).toMatchObject({ state: "succeeded" });
    await areRecorded(order, []);
    expect((await order.refund(1)).status).toBe(200);
    await areMade(order, 1);
  });

  test.each([
    ["payment", "update"],
    ["order", "addOrderTransactions"],
  ])("and is completed in Medusa if it is not repeated after %s.%s", async (module, method) => {
    stopClock();
    const order = await refundFailingAt(module, method);
    await order.end();
    expect((await order.refunds()).at(-1)).toMatchObject({ state: "succeeded" });
    // Medusa may still be at it.
    const { transactions } = expectedRefundRecords(earlier);
    expect((await order.records()).transactions).toEqual(transactions);
    vi.setSystemTime(Date.now() + 15_000);
    await areMade(order, 1);
  });

  test("and a refund of another amount leaves the interrupted one in Medusa with its own amount", async () => {
    const order = await refundFailingAt("order", "addOrderTransactions");
    expect((await order.refund(0.5)).status).toBe(200);
    await order.end();
    await areAccepted(order, 1, 0.5);
    const { outstanding, refunds, transactions } = await order.records();
    expect(outstanding).toBe(0);
    expect(transactions).toEqual(expectedRefundRecords([...earlier, 1, 0.5]).transactions);
    expect(refunds).toHaveLength(earlier.length + 2);
    expect(refunds.at(-1)).toEqual([0.5, null, true]);
    earlier.push(1, 0.5);
  });

  test("when the provider is called again for the same refund", async () => {
    const order = await refundable();
    await order.refund(1);
    const newest = { order: { created_at: "DESC" }, take: 1 };
    const [row] = await open().resolve("payment").listRefunds({ payment_id: order.paymentId }, newest);
    await askProviderToRefund(open(), order.data, row.id);
    await areMade(order, 1);
  });

  test("when staff click twice, or two of the shop's own workflows refund, at the same moment", async () => {
    const order = await refundable();
    await order.setFaults({ kind: "slow_reply", seconds: 1, operation: "refund" });
    const answers = await Promise.all([order.refund(1), order.refund(1)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await order.payment()).reviewItems).toEqual([]);
    await areMade(order, 1);

    const input = { payment_id: order.paymentId, amount: 2 };
    const ended = await Promise.allSettled([1, 2].map(() => open().resolve("payment").refundPayment(input)));
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const evidence = expect.stringContaining("Another refund of this payment is being sent");
    expect((await order.payment()).reviewItems).toMatchObject([{ kind: "refund-requested", evidence }]);
    await areAccepted(order, 2);
  });
}
