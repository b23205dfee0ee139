import { Refund } from "@vendure/core";
import { IsNull, Not } from "typeorm";
import { expect, onTestFinished, test, vi } from "vitest";
import { RefundSubmitter } from "../../../src/refund/refund-submitter.ts";
import { countQueries } from "../count-queries.mts";
import type { RefundTestShop } from "./refund-test-shop.mts";

/** How a refund in Vendure reaches the gateway: once, and only after Vendure has committed it. */
export function submittedRefundsSuite(shop: () => RefundTestShop): void {
  const pending = (total: number, transactionId: unknown = expect.stringMatching(/^\d+$/)) => ({
    ...{ total, state: "Pending", transactionId },
  });

  test("a refund in another channel is made with the merchant of that channel", async () => {
    const order = await shop().paidOrder({ channel: "north" });
    expect(await shop().refund(order, 500, { channel: "north" })).toMatchObject(pending(500));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "5.00" }]);
  });

  test("a refund of a renewal gives back its cycle, and is settled in the renewal's order", async () => {
    const order = await shop().renewed();
    expect(await shop().refund(order, 1999)).toMatchObject(pending(1999));
    const [made] = await shop().atGateway(order);
    expect(await shop().inCore(order)).toMatchObject([{ refundId: made?.refundId }]);
    const gatewayRefunds = [{ state: "accepted", amount: { amount: "19.99" } }];
    expect(await shop().shownToStaff(order)).toMatchObject([
      { gatewayRefunds: [], subscription: { cycles: [{}, { number: 2, gatewayRefunds }, {}] } },
    ]);
    await shop().control.advance({ hours: 1 });
    await shop().sweepOrder(order);
    const settled = { total: 1999, state: "Settled", transactionId: made?.refundId };
    expect(await shop().refundsOf(order)).toEqual([settled]);
  });

  test("an amount that the currency does not have is refused, but not the rest of a payment", async () => {
    const order = await shop().paidOrder({ price: 39_980, currency: "JPY" });
    await expect(shop().refund(order, 10_050)).rejects.toThrow("JPY has no amount as small");
    expect(await shop().refundsOf(order)).toEqual([]);
    expect(await shop().refund(order, 39_980)).toMatchObject(pending(39_980));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "400" }]);
  });

  test("a reason of several lines is sent as one line, and a missing one is replaced", async () => {
    const order = await shop().paidOrder();
    await shop().refund(order, 500, { reason: `Broken.\n\tBuyer: ${"sad ".repeat(100)}` });
    await shop().refund(order, 300, { reason: " " });
    expect((await shop().inCore(order)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Broken\. Buyer: (sad ){46}s$/),
      `Refund of order ${order.code}`,
    ]);
  });

  test("a refund that Vendure rolls back is never sent", async () => {
    const order = await shop().paidOrder();
    const rollBack = () => {
      throw new Error("The shop's own code failed.");
    };
    await expect(shop().refundByCode(order, 500, rollBack)).rejects.toThrow("own code failed");
    await shop().sweepOrder(order);
    expect(await shop().atGateway(order)).toEqual([]);
    expect(await shop().refundsOf(order)).toEqual([]);
    expect(await shop().inCore(order)).toEqual([]);
  });

  test("a refund is sent once, also if the process died before or after core stored it", async () => {
    const order = await shop().paidOrder();
    const { gateway } = shop();
    const death = vi.spyOn(gateway, "refund").mockRejectedValueOnce(new Error("The process ended."));
    expect(await shop().refund(order, 500)).toMatchObject({ state: "Pending", transactionId: "" });
    expect(await shop().atGateway(order)).toEqual([]);
    death.mockImplementationOnce(async (request) => {
      death.mockRestore();
      await gateway.refund(request);
      throw new Error("The process ended.");
    });
    for (const _ of [1, 2, 3]) await shop().sweepOrder(order);
    const [made, ...more] = await shop().atGateway(order);
    expect([made?.amount, more]).toEqual(["5.00", []]);
    expect(await shop().refundsOf(order)).toMatchObject([{ total: 500, transactionId: made?.refundId }]);
  });

  test("refunds that core cannot accept delay neither the others nor a refund that staff make", async () => {
    const other = await shop().paidOrder();
    const [order, next] = [await shop().paidOrder(), await shop().paidOrder()];
    onTestFinished(await shop().addUnsent(other, 150));
    const tried = new Set<string>();
    onTestFinished(shop().failRefunds(other, ({ idempotencyKey }) => tried.add(idempotencyKey)));
    expect(await shop().refund(next, 500)).toMatchObject(pending(500));
    await shop().refundByCode(order, 500);
    await shop().sweep();
    expect(tried.size).toBe(100);
    expect(await shop().atGateway(order)).toEqual([]);
    // The hundred that failed wait, or come last.
    await shop().sweep();
    expect(tried.size).toBe(150);
    expect(await shop().refundsOf(order)).toEqual([pending(500)]);
  }, 120_000);

  test("a refund that core cannot accept waits longer each time, up to an hour", async () => {
    const order = await shop().paidOrder();
    onTestFinished(await shop().addUnsent(order, 1));
    onTestFinished(shop().failRefunds(order));
    for (const [index, pause] of [10, 30, 120, 600, 3600, 3600].entries()) {
      const before = Date.now();
      await shop().sweepOrder(order);
      const [row] = await shop().unsentOf(order);
      expect(row).toMatchObject({ tries: index + 1 });
      const seconds = (Date.parse(row?.sendAt ?? "") - before) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(pause);
      expect(seconds).toBeLessThan(pause * 2);
    }
  });

  test("Vendure's refunds are read only if one is due", async () => {
    const order = await shop().paidOrder();
    await shop().refund(order, 500);
    await shop().unsent.update({ sendAt: Not(IsNull()) }, { sendAt: "9999-01-01T00:00:00.000Z" });
    const submit = () => shop().app.get(RefundSubmitter).submitAll();
    const { count } = await countQueries(shop().app, submit, ' FROM "refund" ');
    expect(count).toBe(0);
    expect(await shop().unsentOf(order)).toMatchObject([{ tries: 0, sendAt: null }]);
  });

  test("a refund that staff settle before it is sent is not sent", async () => {
    const order = await shop().paidOrder();
    await shop().refundByCode(order, 500);
    const refunds = shop().connection.rawConnection.getRepository(Refund);
    const { id } = await refunds.findOneByOrFail({ paymentId: order.paymentId });
    await shop().settle(String(id), "T-7");
    await shop().sweep();
    expect(await shop().atGateway(order)).toEqual([]);
    expect(await shop().unsentOf(order)).toEqual([]);
  });

  test("a refund that core refuses fails with the reason, and can be made again once the reason is gone", async () => {
    const order = await shop().paidOrder();
    const refunds = shop().connection.rawConnection.getRepository(Refund);
    const { id } = await shop().refund(order, 1500);
    // As if Vendure had lost its record.
    await refunds.update({ id }, { state: "Failed" });
    await expect(shop().refund(order, 1000)).rejects.toThrow(/^Nothing was refunded: .*at most 4\.99 USD/s);
    expect(await shop().refundsOf(order)).toMatchObject([{}, { state: "Failed", total: 1000 }]);
    expect(await shop().refund(order, 499)).toMatchObject(pending(499));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "15.00" }, { amount: "4.99" }]);
  });
}
