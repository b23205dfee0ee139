import type { FaultInput } from "@pay-index/sandbox";
import { describe, expect, test } from "vitest";
import { monthDuration, type SubscriptionTestShop } from "./subscription-test-shop.mts";

const buyerCancel = `mutation ($code: String!) {
  cancelPayIndexSubscription(orderCode: $code) { outcome closedAt reason text } }`;
const cancelled = { outcome: "cancelled", closedAt: expect.any(String), reason: null, text: null };

/** Subscriptions that staff and buyers cancel. */
export function cancelSubscriptionSuite(shop: () => SubscriptionTestShop): void {
  async function subscribed(faults: FaultInput[] = []) {
    const started = await shop().subscribed(await shop().onPlan("tea"));
    await shop().control.setFaults({ of: "order", orderId: started.attemptId }, faults);
    return started;
  }

  const askAsStaff = (attemptId: string) => shop().staff.desk("attempts/cancel", { attemptId });
  const stateOf = async (code: string) => (await shop().standing(code)).subscription.state;
  const cancellationsOf = (attemptId: string) =>
    shop().logged.filter((line) => line.includes('"cancellation-answered"') && line.includes(attemptId));
  const textsOf = async (code: string) =>
    (await shop().status(code)).attempts[0]?.timeline.map(({ text }) => text);

  describe("staff", () => {
    test("cancel a subscription once, and the gateway charges no further cycle (CAN-CLOSED, CAN-ONCE)", async () => {
      const { code, attemptId } = await subscribed();
      for (const _ of [1, 2]) expect(await askAsStaff(attemptId)).toEqual(cancelled);
      expect(cancellationsOf(attemptId)).toHaveLength(1);
      expect(await stateOf(code)).toBe("closed");
      expect(await textsOf(code)).toContain("1 (Super Admin) asked to cancel the subscription.");
      const closings = shop().told.filter(
        ({ event, about: { key } }) => event === "SubscriptionClosedEvent" && key?.startsWith(attemptId),
      );
      expect(closings).toHaveLength(1);
      await shop().control.advance(monthDuration);
      expect((await shop().standing(code)).renewals).toEqual([]);
    });

    test("read that an answer is unclear, and the subscription continues", async () => {
      const { code, attemptId } = await subscribed([
        { kind: "broken_reply", operation: "cancel", as: "html" },
      ]);
      const unclear = { outcome: "unclear", closedAt: null, reason: "not_json", text: null };
      expect(await askAsStaff(attemptId)).toEqual(unclear);
      expect(await stateOf(code)).toBe("active");
    });

    test("read what to do about an order without a subscription", async () => {
      const { attemptId } = await shop().startOrder();
      await expect(askAsStaff(attemptId)).rejects.toThrow("This payment is no subscription");
    });
  });

  describe("a buyer", () => {
    test("cancels the subscription of their own order; nobody else can, with or without an account", async () => {
      const [owner, other] = [
        await shop().signedIn("cancel@example.com"),
        await shop().signedIn("stranger@example.com"),
      ];
      const code = await owner.isReadyToPay(await shop().onPlan("tea"));
      const attemptId = await shop().begin(owner, code);
      for (const buyer of [other, shop().buyer()]) expect(await buyer.ask(buyerCancel, { code })).toBeNull();
      expect(await stateOf(code)).toBe("active");
      expect(cancellationsOf(attemptId)).toEqual([]);
      expect(await owner.ask(buyerCancel, { code })).toEqual({ ...cancelled, outcome: "CANCELLED" });
      expect(await stateOf(code)).toBe("closed");
      expect(await textsOf(code)).toContain("The buyer asked to cancel the subscription.");
      const once = await owner.isReadyToPay(await shop().tea());
      await owner.start({ method: "hosted" });
      await shop().paid(once);
      for (const each of [once, "NONE"]) expect(await owner.ask(buyerCancel, { code: each })).toBeNull();
    });

    test("without an account cancels nothing, also if Vendure displays the order to them", async () => {
      const { buyer, code } = await subscribed();
      const read = "query ($code: String!) { orderByCode(code: $code) { code } }";
      expect(await buyer.ask(read, { code })).toEqual({ code });
      expect(await buyer.ask(buyerCancel, { code })).toBeNull();
      expect(await stateOf(code)).toBe("active");
    });
  });
}
