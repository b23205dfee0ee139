import { expect, test } from "vitest";
import type { RefundTestShop } from "./refund-test-shop.mts";

const workingOnIt = { kind: "slow_refund", seconds: 3000 } as const;
const worked = { hours: 1 };

/** What becomes of a refund in Vendure when the gateway says how it ended. */
export function refundResultsSuite(shop: () => RefundTestShop): void {
  const settled = (total: number, transactionId: string | undefined) => ({
    ...{ total, state: "Settled", transactionId },
  });
  const control = () => shop().shop.stage.control;

  test("a full refund is pending while the gateway works on it, and settled once it succeeds", async () => {
    const order = await shop().paid();
    await shop().faults(order, workingOnIt);
    const made = await shop().refund(order, 1999);
    const [atGateway] = await shop().atGateway(order);
    expect(atGateway).toMatchObject({ amount: "19.99", state: "requested" });
    expect(made).toMatchObject({ state: "Pending", transactionId: atGateway?.refundId });
    await shop().sweep(order);
    expect(await shop().inVendure(order)).toMatchObject([{ state: "Pending" }]);
    await control().advance(worked);
    for (const _ of [1, 2]) await shop().sweep(order);
    expect(await shop().inVendure(order)).toEqual([settled(1999, atGateway?.refundId)]);
    expect(await shop().atGateway(order)).toHaveLength(1);
    expect(await shop().shownToStaff(order)).toEqual([
      {
        gatewayRefunds: [
          {
            ...{ state: "SUCCEEDED", amount: "19.99", currencyCode: "USD", text: null, reason: "Broken" },
            ...{ refundId: atGateway?.refundId, transactionId: expect.stringMatching(/./) },
            ...{ ofOrder: true, isFromGateway: false, endedAt: expect.stringMatching(/^20/) },
          },
        ],
        subscription: null,
      },
    ]);
    const [, last] = await shop().transitions(order);
    expect(last).toMatchObject({ data: { from: "Pending", to: "Settled" }, administrator: { id: "1" } });
  });

  test("a refused refund fails with the gateway's text, and the payment can be refunded again", async () => {
    const order = await shop().paid();
    await shop().faults(order, { kind: "refuse_refund" });
    await expect(shop().refund(order, 1999)).rejects.toThrow(/^Nothing was refunded: .*refused/);
    expect(await shop().inVendure(order)).toMatchObject([{ state: "Failed" }]);
    expect(await shop().failures(order)).toEqual([
      expect.stringMatching(/^The refund of 19\.99 USD failed: .*refused/),
    ]);
    expect(await shop().inCore(order)).toMatchObject({ refunds: [{ state: "failed" }], items: [] });
    expect(await shop().shownToStaff(order)).toMatchObject([
      { gatewayRefunds: [{ state: "FAILED", refundId: null, text: expect.stringContaining("refused") }] },
    ]);
    await shop().faults(order);
    expect(await shop().refund(order, 1999)).toMatchObject({ state: "Pending" });
    expect(await shop().atGateway(order)).toHaveLength(1);
  });

  test("a refund that fails after it was accepted fails once in Vendure, and can be made again", async () => {
    const order = await shop().paid();
    await shop().faults(order, workingOnIt, { kind: "fail_refund" });
    expect(await shop().refund(order, 500)).toMatchObject({ state: "Pending" });
    await control().advance(worked);
    for (const _ of [1, 2]) await shop().sweep(order);
    expect(await shop().inVendure(order)).toMatchObject([{ state: "Failed" }]);
    expect(await shop().failures(order)).toEqual([
      "The refund of 5.00 USD failed: The gateway did not make it.",
    ]);
    expect(await shop().transitions(order)).toHaveLength(2);
    expect((await shop().inCore(order)).items).toEqual(["refund-failed"]);
    await shop().faults(order);
    expect(await shop().refund(order, 1999)).toMatchObject({ state: "Pending" });
  });

  test("staff end a refund that the gateway does not know, and it can be made again", async () => {
    const order = await shop().paid();
    await shop().faults(order, { kind: "lost_call", when: "before", operation: "refund" });
    await shop().refund(order, 500);
    for (let tries = 0; tries < 6; tries++) await shop().sweep(order);
    expect((await shop().inCore(order)).items).toEqual(["refund-not-confirmed"]);
    expect(await shop().inVendure(order)).toMatchObject([{ state: "Pending" }]);
    await shop().resolve(order, "DISMISS");
    expect(await shop().inVendure(order)).toMatchObject([{ state: "Failed" }]);
    await shop().faults(order);
    expect(await shop().refund(order, 1999)).toMatchObject({ state: "Pending" });
  });

  test("staff record that a refund without an answer was made, and it is settled once", async () => {
    const order = await shop().paid();
    await shop().faults(order, { kind: "lost_call", when: "before", operation: "refund" });
    await shop().refund(order, 500);
    for (let tries = 0; tries < 6; tries++) await shop().sweep(order);
    await shop().resolve(order, "RECORD_REFUND", { amount: "5.00", reference: "R-7" });
    expect(await shop().inVendure(order)).toEqual([settled(500, "R-7")]);
  });

  test("a refund in the back office is added to the order, beside a pending one", async () => {
    const order = await shop().paid();
    await shop().faults(order, { kind: "lost_call", when: "before", operation: "refund" });
    await shop().refund(order, 500);
    await control().refund(order.attemptId, { amount: "7.00" });
    await control().advance(worked);
    await shop().sweep(order);
    const [made] = await shop().atGateway(order);
    expect(await shop().inVendure(order)).toEqual([
      { total: 500, state: "Pending", transactionId: "" },
      settled(700, made?.refundId),
    ]);
    expect(await shop().shownToStaff(order)).toMatchObject([
      {
        gatewayRefunds: [
          { state: "UNKNOWN", isFromGateway: false },
          { state: "SUCCEEDED", isFromGateway: true, reason: null },
        ],
      },
    ]);
    expect(await shop().atGateway(order)).toHaveLength(1);
    expect(await shop().metadataForBuyer(order)).toEqual([{ payIndex: expect.anything() }, {}]);
  });

  test("a refund that staff settled manually meanwhile is not changed", async () => {
    const order = await shop().paid();
    await shop().faults(order, workingOnIt);
    const { id } = await shop().refund(order, 500);
    await shop().settle(id, "T-7");
    await control().advance(worked);
    await shop().sweep(order);
    expect(await shop().inVendure(order)).toEqual([settled(500, "T-7")]);
  });
}
