import { expect, test } from "vitest";
import { readOrderRecord } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What staff decide about cycles. */
export function reviewItemsSuite(shop: () => SubscriptionTestShop): void {
  test("staff accept a charge with an unknown cycle for the cycle that they name", async () => {
    const { staff, stage } = shop();
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const ofOrder = { of: "order", orderId: attemptId } as const;
    await stage.control.setFaults(ofOrder, [{ kind: "wrong_cycle", count: "x" }]);
    const { all, renewals: none } = await shop().afterMonth(code);
    await stage.control.setFaults(ofOrder, []);
    expect([all.map(({ kind }) => kind), none]).toEqual([["unknown-cycle"], []]);
    const [item] = all;
    const transactionId = item?.id.split("/").at(-1);
    const first = await shop().orderOf(code);
    const about = { orderId: String(first.id), attemptId, action: "ACCEPT", note: "Seen there." };
    const resolve =
      "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { reviewItems { item { id } } } }";
    const accept = (named: object) =>
      staff.ask(resolve, { input: { ...about, reviewItemId: item?.id, ...named } });
    const refused = "The operator action is not valid. The engine recorded nothing.\n  Cycle: ";
    for (const missing of [{}, { cycle: null }])
      await expect(accept(missing)).rejects.toThrow(`${refused}is required`);
    await expect(accept({ cycle: 2.5 })).rejects.toThrow("Int cannot represent non-integer value: 2.5");
    const payments = async () => (await readOrderRecord(stage.app, code)).payments.length;
    expect(await payments()).toBe(1);
    expect(await accept({ cycle: 2 })).toEqual({ reviewItems: [] });

    const { renewals, subscription } = await shop().standing(code);
    expect(renewals).toEqual([expect.any(String)]);
    const [renewed = ""] = renewals;
    expect(subscription.cycles[1]).toMatchObject({ state: "paid", transactionId });
    expect(await readOrderRecord(stage.app, renewed)).toMatchObject({
      state: "PaymentSettled",
      payments: [{ amount: 1999, state: "Settled", method: "subscription", transactionId }],
      metadata: [{ attemptId, cycle: 2, firstOrder: code }],
    });
  });

  test("a refund of a later cycle is recorded on its renewal, and one of the first payment on the first order", async () => {
    const { staff } = shop();
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const { renewals } = await shop().afterMonth(code);
    const [renewed = ""] = renewals;
    const orderId = String((await shop().orderOf(code)).id);
    const resolve =
      "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { state } }";
    const about = { orderId, attemptId, action: "RECORD_REFUND", note: "Back office." };
    const record = (cycle: number, amount: string, reference: string) =>
      staff.ask(resolve, { input: { ...about, cycle, refund: { amount, reference } } });
    await record(2, "5.00", "R-2");
    await record(1, "3.00", "R-1");
    const read = "query ($id: ID!) { order(id: $id) { payments { refunds { total state transactionId } } } }";
    for (const [of, total, transactionId] of [
      [renewed, 500, "R-2"],
      [code, 300, "R-1"],
    ] as const) {
      const { payments } = await staff.ask(read, { id: String((await shop().orderOf(of)).id) });
      expect(payments).toEqual([{ refunds: [{ total, state: "Settled", transactionId }] }]);
    }
  });
}
