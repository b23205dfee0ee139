import { describe, expect, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { changeVariant, readOrderRecord, setVariantPlan } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What may be subscribed to, and what is placed for it. */
export function firstPaymentSuite(shop: () => SubscriptionTestShop): void {
  describe("an order that changes while its buyer pays", () => {
    const asks = "4141414141414141";

    async function isAsked(variant: string) {
      const buyer = shop().stage.buyer();
      const code = await buyer.isReadyToPay(variant, 2);
      await shop().sendCard(buyer, asks);
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
      ["items with the same plan", "tea"],
      ["items with another plan", "coffee"],
      ["items without a plan", null],
    ])(
      "to %s at the same price is not placed, because each cycle would deliver them",
      async (_what, plan) => {
        const [sold, other] = [await shop().onPlan("tea"), await shop().onPlan(plan)];
        const { buyer, code } = await isAsked(sold);
        await swap(buyer, other);
        expect(await shop().stage.paid(code)).toBe("200 OK");
        expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
          state: "ArrangingPayment",
          payments: [],
        });
        const { reviewItems } = await shop().gateway().status({ reference: code });
        expect(reviewItems).toMatchObject([{ kind: "order-not-placed", problem: { code: "order_changed" } }]);
        await swap(buyer, sold);
        await shop()
          .gateway()
          .retryReviewItem(reviewItems[0]?.id ?? "", { operator: { id: "user_1" } });
        expect((await shop().standing(code)).items).toEqual([]);
        expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({ state: "PaymentSettled" });
      },
    );

    test("to items with a plan is not placed if it is paid once, because the gateway would not charge the plan", async () => {
      const [sold, other] = [await shop().onPlan(null), await shop().onPlan("tea")];
      const buyer = shop().stage.buyer();
      const code = await buyer.isReadyToPay(sold, 2);
      await buyer.start({ method: "hosted" });
      await swap(buyer, other);
      expect(await shop().stage.paid(code)).toBe("200 OK");
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
        state: "ArrangingPayment",
        payments: [],
      });
      const { reviewItems } = await shop().gateway().status({ reference: code });
      expect(reviewItems).toMatchObject([{ kind: "order-not-placed", problem: { code: "order_changed" } }]);
      await swap(buyer, sold);
      await shop()
        .gateway()
        .retryReviewItem(reviewItems[0]?.id ?? "", { operator: { id: "user_1" } });
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
        state: "PaymentSettled",
        total: 3998,
      });
    });

    test("to fewer items at a higher price is not placed", async () => {
      const sold = await shop().onPlan("tea");
      const { buyer, code } = await isAsked(sold);
      await buyer.goTo("AddingItems");
      await changeVariant(shop().stage.app, sold, { prices: [{ currencyCode: "USD", price: 3998 }] });
      const { lines } = await buyer.ask("{ activeOrder { lines { id } } }");
      const take =
        "mutation ($id: ID!) { adjustOrderLine(orderLineId: $id, quantity: 1) { ... on Order { totalWithTax } } }";
      expect(await buyer.ask(take, { id: lines[0].id })).toEqual({ totalWithTax: 3998 });
      await buyer.goTo("ArrangingPayment");
      await shop().stage.paid(code);
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({ payments: [] });
      const { reviewItems } = await shop().gateway().status({ reference: code });
      expect(reviewItems).toMatchObject([{ problem: { code: "order_changed" } }]);
    });

    test("is placed if its attempt was started by a version that did not store the goods", async () => {
      const [sold, other] = [await shop().onPlan("tea"), await shop().onPlan("tea")];
      const { buyer, code } = await isAsked(sold);
      const payments = shop().connection.rawConnection.getRepository("pay_index_attempt");
      const about = { attempt_id: await shop().stage.attempt(code) };
      const record = JSON.parse((await payments.findOneByOrFail(about)).record);
      expect(record.snapshot).toMatchObject({ goods: expect.any(String) });
      delete record.snapshot.goods;
      await payments.update(about, { record: JSON.stringify(record) });
      await swap(buyer, other);
      await shop().stage.paid(code);
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({ state: "PaymentSettled" });
    });

    test("to other items and back again is placed", async () => {
      const [sold, other] = [await shop().onPlan("tea"), await shop().onPlan(null)];
      const { buyer, code } = await isAsked(sold);
      await swap(buyer, other);
      await swap(buyer, sold);
      expect(await shop().stage.paid(code)).toBe("200 OK");
      expect((await shop().standing(code)).items).toEqual([]);
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
        state: "PaymentSettled",
        total: 3998,
      });
    });
  });

  describe("a cart", () => {
    const refusal = (reason: string) => ({
      __typename: "PayIndexPlanError",
      errorCode: "PAY_INDEX_PLAN_ERROR",
      reason,
    });
    const start = (buyer: Buyer, method: string) =>
      buyer.ask(
        `mutation ($method: String!) { startPayIndexPayment(input: { method: $method }) { __typename
          ... on ErrorResult { errorCode message } ... on PayIndexPlanError { reason } } }`,
        { method },
      );

    async function holding(...variants: string[]) {
      const buyer = shop().stage.buyer({ languageCode: "zh" });
      let code = "";
      for (const variant of variants) ({ code } = await buyer.add(variant));
      await buyer.fillIn();
      await buyer.goTo("ArrangingPayment");
      return { buyer, code };
    }

    test.each([
      ["two plans", ["tea", "coffee"], "subscription", "PLANS_MIXED", "方案须单独下单"],
      ["a plan and a one-time item", ["tea", null], "subscription", "PLAN_AND_GOODS", "分别下单"],
      ["a plan and a one-time item, on the page", ["tea", null], "hosted", "PLAN_AND_GOODS", "分别下单"],
      ["a plan, to be paid once", ["tea"], "hosted", "SUBSCRIPTION_ONLY", "订阅方式"],
      ["an unknown plan", ["gold"], "subscription", "PLAN_UNKNOWN", "无法订购"],
    ])(
      "with %s is refused with a reason, and nothing is started",
      async (_what, goods, method, reason, words) => {
        const variants: string[] = [];
        for (const _each of goods) variants.push(await shop().onPlan(null));
        const { buyer, code } = await holding(...variants);
        // A cart that is so already does not come that far.
        for (const [index, plan] of goods.entries())
          await setVariantPlan(shop().stage.app, variants[index] ?? "", plan);
        expect(await start(buyer, method)).toEqual({
          ...refusal(reason),
          message: expect.stringContaining(words),
        });
        expect(await shop().gateway().status({ reference: code })).toMatchObject({ state: "none" });
      },
    );

    test("with a plan at the price 0 starts no subscription", async () => {
      const { buyer, code } = await holding(await shop().onPlan("tea", { price: 0 }));
      expect(await start(buyer, "subscription")).toMatchObject(refusal("PARTLY_PAID"));
      expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({ state: "ArrangingPayment" });
    });

    test("that was mixed after its card form was displayed starts no payment", async () => {
      const { buyer, code } = await holding(await shop().onPlan("tea"));
      const { action, formToken } = await buyer.start({ method: "subscription" });
      await buyer.goTo("AddingItems");
      const other = await shop().onPlan("tea");
      await buyer.add(other);
      await buyer.goTo("ArrangingPayment");
      await setVariantPlan(shop().stage.app, other, null);
      const card = {
        card_number: "4242424242424242",
        card_month: "12",
        card_year: "2099",
        card_cvv: "0739",
      };
      const { status } = await fetch(action, {
        method: "POST",
        redirect: "manual",
        headers: { origin: shop().stage.origin, accept: "application/json" },
        body: new URLSearchParams({ ...card, form_token: formToken }),
      });
      expect(status).toBe(404);
      expect(await shop().gateway().status({ reference: code })).toMatchObject({ state: "none" });
    });
  });
}
