import { describe, expect, test } from "vitest";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

const buyerCancel = `mutation ($code: String!) {
  cancelPayIndexSubscription(orderCode: $code) { outcome closedAt reason text } }`;
const cancelled = { outcome: "cancelled", closedAt: expect.any(String), reason: null, text: null };

/** Subscriptions that buyers cancel. The conformance cancels as staff. */
export function cancelSubscriptionSuite(shop: () => SubscriptionTestShop): void {
  const stateOf = async (code: string) => (await shop().standing(code)).subscription.state;
  const cancellationsOf = (attemptId: string) =>
    shop().logged.filter((line) => line.includes('"cancellation-answered"') && line.includes(attemptId));
  const textsOf = async (code: string) =>
    (await shop().status(code)).attempts[0]?.timeline.map(({ text }) => text);

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
      const { buyer, code } = await shop().subscribed(await shop().onPlan("tea"));
      const read = "query ($code: String!) { orderByCode(code: $code) { code } }";
      expect(await buyer.ask(read, { code })).toEqual({ code });
      expect(await buyer.ask(buyerCancel, { code })).toBeNull();
      expect(await stateOf(code)).toBe("active");
    });
  });
}
