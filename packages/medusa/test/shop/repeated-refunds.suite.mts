import { describe, expect, onTestFinished, test, vi } from "vitest";
import { expectedRefundRecords, type GatewayRefundShop } from "./gateway-refund-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: parts of Medusa; the tests say what they expect of them
type Any = any;

/** What Medusa repeats is sent to the gateway once. */
export function repeatedRefundsSuite(open: () => GatewayRefundShop): void {
  const placed = () => open().placed();
  const resolve = (name: string): Any => open().shop.container.resolve(name);
  const unsynced = { isSynced: false };
  const made = { isSynced: true };

  describe("a refund that Medusa repeats is sent once", () => {
    /** Medusa fails once where it is about to do this with what has this id. */
    function failingOnce(service: Any, method: string, id: string) {
      const run = service[method].bind(service);
      let isFailing = true;
      const spy = vi.spyOn(service, method).mockImplementation(async (...given: Any[]) => {
        if (!isFailing || !JSON.stringify(given[0]).includes(id)) return run(...given);
        isFailing = false;
        throw new Error("The database is down.");
      });
      onTestFinished(() => void spy.mockRestore());
    }

    /** No second passes, however busy the machine is. */
    function stopClock() {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
    }

    test("after Medusa deleted its refund because a later step failed", async () => {
      const order = await placed();
      failingOnce(resolve("payment").paymentService_, "update", order.paymentId);
      expect((await order.refund(10)).status).toBe(500);
      expect(await order.accepted()).toEqual(["10.00"]);
      expect((await order.records()).refunds).toEqual([]);
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.accepted()).toEqual(["10.00"]);
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([10], made));
      // A further refund of the same amount is a further refund.
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.accepted()).toEqual(["10.00", "10.00"]);
    });

    test("also if the gateway has made it before it is repeated", async () => {
      stopClock();
      const order = await placed();
      failingOnce(resolve("payment").paymentService_, "update", order.paymentId);
      await order.refund(10);
      await order.end();
      expect(await order.states()).toEqual(["succeeded"]);
      expect((await order.records()).refunds).toEqual([]);
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.accepted()).toEqual(["10.00"]);
      await order.payment();
      expect(await order.records()).toEqual(expectedRefundRecords([10], made));
    });

    test("and is added to Medusa if it is not repeated", async () => {
      stopClock();
      const order = await placed();
      failingOnce(resolve("payment").paymentService_, "update", order.paymentId);
      await order.refund(10);
      await order.end();
      vi.setSystemTime(Date.now() + 15_000);
      await order.payment();
      expect(await order.records()).toEqual(expectedRefundRecords([10], made));
      expect(await order.accepted()).toEqual(["10.00"]);
    });

    test.each([
      ["order", "addOrderTransactions"],
      ["order", "createOrderChange"],
    ])("after Medusa's workflow failed at %s.%s", async (module, method) => {
      const order = await placed();
      failingOnce(resolve(module), method, order.orderId);
      expect((await order.refund(10)).status).toBe(500);
      expect((await order.records()).refunds).toHaveLength(1);
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.accepted()).toEqual(["10.00"]);
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([10], made));
    });

    test("and a refund of another amount leaves the interrupted one in Medusa with its own amount", async () => {
      const order = await placed();
      failingOnce(resolve("order"), "addOrderTransactions", order.orderId);
      await order.refund(10);
      expect((await order.refund(4.5)).status).toBe(200);
      expect(await order.accepted()).toEqual(["10.00", "4.50"]);
      await order.end();
      expect(await order.records()).toMatchObject({
        outstanding: 0,
        transactions: [24.99, -4.5, -10],
        refunds: [
          [10, null, true],
          [4.5, null, true],
        ],
      });
    });

    test("after a process died behind the provider, and the next sweeps complete its records", async () => {
      stopClock();
      const order = await placed();
      failingOnce(resolve("order"), "addOrderTransactions", order.orderId);
      await order.refund(10);
      await order.end();
      expect(await order.states()).toEqual(["succeeded"]);
      // Medusa may still be at it.
      expect((await order.records()).transactions).toEqual([24.99]);
      vi.setSystemTime(Date.now() + 15_000);
      await order.payment();
      expect(await order.records()).toEqual(expectedRefundRecords([10], made));
    });

    test("when the provider is called again for the same refund", async () => {
      const order = await placed();
      await order.refund(10);
      const [row] = await resolve("payment").listRefunds({ payment_id: order.paymentId });
      await open().askProvider(order.data, 10, row.id);
      expect(await order.accepted()).toEqual(["10.00"]);
    });

    test("when staff click twice", async () => {
      const order = await placed();
      await order.setFaults({ kind: "slow_reply", seconds: 1, operation: "refund" });
      const answers = await Promise.all([order.refund(10), order.refund(10)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(await order.accepted()).toEqual(["10.00"]);
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
      expect((await order.payment()).review_items).toEqual([]);
    });

    test("when two of the shop's own workflows refund at the same moment", async () => {
      const order = await placed();
      await order.setFaults({ kind: "slow_reply", seconds: 1, operation: "refund" });
      const refund = () => resolve("payment").refundPayment({ payment_id: order.paymentId, amount: 10 });
      const ended = await Promise.allSettled([refund(), refund()]);
      expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await order.accepted()).toEqual(["10.00"]);
      expect((await order.payment()).review_items).toMatchObject([
        {
          kind: "refund-requested",
          evidence: expect.stringContaining("Another refund of this payment is being sent"),
        },
      ]);
    });
  });
}
