import type { FaultInput } from "@pay-index/sandbox";
import { describe, expect, test } from "vitest";
import { monthDuration, type SubscriptionTestShop } from "./subscription-test-shop.mts";

const staffCancel = `mutation ($orderId: ID!, $attemptId: String!) {
  cancelPayIndexSubscription(orderId: $orderId, attemptId: $attemptId) { outcome closedAt reason text } }`;
const buyerCancel = `mutation ($code: String!) {
  cancelPayIndexSubscription(orderCode: $code) { outcome closedAt reason text } }`;
const cancelled = { outcome: "CANCELLED", closedAt: expect.any(String), reason: null, text: null };

/** Subscriptions that staff and buyers cancel. */
export function cancelSubscriptionSuite(shop: () => SubscriptionTestShop): void {
  async function subscribed(faults: FaultInput[] = []) {
    const started = await shop().subscribed(await shop().onPlan("tea"));
    await shop().control.setFaults({ of: "order", orderId: started.attemptId }, faults);
    const { id } = await shop().orderOf(started.code);
    return { ...started, orderId: String(id) };
  }

  const askAsStaff = ({ orderId, attemptId }: { orderId: string; attemptId: string }) =>
    shop().staff.ask(staffCancel, { orderId, attemptId });
  const stateOf = async (code: string) => (await shop().standing(code)).subscription.state;
  const cancellationsOf = (attemptId: string) =>
    shop().logged.filter((line) => line.includes('"cancellation-answered"') && line.includes(attemptId));
  const textsOf = async (code: string) =>
    (await shop().status(code)).attempts[0]?.timeline.map(({ text }) => text);

  describe("staff", () => {
    test("cancel a subscription once, and the gateway charges no further cycle (CAN-CLOSED, CAN-ONCE)", async () => {
      const { code, ...about } = await subscribed();
      for (const _ of [1, 2]) expect(await askAsStaff(about)).toEqual(cancelled);
      expect(cancellationsOf(about.attemptId)).toHaveLength(1);
      expect(await stateOf(code)).toBe("closed");
      expect(await textsOf(code)).toContain("1 (Super Admin) asked to cancel the subscription.");
      const closings = shop().told.filter(
        ({ event, about: { key } }) =>
          event === "SubscriptionClosedEvent" && key?.startsWith(about.attemptId),
      );
      expect(closings).toHaveLength(1);
      await shop().control.advance(monthDuration);
      expect((await shop().standing(code)).renewals).toEqual([]);
    });

    test("read that an answer is unclear, and the subscription continues", async () => {
      const { code, ...about } = await subscribed([
        { kind: "broken_reply", operation: "cancel", as: "html" },
      ]);
      const unclear = { outcome: "UNCLEAR", closedAt: null, reason: "not_json", text: null };
      expect(await askAsStaff(about)).toEqual(unclear);
      expect(await stateOf(code)).toBe("active");
    });

    test("read what to do about an order without a subscription, and about one of another order", async () => {
      const { orderId, attemptId } = await shop().startOrder();
      await expect(askAsStaff({ orderId, attemptId })).rejects.toThrow("This payment is no subscription");
      const { attemptId: other } = await subscribed();
      const strange = askAsStaff({ orderId, attemptId: other });
      await expect(strange).rejects.toThrow("No attempt of this reference");
      expect(cancellationsOf(other)).toEqual([]);
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
      expect(await owner.ask(buyerCancel, { code })).toEqual(cancelled);
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
