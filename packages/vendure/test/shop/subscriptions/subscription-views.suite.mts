import { ChannelService, Customer, Order, Payment } from "@vendure/core";
import { expect, test } from "vitest";
import { createContext } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

const query = `query ($code: String!) { payIndexPayment(orderCode: $code) { state placed
  subscription { orderCode planType totalCount state closedAt nextCycle { number } cycles { number state orderCode } } } }`;
const list = `query ($options: PayIndexSubscriptionListOptions) { payIndexSubscriptions(options: $options) {
  orderCode state cycles { number orderCode } } }`;

/** What buyers and staff are shown of subscriptions. */
export function subscriptionViewsSuite(shop: () => SubscriptionTestShop): void {
  const readAsStaff = async (id: unknown) => (await shop().staff.desk(`orders/${id}`)).payment;

  test("a customer sees their own subscriptions and cycles only, and staff see all with the first order of a renewal (B-43)", async () => {
    const [owner, other] = [
      await shop().signedIn("own@example.com"),
      await shop().signedIn("other@example.com"),
    ];
    const code = await owner.isReadyToPay(await shop().onPlan("tea"));
    expect(await owner.ask(query, { code })).toEqual({ state: "NONE", placed: false, subscription: null });
    await shop().begin(owner, code);
    const { renewals } = await shop().afterMonth(code);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0])];
    const subscription = {
      ...{ orderCode: code, planType: "MONTHLY", totalCount: 3, state: "ACTIVE", closedAt: null },
      nextCycle: { number: 3 },
      cycles: [
        { number: 1, state: "PAID", orderCode: code },
        { number: 2, state: "PAID", orderCode: renewal.code },
      ],
    };
    const cycles = subscription.cycles.map(({ number, orderCode }) => ({ number, orderCode }));
    for (const of of [code, renewal.code]) {
      expect(await owner.ask(query, { code: of })).toEqual({ state: "PAID", placed: true, subscription });
      expect(await other.ask(query, { code: of })).toBeNull();
    }
    expect(await owner.ask(list)).toEqual([{ orderCode: code, state: "ACTIVE", cycles }]);
    for (const buyer of [other, shop().buyer()]) expect(await buyer.ask(list)).toEqual([]);

    const ofSubscription = {
      state: "paid",
      attempts: [
        {
          subscription: {
            ...{ state: "active", planType: "monthly" },
            cycles: [
              { number: 1, order: { id: String(first.id), name: code } },
              {
                ...{ number: 2, order: { id: String(renewal.id), name: renewal.code } },
                timeline: [{ text: expect.stringContaining("confirmed 19.99 USD") }],
              },
              { number: 3, state: "expected", order: null },
            ],
          },
        },
      ],
    };
    expect(await readAsStaff(first.id)).toMatchObject({ ...ofSubscription, renewalOf: null });
    const renewalOf = { cycle: 2, id: String(first.id), name: code };
    expect(await readAsStaff(renewal.id)).toMatchObject({ ...ofSubscription, renewalOf });
  });

  test("an order whose payment only claims to be a renewal shows buyers no subscription, and staff its own payment (B-43)", async () => {
    const { code } = await shop().subscribed(await shop().onPlan("tea"));
    const own = await shop().payOrder();
    const payments = shop().connection.rawConnection.getRepository(Payment);
    const metadata = { firstOrder: code, cycle: 2 };
    await payments.update({ order: { id: own.orderId } }, { metadata } as never);
    expect(await readAsStaff(own.orderId)).toMatchObject({
      state: "paid",
      renewalOf: null,
      attempts: [{ subscription: null }],
    });
    const shown = { state: "PAID", placed: true, subscription: null };
    expect(await own.buyer.ask(query, { code: own.code })).toEqual(shown);
  });

  test("a subscription that was started in another channel is visible there and in the default channel", async () => {
    const owner = await shop().signedIn("north@example.com");
    const ctx = await createContext(shop().app, "north");
    const customers = shop().connection.getRepository(ctx, Customer);
    const { id } = await customers.findOneByOrFail({ emailAddress: "north@example.com" });
    await shop().app.get(ChannelService).assignToChannels(ctx, Customer, id, [ctx.channelId]);
    const variant = await shop().newOnPlan("tea", { channel: "north" });
    owner.visits("north");
    const code = await owner.isReadyToPay(variant);
    await shop().begin(owner, code);
    for (const tenant of ["north", "default"]) {
      owner.visits(tenant);
      const subscription = { orderCode: code, state: "ACTIVE" };
      expect(await owner.ask(query, { code })).toMatchObject({ state: "PAID", subscription });
      expect(await owner.ask(list)).toMatchObject([subscription]);
    }
  });

  test("a customer's subscriptions are listed newest first, in pages, and without other orders", async () => {
    const owner = await shop().signedIn("many@example.com");
    const codes: string[] = [];
    for (const _each of [1, 2]) {
      const code = await owner.isReadyToPay(await shop().onPlan("tea"));
      await shop().begin(owner, code);
      codes.unshift(code);
    }
    const once = await owner.isReadyToPay(await shop().tea());
    await owner.start({ method: "hosted" });
    await shop().paid(once);
    const page = async (options: object) =>
      (await owner.ask(list, { options })).map(({ orderCode }: { orderCode: string }) => orderCode);
    expect(await page({})).toEqual(codes);
    expect(await page({ take: 1 })).toEqual(codes.slice(0, 1));
    expect(await page({ skip: 1, take: 5 })).toEqual(codes.slice(1));
    await expect(page({ take: 101 })).rejects.toThrow("100");
  });

  test("a guest sees the subscription of an order that they may see", async () => {
    const { buyer, code } = await shop().subscribed(await shop().onPlan("tea"));
    const subscription = { orderCode: code, state: "ACTIVE" };
    expect(await buyer.ask(query, { code })).toMatchObject({ subscription });
    const orders = shop().connection.rawConnection.getRepository(Order);
    await orders.update({ code }, { orderPlacedAt: new Date(Date.now() - 3 * 3600 * 1000) });
    expect(await buyer.ask(query, { code })).toBeNull();
  });
}
