import { Order, Payment } from "@vendure/core";
import { describe, expect, test } from "vitest";
import type { Subscriptions } from "./shop.mts";

/** What buyers and staff are shown of subscriptions. */
export function seeing(shop: () => Subscriptions): void {
  describe("who may see what", () => {
    const query = `query ($code: String!) { payIndexPayment(orderCode: $code) { state placed
      subscription { orderCode planType totalCount state closedAt next { number } cycles { number state orderCode } } } }`;
    const list = "{ payIndexSubscriptions { orderCode state cycles { number orderCode } } }";

    test("a customer sees their subscriptions and cycles, and nobody else does (B-43)", async () => {
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
        ...{ next: { number: 3 }, cycles },
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

    test("an order whose payment merely says that it is a renewal shows nobody's subscription (B-43)", async () => {
      const { code } = await shop().subscribed(await shop().onPlan("tea"));
      const buyer = shop().stage.buyer();
      const own = await buyer.isReadyToPay(await shop().onPlan(null));
      await buyer.start({ method: "hosted" });
      await shop().stage.paid(own);
      const payments = shop().connection.rawConnection.getRepository(Payment);
      const { id } = await shop().orderOf(own);
      const metadata = { firstOrder: code, cycle: 2 };
      await payments.update({ order: { id } }, { metadata } as never);
      expect(await buyer.ask(query, { code: own })).toEqual({
        state: "PAID",
        placed: true,
        subscription: null,
      });
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

    test("staff see the cycles with their orders, and of a renewal where it belongs", async () => {
      const { code } = await shop().subscribed(await shop().onPlan("tea"));
      const { renewals } = await shop().afterMonth(code);
      const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0] ?? "")];
      const book = `query ($id: ID!) { payIndexBook(orderId: $id) { state renewalOf { cycle orderCode orderId }
        attempts { subscription { state planType cycles { number orderCode orderId timeline { text } } } } } }`;
      expect(await shop().staff.ask(book, { id: String(first.id) })).toMatchObject({
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
      expect(await shop().staff.ask(book, { id: String(renewal.id) })).toEqual({
        state: "NONE",
        renewalOf: { cycle: 2, orderCode: code, orderId: String(first.id) },
        attempts: [],
      });
    });
  });
}
