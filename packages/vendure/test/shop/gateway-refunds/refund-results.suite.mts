import { expect, test } from "vitest";
import type { RefundTestShop } from "./refund-test-shop.mts";

const workingOnIt = { kind: "slow_refund", seconds: 3000 } as const;
const worked = { hours: 1 };
const lost = { kind: "lost_call", when: "before", operation: "refund" } as const;

/** What becomes of a refund in Vendure when the gateway reports how it ended. */
export function refundResultsSuite(shop: () => RefundTestShop): void {
  const settled = (total: number, transactionId: string | undefined) => ({
    ...{ total, state: "Settled", transactionId },
  });
  /** Why refunds failed, as staff read it in the order's history. */
  const failures = async (order: { orderId: string }) =>
    (await shop().historyOf(order.orderId, "ORDER_NOTE")).map(({ isPublic, data }) => [isPublic, data.note]);

  test("a full refund is pending while the gateway works on it, and settled once it succeeds", async () => {
    const order = await shop().paidOrder();
    await shop().faults(order, workingOnIt);
    const made = await shop().refund(order, 1999);
    const [atGateway] = await shop().atGateway(order);
    expect(atGateway).toMatchObject({ amount: "19.99", state: "requested" });
    expect(made).toMatchObject({ state: "Pending", transactionId: atGateway?.refundId });
    await shop().sweepOrder(order);
    expect(await shop().refundsOf(order)).toMatchObject([{ state: "Pending" }]);
    await shop().control.advance(worked);
    for (const _ of [1, 2]) await shop().sweepOrder(order);
    expect(await shop().refundsOf(order)).toEqual([settled(1999, atGateway?.refundId)]);
    expect(await shop().atGateway(order)).toHaveLength(1);
    expect(await shop().unsentOf(order)).toEqual([]);
    const about = { reason: "Broken", requestId: expect.stringMatching(/^vendure-/), ofOrder: true };
    const gatewayRefunds = [{ state: "succeeded", reference: atGateway?.refundId, ...about }];
    expect(await shop().shownToStaff(order)).toMatchObject([{ gatewayRefunds }]);
    const [, last] = await shop().historyOf(order.orderId, "ORDER_REFUND_TRANSITION");
    expect(last).toMatchObject({ data: { from: "Pending", to: "Settled" }, administrator: { id: "1" } });
  });

  test("a refused refund fails with the gateway's text, which the buyer does not see, and can be made again", async () => {
    const order = await shop().paidOrder();
    await shop().faults(order, { kind: "refuse_refund" });
    await expect(shop().refund(order, 1999)).rejects.toThrow(/^Nothing was refunded: .*refused/);
    expect(await shop().refundsOf(order)).toMatchObject([{ state: "Failed" }]);
    expect(await failures(order)).toEqual([
      [false, expect.stringMatching(/^The refund of 19\.99 USD failed: .*refused/)],
    ]);
    const text = expect.stringContaining("refused");
    expect(await shop().shownToStaff(order)).toMatchObject([
      { gatewayRefunds: [{ state: "failed", reference: null, text }] },
    ]);
    const amount = { minor: 1999, currency: "USD" };
    expect(await shop().metadataForBuyer(order)).toEqual([
      { payIndex: { idempotencyKey: expect.stringMatching(/^vendure-/), amount, channelId: 1 } },
    ]);
    await shop().faults(order);
    expect(await shop().refund(order, 1999)).toMatchObject({ state: "Pending" });
    expect(await shop().atGateway(order)).toHaveLength(1);
  });

  test("a refund that fails after it was accepted fails once in Vendure, and can be made again", async () => {
    const order = await shop().paidOrder();
    await shop().faults(order, workingOnIt, { kind: "fail_refund" });
    expect(await shop().refund(order, 500)).toMatchObject({ state: "Pending" });
    await shop().control.advance(worked);
    for (const _ of [1, 2]) await shop().sweepOrder(order);
    expect(await shop().refundsOf(order)).toMatchObject([{ state: "Failed" }]);
    expect(await failures(order)).toEqual([
      [false, "The refund of 5.00 USD failed: The gateway did not make it."],
    ]);
    expect(await shop().historyOf(order.orderId, "ORDER_REFUND_TRANSITION")).toHaveLength(2);
    await shop().faults(order);
    expect(await shop().refund(order, 1999)).toMatchObject({ state: "Pending" });
  });

  test.each([
    ["fails if staff dismiss it", "dismiss", undefined, { state: "Failed" }],
    [
      "is settled if staff record it",
      "record-refund",
      { amount: "5.00", reference: "R-7" },
      settled(500, "R-7"),
    ],
  ] as const)("a refund that the gateway does not know %s", async (_, action, recorded, expected) => {
    const order = await shop().paidOrder();
    await shop().faults(order, lost);
    await shop().refund(order, 500);
    for (let tries = 0; tries < 6; tries++) await shop().sweepOrder(order);
    expect(await shop().refundsOf(order)).toMatchObject([{ state: "Pending" }]);
    await shop().resolve(order, action, recorded);
    expect(await shop().refundsOf(order)).toMatchObject([expected]);
  });

  test("a refund that staff send with the payment, not with the order, is in the order once the gateway made it", async () => {
    const order = await shop().paidOrder();
    const { attemptId } = order;
    await shop().faults(order, workingOnIt);
    const send = (amount: string, requestId: string) =>
      shop().staff.desk("attempts/refund", { attemptId, amount, reason: "Broken", requestId });
    for (const _ of [1, 2])
      expect((await send("5.00", "staff-1")).refund).toMatchObject({ state: "accepted" });
    expect(await shop().refundsOf(order)).toEqual([]);
    await expect(shop().refund(order, 1999)).rejects.toThrow(/^Nothing was refunded/);
    await shop().control.advance(worked);
    for (const _ of [1, 2]) await shop().sweepOrder(order);
    const [made, ...more] = await shop().atGateway(order);
    expect(more).toEqual([]);
    expect(await shop().refundsOf(order)).toContainEqual(settled(500, made?.refundId));
    await shop().faults(order, { kind: "refuse_refund" });
    expect((await send("3.00", "staff-2")).refund).toMatchObject({ state: "failed" });
    await shop().sweepOrder(order);
    expect(await shop().refundsOf(order)).not.toContainEqual(expect.objectContaining({ total: 300 }));
  });

  test("a refund in the back office is added to the order, beside a pending one", async () => {
    const order = await shop().paidOrder();
    await shop().faults(order, lost);
    await shop().refund(order, 500);
    await shop().control.refund(order.attemptId, { amount: "7.00" });
    await shop().control.advance(worked);
    await shop().sweepOrder(order);
    const [made, ...more] = await shop().atGateway(order);
    expect(more).toEqual([]);
    const refunds = await shop().refundsOf(order);
    expect(refunds).toHaveLength(2);
    expect(refunds).toContainEqual({ total: 500, state: "Pending", transactionId: "" });
    expect(refunds).toContainEqual(settled(700, made?.refundId));
    const gatewayRefunds = [
      { state: "unknown", reason: "Broken" },
      { state: "succeeded", requestId: null, reason: null },
    ];
    expect(await shop().shownToStaff(order)).toMatchObject([{ gatewayRefunds }]);
    expect(await shop().metadataForBuyer(order)).toEqual(
      expect.arrayContaining([{ payIndex: expect.anything() }, {}]),
    );
  });
}
