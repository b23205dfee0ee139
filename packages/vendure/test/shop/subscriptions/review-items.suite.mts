import { expect, test } from "vitest";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What staff decide about cycles. */
export function reviewItemsSuite(shop: () => SubscriptionTestShop): void {
  test("staff accept a charge with an unknown cycle for the cycle that they name", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const ofOrder = { of: "order", orderId: attemptId } as const;
    await shop().control.setFaults(ofOrder, [{ kind: "wrong_cycle", count: "x" }]);
    const { all, renewals: none } = await shop().afterMonth(code);
    await shop().control.setFaults(ofOrder, []);
    expect([all.map(({ kind }) => kind), none]).toEqual([["unknown-cycle"], []]);
    const [item] = all;
    const about = { ids: [item?.id], action: "accept", note: "Seen there." };
    const accept = (named: object) => shop().staff.desk("review-items/resolve", { ...about, ...named });
    await expect(accept({})).rejects.toThrow("Cycle: is required");
    expect((await accept({ cycle: 2 })).results).toMatchObject([{ outcome: "done" }]);

    const { renewals } = await shop().standing(code);
    const { state, payments } = await shop().orderOf(renewals[0]);
    const transactionId = item?.id.split("/").at(-1);
    const metadata = { attemptId, cycle: 2, firstOrder: code };
    expect(state).toBe("PaymentSettled");
    expect(payments).toMatchObject([{ amount: 1999, method: "subscription", transactionId, metadata }]);
  });

  test("a refund of a later cycle is recorded on its renewal, and one of the first payment on the first order", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const { renewals } = await shop().afterMonth(code);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0])];
    const about = { attemptId, action: "record-refund", note: "Back office." };
    for (const refunded of [
      { cycle: 2, refund: { amount: "5.00", reference: "R-2" } },
      { cycle: 1, refund: { amount: "3.00", reference: "R-1" } },
    ])
      await shop().staff.desk("attempts/resolve", { ...about, ...refunded });
    const read = "query ($id: ID!) { order(id: $id) { payments { refunds { total state transactionId } } } }";
    for (const [{ id }, total, transactionId] of [
      [renewal, 500, "R-2"],
      [first, 300, "R-1"],
    ] as const) {
      const { payments } = await shop().staff.ask(read, { id: String(id) });
      expect(payments).toEqual([{ refunds: [{ total, state: "Settled", transactionId }] }]);
    }
  });
}
