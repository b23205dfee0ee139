import { describe, expect, test } from "vitest";
import type { Buyer } from "./buyer.mts";
import { keepLock, waitForLock } from "./kept-locks.mts";
import {
  monthlyPlan,
  nextIpAddress,
  type PlannedProduct,
  provider_id,
  subscriptionBuyers,
  yearlyPlan,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** Which carts begin a subscription. */
export function subscriptionCartsSuite(open: () => TestShop): void {
  const { goods, product, cartOf } = subscriptionBuyers(open);
  const hosted = "pp_pay-index_hosted";
  const coffees = () => goods({ plan: monthlyPlan });
  const isNotStarted = async ({ cartId }: Buyer) =>
    expect((await open().payIndex.paymentOfCart(cartId)).attempts).toEqual([]);

  async function started(buyer: Buyer, by = provider_id): Promise<string> {
    const { body } = await buyer.start({ provider_id: by });
    return body.code ?? body.payment.state;
  }

  /** The buyer sends a card while another click has the cart's turn, and this happens. Returns the answer. */
  async function sendCardDuring(buyer: Buyer, deed: () => Promise<unknown>) {
    const { body } = await buyer.start({ provider_id });
    const key = `pay-index:sessions:${buyer.cartId}`;
    const release = await keepLock(open(), key);
    const isAwaited = waitForLock(open(), key);
    const sent = buyer.postCard(body.payment, { from: nextIpAddress() });
    await isAwaited;
    await deed();
    await release();
    return sent;
  }

  /** The new line is added first, or Medusa takes the shipping off an empty cart. */
  async function swap(buyer: Buyer, { variantId }: PlannedProduct, mark = {}): Promise<void> {
    const path = `/store/carts/${buyer.cartId}`;
    const { cart } = await buyer.ask(path);
    const line = { variant_id: variantId, quantity: 1, metadata: mark };
    await buyer.ask(`${path}/line-items`, line);
    for (const { id } of cart.items) await buyer.ask(`${path}/line-items/${id}`, undefined, "DELETE");
    expect((await buyer.ask(path)).cart.total).toBe(cart.total);
  }

  /** Everything in it, and the post, is for nothing. */
  async function isForNothing(buyer: Buyer): Promise<void> {
    const codes = [`GIFT-${crypto.randomUUID()}`, `POST-${crypto.randomUUID()}`];
    for (const [index, target_type] of ["items", "shipping_methods"].entries()) {
      const application_method = { type: "percentage", allocation: "across", value: 100, target_type };
      const promotion = { code: codes[index], type: "standard", status: "active", application_method };
      await open().run("createPromotionsWorkflow", { promotionsData: [promotion] });
    }
    const { cart } = await buyer.ask(`/store/carts/${buyer.cartId}/promotions`, { promo_codes: codes });
    expect(cart.total).toBe(0);
  }

  describe("a cart", () => {
    test("that mixes plans, or a plan and goods, is refused, and so is one with a plan that is paid once or by a credit", async () => {
      const [coffee, tea, book] = [await product(monthlyPlan), await product(yearlyPlan), await product()];
      const [plans, mixed] = [await cartOf([coffee, tea]), await cartOf([coffee, book])];
      for (const by of [provider_id, hosted]) {
        expect(await started(plans, by)).toBe("pay_index_plans_mixed");
        expect(await started(mixed, by)).toBe("pay_index_plan_and_goods");
      }
      const [plan, once] = [await cartOf([coffee]), await cartOf([book])];
      expect(await started(plan, hosted)).toBe("pay_index_plan_not_once");
      expect(await started(once)).toBe("pay_index_plan_missing");
      // A credit would reduce the charge of each cycle.
      for (const { cartId: cart_id } of [plan, once])
        await open().run("createCartCreditLinesWorkflow", [{ cart_id, amount: 5, reference: "gift-card" }]);
      expect(await started(plan)).toBe("pay_index_plan_and_credit");
      for (const buyer of [plans, mixed, plan]) await isNotStarted(buyer);
      expect(await started(once, hosted)).toBe("redirect");
    });
  });

  describe("a cart with a plan", () => {
    test("is refused if another item is added while its buyer sends a card", async () => {
      const [coffee, { variantId: variant_id }] = [await product(monthlyPlan), await product()];
      const buyer = await cartOf([coffee]);
      const add = () => buyer.ask(`/store/carts/${buyer.cartId}/line-items`, { variant_id, quantity: 1 });
      expect(await sendCardDuring(buyer, add)).toMatchObject({
        status: 422,
        text: expect.stringMatching(/mixes subscription and one-time items/),
      });
      await isNotStarted(buyer);
    });

    test("is charged by the new plan if its item is replaced while its buyer sends a card", async () => {
      const [coffee, tea] = [await product(monthlyPlan), await product(yearlyPlan)];
      const buyer = await cartOf([coffee]);
      expect(await sendCardDuring(buyer, () => swap(buyer, tea))).toMatchObject({ status: 303 });
      const [payment] = (await open().payIndex.paymentOfCart(buyer.cartId)).attempts;
      expect(payment?.subscription?.planType).toBe("yearly");
    });

    test("cannot be paid once by another provider, also if that was chosen before the product had a plan", async () => {
      const [coffee, book, soon] = [await product(monthlyPlan), await product(), await goods()];
      const [plan, mixed] = [await cartOf([coffee]), await cartOf([coffee, book])];
      const refused = { body: { type: "not_allowed", code: "pay_index_plan_not_once" } };
      for (const by of ["pp_system_default", hosted]) {
        expect(await plan.initiate(by)).toMatchObject({ status: 400, ...refused });
        expect(await mixed.initiate(by)).toMatchObject({ body: { code: "pay_index_plan_and_goods" } });
      }
      expect(await plan.initiate(provider_id)).toMatchObject({ status: 200 });
      const [once, changed] = [await cartOf([book]), await cartOf([soon])];
      for (const buyer of [once, changed]) await buyer.initiate("pp_system_default");
      const update = { metadata: { pay_index_plan: monthlyPlan } };
      await open().run("updateProductsWorkflow", { selector: { id: soon.productId }, update });
      expect(await changed.complete()).toMatchObject(refused);
      await open().isNotPlaced(changed.cartId);
      for (const _again of [1, 2]) expect(await once.complete()).toMatchObject({ body: { type: "order" } });
    });

    test("that costs nothing is refused by every provider, and goods without a plan are not", async () => {
      const [plan, once] = [await cartOf([await product(monthlyPlan)]), await cartOf([await product()])];
      await isForNothing(plan);
      await isForNothing(once);
      expect(await started(plan)).toBe("pay_index_plan_for_nothing");
      expect(await plan.complete()).toMatchObject({ body: { code: "pay_index_plan_not_once" } });
      await open().isNotPlaced(plan.cartId);
      expect(await started(once, hosted)).toBe("pay_index_nothing_to_pay");
      await once.initiate("pp_system_default");
      const { body } = await once.complete();
      expect((await once.status()).body).toEqual({
        payment: { state: "paid", placed: true, being_checked: false, order_id: body.order.id },
      });
    });
  });

  describe("a cart that changes while its buyer pays", () => {
    /** The buyer is at the gateway, which asks them to confirm the card. */
    async function isAsked(sold: PlannedProduct): Promise<Buyer> {
      const buyer = await cartOf([sold]);
      const { body } = await buyer.start({ provider_id });
      await buyer.postCard(body.payment, { number: "4141414141414141", from: nextIpAddress() });
      return buyer;
    }

    async function paysOnce(sold: PlannedProduct): Promise<Buyer> {
      const buyer = await cartOf([sold]);
      await buyer.start();
      return buyer;
    }

    test.each([
      [
        "to other items at the same price is not placed, because each cycle would deliver them",
        coffees,
        isAsked,
      ],
      ["to items with a plan is not placed if it is paid once", () => product(), paysOnce],
    ])("%s", async (...[, sell, pays]) => {
      const [sold, other] = [await sell(), await product(monthlyPlan)];
      const buyer = await pays(sold);
      const { cartId } = buyer;
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await open().items(cartId)).toEqual(["order-not-placed cart_changed"]);
      await open().isNotPlaced(cartId);
      await swap(buyer, sold);
      await open().retry(cartId);
      expect(await open().items(cartId)).toEqual([]);
      expect((await buyer.status()).body.payment.placed).toBe(true);
    });

    test("to the same items in another line is placed", async () => {
      const sold = await coffees();
      const buyer = await isAsked(sold);
      await swap(buyer, sold, { wrapped: true });
      await open().paid(buyer.cartId);
      expect((await buyer.status()).body.payment.placed).toBe(true);
    });
  });
}
