import { ChannelService, Customer, Order, Payment } from "@vendure/core";
import { describe, expect, test } from "vitest";
import { createContext } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

/** What buyers and staff are shown of subscriptions. */
export function subscriptionViewsSuite(shop: () => SubscriptionTestShop): void {
  describe("access to subscriptions", () => {
    const query = `query ($code: String!) { payIndexPayment(orderCode: $code) { state placed
      subscription { orderCode planType totalCount state closedAt nextCycle { number } cycles { number state orderCode } } } }`;
    const paymentQuery = `query ($id: ID!) { payIndexPayment(orderId: $id) { state renewalOf { cycle orderCode orderId }
      attempts { subscription { state planType cycles { number orderCode orderId timeline { text } } } } } }`;
    const list = "{ payIndexSubscriptions { orderCode state cycles { number orderCode } } }";

    test("a customer sees their own subscriptions and cycles only (B-43)", async () => {
      const [owner, other] = [
        await shop().signedIn("own@example.com"),
        await shop().signedIn("other@example.com"),
      ];
      const code = await shop().isReady(owner, await shop().onPlan("tea"));
      expect(await owner.ask(query, { code })).toEqual({
        state: "NONE",
        placed: false,
        subscription: null,
      });
      await shop().begin(owner, code);
      const { renewals } = await shop().afterMonth(code);
      const [renewed] = renewals;
      const cycles = [
        { number: 1, state: "PAID", orderCode: code },
        { number: 2, state: "PAID", orderCode: renewed },
      ];
      const subscription = {
        ...{ orderCode: code, planType: "MONTHLY", totalCount: 3, state: "ACTIVE", closedAt: null },
        ...{ nextCycle: { number: 3 }, cycles },
      };
      for (const of of [code, renewed])
        expect(await owner.ask(query, { code: of })).toEqual({ state: "PAID", placed: true, subscription });
      expect(await owner.ask(list)).toEqual([
        {
          orderCode: code,
          state: "ACTIVE",
          cycles: [
            { number: 1, orderCode: code },
            { number: 2, orderCode: renewed },
          ],
        },
      ]);
      for (const of of [code, renewed]) expect(await other.ask(query, { code: of })).toBeNull();
      for (const buyer of [other, shop().stage.buyer()]) expect(await buyer.ask(list)).toEqual([]);
    });

    test("an order whose payment only claims to be a renewal shows buyers no subscription, and staff its own payment (B-43)", async () => {
      const { code } = await shop().subscribed(await shop().onPlan("tea"));
      const buyer = shop().stage.buyer();
      const own = await buyer.isReadyToPay(await shop().onPlan(null));
      await buyer.start({ method: "hosted" });
      await shop().stage.paid(own);
      const payments = shop().connection.rawConnection.getRepository(Payment);
      const { id } = await shop().orderOf(own);
      const metadata = { firstOrder: code, cycle: 2 };
      await payments.update({ order: { id } }, { metadata } as never);
      expect(await shop().staff.ask(paymentQuery, { id: String(id) })).toMatchObject({
        state: "PAID",
        renewalOf: null,
        attempts: [{ subscription: null }],
      });
      expect(await buyer.ask(query, { code: own })).toEqual({
        state: "PAID",
        placed: true,
        subscription: null,
      });
    });

    test("a subscription that was started in another channel is visible there and in the default channel", async () => {
      const owner = await shop().signedIn("north@example.com");
      const ctx = await createContext(shop().stage.app, "north");
      const customers = shop().connection.getRepository(ctx, Customer);
      const { id } = await customers.findOneByOrFail({ emailAddress: "north@example.com" });
      await shop().stage.app.get(ChannelService).assignToChannels(ctx, Customer, id, [ctx.channelId]);
      const variant = await shop().onPlan("tea", { channel: "north" });
      owner.visits("north");
      const code = await shop().isReady(owner, variant);
      await shop().begin(owner, code);
      for (const tenant of ["north", "default"]) {
        owner.visits(tenant);
        expect(await owner.ask(query, { code })).toMatchObject({
          state: "PAID",
          subscription: { orderCode: code, state: "ACTIVE" },
        });
        expect(await owner.ask(list)).toMatchObject([{ orderCode: code, state: "ACTIVE" }]);
      }
    });

    test("a customer's subscriptions are listed newest first, in pages, and without other orders", async () => {
      const owner = await shop().signedIn("many@example.com");
      const codes: string[] = [];
      for (const _each of [1, 2]) {
        const code = await shop().isReady(owner, await shop().onPlan("tea"));
        await shop().begin(owner, code);
        codes.unshift(code);
      }
      expect((await shop().afterMonth(codes[0] ?? "")).renewals).toHaveLength(1);
      const once = await shop().isReady(owner, await shop().onPlan(null));
      await owner.start({ method: "hosted" });
      await shop().stage.paid(once);
      const page = async (options: object) => {
        const found = await owner.ask(
          "query ($options: PayIndexSubscriptionListOptions) { payIndexSubscriptions(options: $options) { orderCode } }",
          { options },
        );
        return found.map(({ orderCode }: { orderCode: string }) => orderCode);
      };
      expect(await page({})).toEqual(codes);
      expect(await page({ take: 1 })).toEqual(codes.slice(0, 1));
      expect(await page({ skip: 1, take: 5 })).toEqual(codes.slice(1));
      await expect(page({ take: 101 })).rejects.toThrow("100");
    });

    test("a guest sees the subscription of an order that they may see", async () => {
      const { buyer, code } = await shop().subscribed(await shop().onPlan("tea"));
      expect(await buyer.ask(query, { code })).toMatchObject({
        subscription: { orderCode: code, state: "ACTIVE" },
      });
      const orders = shop().connection.rawConnection.getRepository(Order);
      await orders.update({ code }, { orderPlacedAt: new Date(Date.now() - 3 * 3600 * 1000) });
      expect(await buyer.ask(query, { code })).toBeNull();
    });

    test("staff see the cycles with their orders, and the first order of a renewal", async () => {
      const { code } = await shop().subscribed(await shop().onPlan("tea"));
      const { renewals } = await shop().afterMonth(code);
      const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0] ?? "")];
      expect(await shop().staff.ask(paymentQuery, { id: String(first.id) })).toMatchObject({
        state: "PAID",
        renewalOf: null,
        attempts: [
          {
            subscription: {
              state: "ACTIVE",
              planType: "monthly",
              cycles: [
                { number: 1, orderCode: code, orderId: String(first.id) },
                {
                  number: 2,
                  orderCode: renewal.code,
                  orderId: String(renewal.id),
                  timeline: [{ text: expect.stringContaining("confirmed 19.99 USD") }],
                },
              ],
            },
          },
        ],
      });
      expect(await shop().staff.ask(paymentQuery, { id: String(renewal.id) })).toEqual({
        state: "NONE",
        renewalOf: { cycle: 2, orderCode: code, orderId: String(first.id) },
        attempts: [],
      });
    });
  });
}
