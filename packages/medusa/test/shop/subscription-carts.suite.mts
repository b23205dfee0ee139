import { describe, expect, onTestFinished, test } from "vitest";
import { readOrderRecords } from "./order-records.mts";
import {
  monthlyPlan,
  nextIpAddress,
  type PlannedProduct,
  provider_id,
  subscriptionBuyers,
  yearlyPlan,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** Which carts begin a subscription, on a real Medusa. */
export function subscriptionCartsSuite(open: () => TestShop): void {
  const { resolve, run, goods, cartOf, items } = subscriptionBuyers(open);

  /** Another click has the cart's turn until it is ended. */
  async function anotherClick({ cartId }: { cartId: string }) {
    const key = `pay-index:sessions:${cartId}`;
    const whose = { ownerId: "another click" };
    const locking = resolve("locking");
    const own = locking.acquire.bind(locking);
    await own(key, whose);
    const isAwaited = new Promise<void>((awaited) => {
      locking.acquire = (asked: string, ...rest: unknown[]) => {
        if (asked === key) awaited();
        return own(asked, ...rest);
      };
    });
    onTestFinished(() => {
      locking.acquire = own;
    });
    return { isAwaited, end: () => locking.release(key, whose) };
  }

  /** Everything in it, and the post, is for nothing. */
  async function isForNothing(buyer: Awaited<ReturnType<typeof cartOf>>) {
    const codes = [`GIFT-${crypto.randomUUID()}`, `POST-${crypto.randomUUID()}`];
    const method = { type: "percentage", allocation: "across", value: 100 };
    for (const [index, target_type] of ["items", "shipping_methods"].entries())
      await run("createPromotionsWorkflow", {
        promotionsData: [
          {
            ...{ code: codes[index], type: "standard", status: "active" },
            application_method: { ...method, target_type },
          },
        ],
      });
    const { cart } = await buyer.ask(`/store/carts/${buyer.cartId}/promotions`, { promo_codes: codes });
    expect(cart.total).toBe(0);
  }

  describe("a cart", () => {
    const started = async (buyer: Awaited<ReturnType<typeof cartOf>>, by = provider_id) => {
      const { status, body } = await buyer.start({ provider_id: by });
      return [status, body.code ?? body.payment.state];
    };

    test("that mixes plans, or a plan and goods, is refused with the reason, and nothing is started", async () => {
      const [coffee, tea, book] = [
        await goods({ plan: monthlyPlan }),
        await goods({ plan: yearlyPlan }),
        await goods(),
      ];
      for (const by of [provider_id, "pp_pay-index_hosted"]) {
        const plans = await cartOf([coffee, tea]);
        expect(await started(plans, by)).toEqual([400, "pay_index_plans_mixed"]);
        expect(await started(await cartOf([coffee, book]), by)).toEqual([400, "pay_index_plan_and_goods"]);
        expect((await open().payIndex.paymentOfCart(plans.cartId)).attempts).toEqual([]);
      }
      const { body } = await (await cartOf([coffee, book])).start({ provider_id });
      expect(body).toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(/mixes subscription and one-time items/),
      });
    });

    test("with a plan and a credit is refused, because the credit would reduce the charge of each cycle", async () => {
      const [coffee, book] = [await goods({ plan: monthlyPlan }), await goods()];
      const credit = (buyer: { cartId: string }) =>
        run("createCartCreditLinesWorkflow", [{ cart_id: buyer.cartId, amount: 5, reference: "gift-card" }]);
      const [plan, goodsOnce] = [await cartOf([coffee]), await cartOf([book])];
      await credit(plan);
      await credit(goodsOnce);
      expect(await started(plan)).toEqual([400, "pay_index_plan_and_credit"]);
      expect((await open().payIndex.paymentOfCart(plan.cartId)).attempts).toEqual([]);
      expect(await started(goodsOnce, "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    });

    test("with a plan is not paid once, and a cart without a plan is not a subscription", async () => {
      const [coffee, book] = [await goods({ plan: monthlyPlan }), await goods()];
      expect(await started(await cartOf([coffee]), "pp_pay-index_hosted")).toEqual([
        400,
        "pay_index_plan_not_once",
      ]);
      expect(await started(await cartOf([book]))).toEqual([400, "pay_index_plan_missing"]);
      expect(await started(await cartOf([book]), "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    });
  });

  describe("a cart with a plan", () => {
    test("is refused if another item is added while its buyer sends a card", async () => {
      const [coffee, book] = [await goods({ plan: monthlyPlan }), await goods()];
      const buyer = await cartOf([coffee]);
      const { body } = await buyer.start({ provider_id });
      const { isAwaited, end } = await anotherClick(buyer);
      const sent = buyer.postCard(body.payment, { from: nextIpAddress() });
      await isAwaited;
      await buyer.ask(`/store/carts/${buyer.cartId}/line-items`, { variant_id: book.variantId, quantity: 1 });
      await end();
      expect(await sent).toMatchObject({
        status: 422,
        text: expect.stringMatching(/mixes subscription and one-time items/),
      });
      expect((await open().payIndex.paymentOfCart(buyer.cartId)).attempts).toEqual([]);
    });

    test("is charged by the new plan if its item is replaced while its buyer sends a card", async () => {
      const [coffee, tea] = [await goods({ plan: monthlyPlan }), await goods({ plan: yearlyPlan })];
      const buyer = await cartOf([coffee]);
      const { body } = await buyer.start({ provider_id });
      const { isAwaited, end } = await anotherClick(buyer);
      const sent = buyer.postCard(body.payment, { from: nextIpAddress() });
      await isAwaited;
      await swap(buyer, tea);
      await end();
      expect(await sent).toMatchObject({ status: 303 });
      const [payment] = (await open().payIndex.paymentOfCart(buyer.cartId)).attempts;
      expect(payment?.subscription?.planType).toBe("yearly");
    });

    test("cannot be paid once by another provider", async () => {
      const [coffee, book] = [await goods({ plan: monthlyPlan }), await goods()];
      const [plan, mixed] = [await cartOf([coffee]), await cartOf([coffee, book])];
      for (const by of ["pp_system_default", "pp_pay-index_hosted"]) {
        const refused = { status: 400, body: { type: "not_allowed", code: "pay_index_plan_not_once" } };
        expect(await plan.initiate(by)).toMatchObject(refused);
        expect(await mixed.initiate(by)).toMatchObject({ body: { code: "pay_index_plan_and_goods" } });
      }
      expect(await plan.initiate(provider_id)).toMatchObject({ status: 200 });
    });

    test("cannot be paid by another provider that was chosen before the product had a plan, and goods can", async () => {
      const [coffee, book] = [await goods(), await goods()];
      const [once, changed] = [await cartOf([book]), await cartOf([coffee])];
      for (const buyer of [once, changed])
        expect(await buyer.initiate("pp_system_default")).toMatchObject({ status: 200 });
      const update = { metadata: { pay_index_plan: monthlyPlan } };
      await run("updateProductsWorkflow", { selector: { id: coffee.productId }, update });
      expect(await changed.complete()).toMatchObject({ body: { code: "pay_index_plan_not_once" } });
      expect(await readOrderRecords(open(), changed.cartId)).toEqual([]);
      for (const _again of [1, 2])
        expect(await once.complete()).toMatchObject({ status: 200, body: { type: "order" } });
    });

    test("that costs nothing is refused by every provider, and goods without a plan are not", async () => {
      const [plan, once] = [
        await cartOf([await goods({ plan: monthlyPlan })]),
        await cartOf([await goods()]),
      ];
      await isForNothing(plan);
      await isForNothing(once);
      expect(await plan.start({ provider_id })).toMatchObject({
        status: 400,
        body: {
          code: "pay_index_plan_for_nothing",
          message: expect.stringContaining("is charged each time"),
        },
      });
      expect(await plan.complete()).toMatchObject({ body: { code: "pay_index_plan_not_once" } });
      expect(await readOrderRecords(open(), plan.cartId)).toEqual([]);
      expect((await once.start()).body.code).toBe("pay_index_nothing_to_pay");
      await once.initiate("pp_system_default");
      const { body } = await once.complete();
      expect(body).toMatchObject({ type: "order" });
      expect((await once.status()).body).toEqual({
        payment: { state: "paid", placed: true, being_checked: false, order_id: body.order.id },
      });
    });
  });

  /** Each is added first, or Medusa takes the shipping off an empty cart. */
  async function swap(buyer: Awaited<ReturnType<typeof cartOf>>, { variantId }: PlannedProduct, mark = {}) {
    const path = `/store/carts/${buyer.cartId}`;
    const { cart } = await buyer.ask(path);
    const line = { variant_id: variantId, quantity: 1, metadata: mark };
    await buyer.ask(`${path}/line-items`, line);
    for (const { id } of cart.items) await buyer.ask(`${path}/line-items/${id}`, undefined, "DELETE");
    expect((await buyer.ask(path)).cart.total).toBe(cart.total);
  }

  describe("a cart that changes while its buyer pays", () => {
    const asks = "4141414141414141";

    async function isAsked() {
      const [sold, other] = [await goods({ plan: monthlyPlan }), await goods({ plan: monthlyPlan })];
      const buyer = await cartOf([sold]);
      const { body } = await buyer.start({ provider_id });
      await buyer.postCard(body.payment, { number: asks, from: nextIpAddress() });
      return { buyer, cartId: buyer.cartId, sold, other };
    }

    test("to other items at the same price is not placed, because each cycle would deliver them", async () => {
      const { buyer, cartId, sold, other } = await isAsked();
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["order-not-placed cart_changed"]);
      expect(await readOrderRecords(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
        operator: { id: "user_1" },
      });
      expect(await items(cartId)).toEqual([]);
      expect(await readOrderRecords(open(), cartId)).toHaveLength(1);
    });

    test("to items with a plan is not placed if it is paid once, because the gateway would not charge the plan", async () => {
      const [sold, other] = [await goods(), await goods({ plan: monthlyPlan })];
      const buyer = await cartOf([sold]);
      await buyer.start();
      const { cartId } = buyer;
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["order-not-placed cart_changed"]);
      expect(await readOrderRecords(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
        operator: { id: "user_1" },
      });
      expect(await items(cartId)).toEqual([]);
      expect(await readOrderRecords(open(), cartId)).toHaveLength(1);
    });

    test("to the same items in another line is placed", async () => {
      const { buyer, cartId, sold } = await isAsked();
      await swap(buyer, sold, { wrapped: true });
      await open().paid(cartId);
      expect(await items(cartId)).toEqual([]);
      expect(await readOrderRecords(open(), cartId)).toHaveLength(1);
    });
  });
}
