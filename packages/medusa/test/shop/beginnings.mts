import { describe, expect, test } from "vitest";
import { booksOf } from "./books.mts";
import type { Stage } from "./stage.mts";
import { elsewhere, type Goods, monthly, provider_id, subscribing, yearly } from "./subscribing.mts";

/** Which carts begin a subscription, on a real Medusa. */
export function beginnings(open: () => Stage): void {
  const { run, goods, cartOf, items } = subscribing(open);

  describe("a cart", () => {
    const started = async (buyer: Awaited<ReturnType<typeof cartOf>>, by = provider_id) => {
      const { status, body } = await buyer.start({ provider_id: by });
      return [status, body.code ?? body.payment.state];
    };

    test("that mixes plans, or a plan and goods, is refused with the reason, and nothing is started", async () => {
      const [coffee, tea, book] = [
        await goods({ plan: monthly }),
        await goods({ plan: yearly }),
        await goods(),
      ];
      for (const by of [provider_id, "pp_pay-index_hosted"]) {
        const plans = await cartOf([coffee, tea]);
        expect(await started(plans, by)).toEqual([400, "pay_index_plans_mixed"]);
        expect(await started(await cartOf([coffee, book]), by)).toEqual([400, "pay_index_plan_and_goods"]);
        expect((await open().payIndex.bookOfCart(plans.cartId)).payments).toEqual([]);
      }
      const { body } = await (await cartOf([coffee, book])).start({ provider_id });
      expect(body).toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(/again and again.*once/),
      });
    }, 60_000);

    test("on a plan that a credit pays in part is refused: it would be used once, and each cycle charged less", async () => {
      const [coffee, book] = [await goods({ plan: monthly }), await goods()];
      const credit = (buyer: { cartId: string }) =>
        run("createCartCreditLinesWorkflow", [{ cart_id: buyer.cartId, amount: 5, reference: "gift-card" }]);
      const [plan, goodsOnce] = [await cartOf([coffee]), await cartOf([book])];
      await credit(plan);
      await credit(goodsOnce);
      expect(await started(plan)).toEqual([400, "pay_index_plan_and_credit"]);
      expect((await open().payIndex.bookOfCart(plan.cartId)).payments).toEqual([]);
      expect(await started(goodsOnce, "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    }, 60_000);

    test("on a plan is not paid once, and one without a plan not again and again", async () => {
      const [coffee, book] = [await goods({ plan: monthly }), await goods()];
      expect(await started(await cartOf([coffee]), "pp_pay-index_hosted")).toEqual([
        400,
        "pay_index_plan_not_once",
      ]);
      expect(await started(await cartOf([book]))).toEqual([400, "pay_index_plan_missing"]);
      expect(await started(await cartOf([book]), "pp_pay-index_hosted")).toEqual([200, "redirect"]);
    }, 60_000);
  });

  describe("a cart that is changed while its buyer pays", () => {
    const asks = "4141414141414141";

    async function isAsked() {
      const [sold, other] = [await goods({ plan: monthly }), await goods({ plan: monthly })];
      const buyer = await cartOf([sold]);
      const { body } = await buyer.start({ provider_id });
      await buyer.postCard(body.payment, { number: asks, from: elsewhere() });
      return { buyer, cartId: buyer.cartId, sold, other };
    }

    /** Each is added first, or Medusa takes the shipping off an empty cart. */
    async function swap(buyer: Awaited<ReturnType<typeof cartOf>>, { variantId }: Goods, mark = {}) {
      const path = `/store/carts/${buyer.cartId}`;
      const { cart } = await buyer.ask(path);
      const line = { variant_id: variantId, quantity: 1, metadata: mark };
      await buyer.ask(`${path}/line-items`, line);
      for (const { id } of cart.items) await buyer.ask(`${path}/line-items/${id}`, undefined, "DELETE");
      expect((await buyer.ask(path)).cart.total).toBe(cart.total);
    }

    test("for other things at the same price is no order: each cycle would deliver what nobody subscribed to", {
      timeout: 60_000,
    }, async () => {
      const { buyer, cartId, sold, other } = await isAsked();
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["paid cart_changed"]);
      expect(await booksOf(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.work(`${open().attempt(cartId)}/paid`);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });

    test("for things on a plan is no order where it is paid once: nobody would charge the plan", {
      timeout: 60_000,
    }, async () => {
      const [sold, other] = [await goods(), await goods({ plan: monthly })];
      const buyer = await cartOf([sold]);
      await buyer.start();
      const { cartId } = buyer;
      await swap(buyer, other);
      await open().paid(cartId);
      expect(await items(cartId)).toEqual(["paid cart_changed"]);
      expect(await booksOf(open(), cartId)).toEqual([]);
      await swap(buyer, sold);
      await open().payIndex.gateway.work(`${open().attempt(cartId)}/paid`);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });

    test("for the same things in another line is the order", { timeout: 60_000 }, async () => {
      const { buyer, cartId, sold } = await isAsked();
      await swap(buyer, sold, { wrapped: true });
      await open().paid(cartId);
      expect(await items(cartId)).toEqual([]);
      expect(await booksOf(open(), cartId)).toHaveLength(1);
    });
  });
}
