import { expect, test } from "vitest";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What staff decide about cycles. */
export function reviewItemsSuite(shop: () => SubscriptionTestShop): void {
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
