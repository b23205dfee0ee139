import { Refund } from "@vendure/core";
import { expect, test, vi } from "vitest";
import { RefundSubmitter } from "../../../src/refund/refund-submitter.ts";
import { countQueries } from "../count-queries.mts";
import type { RefundTestShop } from "./refund-test-shop.mts";

/** How a refund in Vendure reaches the gateway: once, and only after Vendure has committed it. */
export function submittedRefundsSuite(shop: () => RefundTestShop): void {
  const pending = (total: number, transactionId: unknown = expect.stringMatching(/^\d+$/)) => ({
    total,
    state: "Pending",
    transactionId,
  });

  test("a buyer who reads a refund sees neither staff nor the gateway's answer", async () => {
    const order = await shop().paid();
    await shop().faults(order, { kind: "refuse_refund" });
    await expect(shop().refund(order, 500)).rejects.toThrow("Nothing was refunded");
    expect(await shop().metadataForBuyer(order)).toEqual([
      {
        payIndex: {
          idempotencyKey: expect.stringMatching(/^vendure-/),
          amount: { minor: 500, currency: "USD" },
          channelId: 1,
        },
      },
    ]);
  });

  test("a refund in another channel is made with the merchant of that channel, and settled in it", async () => {
    const order = await shop().paid({ channel: "north" });
    expect(await shop().refund(order, 500, { channel: "north" })).toMatchObject(pending(500));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "5.00" }]);
  });

  test("a refund of a renewal gives back its cycle, and is settled in the renewal's order", async () => {
    const order = await shop().renewed();
    expect(await shop().refund(order, 1999)).toMatchObject(pending(1999));
    const [made] = await shop().atGateway(order);
    expect((await shop().inCore(order)).refunds).toMatchObject([{ refundId: made?.refundId }]);
    expect(await shop().shownToStaff(order)).toMatchObject([
      {
        gatewayRefunds: [],
        subscription: {
          cycles: [{}, { number: 2, gatewayRefunds: [{ state: "ACCEPTED", amount: "19.99" }] }],
        },
      },
    ]);
    await shop().shop.stage.control.advance({ hours: 1 });
    await shop().sweep(order);
    const settled = { total: 1999, state: "Settled", transactionId: made?.refundId };
    expect(await shop().inVendure(order)).toEqual([settled]);
  });

  test("the rest of a payment is refunded although the currency has no such fraction, and another fraction is refused", async () => {
    const order = await shop().paid({ price: 39_980, currency: "JPY" });
    await expect(shop().refund(order, 10_050)).rejects.toThrow("JPY has no amount as small");
    expect(await shop().inVendure(order)).toEqual([]);
    expect(await shop().refund(order, 10_000)).toMatchObject(pending(10_000));
    expect(await shop().refund(order, 29_980)).toMatchObject(pending(29_980));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "100" }, { amount: "300" }]);
  });

  test("a reason of several lines is sent as one line, and a missing one is replaced", async () => {
    const order = await shop().paid();
    await shop().refund(order, 500, { reason: `Broken.\n\tBuyer: ${"sad ".repeat(100)}` });
    await shop().refund(order, 300, { reason: " " });
    const reasons = (await shop().inCore(order)).refunds.map(({ reason }) => reason);
    expect(reasons).toEqual([
      expect.stringMatching(/^Broken\. Buyer: (sad ){46}s$/),
      `Refund of order ${order.reference}`,
    ]);
  });

  test("a refund that Vendure rolls back is never sent", async () => {
    const order = await shop().paid();
    const rollBack = () => {
      throw new Error("The shop's own code failed.");
    };
    await expect(shop().refundByCode(order, 500, rollBack)).rejects.toThrow("own code failed");
    await shop().sweep(order);
    expect(await shop().atGateway(order)).toEqual([]);
    expect(await shop().inVendure(order)).toEqual([]);
    expect((await shop().inCore(order)).refunds).toEqual([]);
  });

  test("the sweep sends a refund of the shop's own code once", async () => {
    const order = await shop().paid();
    await shop().refundByCode(order, 500, () => undefined);
    expect(await shop().atGateway(order)).toEqual([]);
    for (const _ of [1, 2]) await shop().sweep(order);
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "5.00" }]);
    expect(await shop().inVendure(order)).toEqual([pending(500)]);
  });

  test("a refund is sent once, also if the process died before or after core stored it", async () => {
    const order = await shop().paid();
    const gateway = shop().shop.gateway();
    const death = vi.spyOn(gateway, "refund").mockRejectedValueOnce(new Error("The process ended."));
    expect(await shop().refund(order, 500)).toMatchObject({ state: "Pending", transactionId: "" });
    expect(await shop().atGateway(order)).toEqual([]);
    death.mockImplementationOnce(async (request) => {
      death.mockRestore();
      await gateway.refund(request);
      throw new Error("The process ended.");
    });
    for (const _ of [1, 2, 3]) await shop().sweep(order);
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "5.00" }]);
    expect(await shop().inVendure(order)).toEqual([pending(500)]);
  });

  test("a refund is sent at once although a hundred older ones of other orders wait", async () => {
    const [other, order] = [await shop().paid(), await shop().paid()];
    const remove = await shop().addUnsent(other, 100);
    try {
      expect(await shop().refund(order, 500)).toMatchObject(pending(500));
    } finally {
      await remove();
    }
  });

  test("refunds that core cannot accept do not delay the others", async () => {
    const [other, order] = [await shop().paid(), await shop().paid()];
    const remove = await shop().addUnsent(other, 150);
    const tried = new Set<string>();
    const end = shop().failRefunds(other, ({ idempotencyKey }) => tried.add(idempotencyKey));
    try {
      await shop().refundByCode(order, 500, () => undefined);
      await shop().runTask();
      expect(tried.size).toBe(100);
      expect(await shop().atGateway(order)).toEqual([]);
      // The hundred that failed wait, or come last.
      await shop().runTask();
      expect(tried.size).toBe(150);
      expect(await shop().inVendure(order)).toEqual([pending(500)]);
    } finally {
      end();
      await remove();
    }
  });

  test("a refund that core cannot accept waits longer each time, up to an hour", async () => {
    const order = await shop().paid();
    const end = shop().failRefunds(order);
    const remove = await shop().addUnsent(order, 1);
    try {
      for (const [index, pause] of [10, 30, 120, 600, 3600, 3600].entries()) {
        const before = Date.now();
        await shop().sweep(order);
        const [row] = await shop().unsentOf(order);
        expect(row).toMatchObject({ tries: index + 1 });
        const seconds = (Date.parse(row?.sendAt ?? "") - before) / 1000;
        expect(seconds).toBeGreaterThanOrEqual(pause);
        expect(seconds).toBeLessThan(pause * 2);
      }
    } finally {
      end();
      await remove();
    }
  });

  test("Vendure's refunds are read only if one is due, and ended ones are not read again", async () => {
    const order = await shop().paid();
    await shop().refund(order, 500);
    await shop().postponeAll();
    const submit = () => shop().app.get(RefundSubmitter).submitAll();
    const { count } = await countQueries(shop().app, submit, ' FROM "refund" ');
    expect(count).toBe(0);
    expect(await shop().unsentOf(order)).toMatchObject([{ tries: 0, sendAt: null }]);
    await shop().shop.stage.control.advance({ hours: 1 });
    await shop().sweep(order);
    expect(await shop().unsentOf(order)).toEqual([]);
  });

  test("a refund that staff settle before it is sent is not sent", async () => {
    const order = await shop().paid();
    await shop().refundByCode(order, 500, () => undefined);
    const { paymentId } = order;
    const refunds = shop().shop.connection.rawConnection.getRepository(Refund);
    await shop().settle(String((await refunds.findOneBy({ paymentId }))?.id), "T-7");
    await shop().runTask();
    expect(await shop().atGateway(order)).toEqual([]);
    expect(await shop().unsentOf(order)).toEqual([]);
  });

  test("a refund that core refuses fails with the reason, and can be made again once the reason is gone", async () => {
    const order = await shop().paid();
    const refunds = shop().shop.connection.rawConnection.getRepository(Refund);
    const { id } = await shop().refund(order, 1500);
    // As if Vendure had lost its record.
    await refunds.update({ id }, { state: "Failed" });
    await expect(shop().refund(order, 1000)).rejects.toThrow(/^Nothing was refunded: .*at most 4\.99 USD/s);
    expect(await shop().inVendure(order)).toMatchObject([{}, { state: "Failed", total: 1000 }]);
    expect(await shop().failures(order)).toEqual([
      expect.stringMatching(/^The refund of 10\.00 USD failed: .*at most 4\.99 USD/s),
    ]);
    expect(await shop().refund(order, 499)).toMatchObject(pending(499));
    expect(await shop().atGateway(order)).toMatchObject([{ amount: "15.00" }, { amount: "4.99" }]);
  });
}
