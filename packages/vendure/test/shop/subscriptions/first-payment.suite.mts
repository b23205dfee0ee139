import { describe, expect, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { readOrderRecord, setVariantPlan } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What may be subscribed to, and what is placed for it. */
export function firstPaymentSuite(shop: () => SubscriptionTestShop): void {
  const recordOf = (code: string) => readOrderRecord(shop().app, code);

  describe("an order that changes while its buyer pays", () => {
    const asks = "4141414141414141";

    async function isStarted(variant: string, plan: string | null) {
      const buyer = shop().buyer();
      const code = await buyer.isReadyToPay(variant, 2);
      if (plan === null) await buyer.start({ method: "hosted" });
      else await shop().sendCard(buyer, asks);
      return { buyer, code };
    }

    async function swap(buyer: Buyer, variant: string) {
      const total = "{ activeOrder { totalWithTax } }";
      const before = await buyer.ask(total);
      await buyer.goTo("AddingItems");
      await buyer.ask("mutation { removeAllOrderLines { __typename } }");
      await buyer.add(variant, 2);
      // Vendure takes the shipping off an empty order.
      await buyer.fillIn();
      expect(await buyer.goTo("ArrangingPayment")).toMatchObject({ state: "ArrangingPayment" });
      expect(await buyer.ask(total)).toEqual(before);
    }

    test.each([
      ["items with a plan to other items with the same plan", "tea", "tea"],
      ["items with a plan to items without a plan", "tea", null],
      ["items without a plan to items with a plan", null, "tea"],
    ])(
      "from %s at the same price is not placed, until it is changed back",
      async (_what, plan, otherPlan) => {
        const [sold, other] = [await shop().onPlan(plan), await shop().newOnPlan(otherPlan)];
        const { buyer, code } = await isStarted(sold, plan);
        await swap(buyer, other);
        expect(await shop().paid(code)).toBe("200 OK");
        expect(await recordOf(code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
        const { reviewItems } = await shop().status(code);
        expect(reviewItems).toMatchObject([{ kind: "order-not-placed", problem: { code: "order_changed" } }]);
        await swap(buyer, sold);
        await shop().gateway.retryReviewItem(reviewItems[0]?.id ?? "", { operator: { id: "user_1" } });
        expect(await shop().problemsOf(code)).toEqual([]);
        expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", total: 3998 });
      },
    );

    test("is placed if its attempt was started by a version that did not store the goods", async () => {
      const [sold, other] = [await shop().onPlan("tea"), await shop().newOnPlan("tea")];
      const { buyer, code } = await isStarted(sold, "tea");
      const payments = shop().connection.rawConnection.getRepository("pay_index_attempt");
      const about = { attempt_id: await shop().attempt(code) };
      const record = JSON.parse((await payments.findOneByOrFail(about)).record);
      delete record.snapshot.goods;
      await payments.update(about, { record: JSON.stringify(record) });
      await swap(buyer, other);
      await shop().paid(code);
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
    });
  });

  describe("a cart", () => {
    async function holding(...variants: string[]) {
      const buyer = shop().buyer();
      let code = "";
      for (const variant of variants) ({ code } = await buyer.add(variant));
      await buyer.fillIn();
      await buyer.goTo("ArrangingPayment");
      return { buyer, code };
    }

    test.each([
      ["two plans", ["tea", "coffee"], "subscription", "PLANS_MIXED"],
      ["a plan and a one-time item", ["tea", null], "subscription", "PLAN_AND_GOODS"],
      ["a plan and a one-time item, on the page", ["tea", null], "hosted", "PLAN_AND_GOODS"],
      ["a plan, to be paid once", ["tea"], "hosted", "SUBSCRIPTION_ONLY"],
      ["an unknown plan", ["gold"], "subscription", "PLAN_UNKNOWN"],
      ["a plan at the price 0", ["tea"], "subscription", "PARTLY_PAID", 0],
    ])(
      "with %s is refused with a reason, and nothing is started",
      async (_, goods, method, reason, price = 1999) => {
        const variants: string[] = [];
        for (const _each of goods) variants.push(await shop().newOnPlan(null, { price }));
        const { buyer, code } = await holding(...variants);
        // A cart that is so already does not come that far.
        for (const [index, plan] of goods.entries())
          await setVariantPlan(shop().app, variants[index] ?? "", plan);
        const query = `mutation ($method: String!) { startPayIndexPayment(input: { method: $method }) { __typename
        ... on ErrorResult { errorCode } ... on PayIndexPlanError { reason } } }`;
        expect(await buyer.ask(query, { method })).toEqual({
          __typename: "PayIndexPlanError",
          errorCode: "PAY_INDEX_PLAN_ERROR",
          reason,
        });
        expect(await shop().status(code)).toMatchObject({ state: "none" });
      },
    );

    test("that was mixed after its card form was displayed starts no payment", async () => {
      const { buyer, code } = await holding(await shop().onPlan("tea"));
      const form = await buyer.start({ method: "subscription" });
      await buyer.goTo("AddingItems");
      const other = await shop().newOnPlan("tea");
      await buyer.add(other);
      await buyer.goTo("ArrangingPayment");
      await setVariantPlan(shop().app, other, null);
      expect((await shop().postCard(form)).status).toBe(404);
      expect(await shop().status(code)).toMatchObject({ state: "none" });
    });
  });
}
