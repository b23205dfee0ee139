import { expect, test } from "vitest";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What staff decide about cycles. */
export function reviewItemsSuite(shop: () => SubscriptionTestShop): void {
  const resolve = (input: object) =>
    shop().staff.ask(
      "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { reviewItems { item { id } } } }",
      { input },
    );

  test("staff accept a charge with an unknown cycle for the cycle that they name", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const ofOrder = { of: "order", orderId: attemptId } as const;
    await shop().control.setFaults(ofOrder, [{ kind: "wrong_cycle", count: "x" }]);
    const { all, renewals: none } = await shop().afterMonth(code);
    await shop().control.setFaults(ofOrder, []);
    expect([all.map(({ kind }) => kind), none]).toEqual([["unknown-cycle"], []]);
    const [item] = all;
    const first = await shop().orderOf(code);
    const about = { orderId: String(first.id), attemptId, action: "ACCEPT", note: "Seen there." };
    const accept = (named: object) => resolve({ ...about, reviewItemId: item?.id, ...named });
    const refused = "The operator action is not valid. The engine recorded nothing.\n  Cycle: is required";
    for (const missing of [{}, { cycle: null }]) await expect(accept(missing)).rejects.toThrow(refused);
    await expect(accept({ cycle: 2.5 })).rejects.toThrow("Int cannot represent non-integer value: 2.5");
    expect(await accept({ cycle: 2 })).toEqual({ reviewItems: [] });

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
    const about = { orderId: String(first.id), attemptId, action: "RECORD_REFUND", note: "Back office." };
    await resolve({ ...about, cycle: 2, refund: { amount: "5.00", reference: "R-2" } });
    await resolve({ ...about, cycle: 1, refund: { amount: "3.00", reference: "R-1" } });
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
