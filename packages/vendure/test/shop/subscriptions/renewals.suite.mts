import { Channel, Order, OrderService, ProductVariantService, ShippingLine } from "@vendure/core";
import { expect, test } from "vitest";
import { changeVariant, createContext, readOrderRecord, setVariantPlan } from "../catalog-and-orders.mts";
import { monthDuration, type SubscriptionTestShop, teaPlan } from "./subscription-test-shop.mts";

/** What a later cycle makes, and what is heard of it. */
export function renewalsSuite(shop: () => SubscriptionTestShop): void {
  test("a renewal has the items and prices of the first order, at any current price, and both orders name each other (B-47)", async () => {
    const variant = await shop().newOnPlan("tea");
    const { buyer, code, attemptId } = await shop().subscribed(variant, 2);
    const [shipping] = (await shop().orderOf(code)).shippingLines;
    const customFields = { parcelShop: "pick-up 7" };
    const shippingLines = shop().connection.rawConnection.getRepository(ShippingLine);
    await shippingLines.update({ id: shipping?.id ?? 0 }, { customFields } as never);
    const prices = [{ currencyCode: "USD", price: 9900 }];
    await changeVariant(shop().app, variant, { prices, enabled: false });
    const { renewals, items, subscription } = await shop().afterMonth(code);
    expect([renewals.length, items]).toEqual([1, []]);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0])];
    expect(renewal).toMatchObject({
      state: "PaymentSettled",
      active: false,
      totalWithTax: 3998,
      customer: { id: first.customer?.id },
      shippingAddress: first.shippingAddress,
      billingAddress: first.billingAddress,
      surcharges: [],
      lines: [{ quantity: 2, listPrice: 1999, productVariantId: first.lines[0]?.productVariantId }],
      shippingLines: [{ shippingMethodId: first.shippingLines[0]?.shippingMethodId, customFields }],
    });
    const { transactionId } = subscription.cycles[1] ?? {};
    expect(await readOrderRecord(shop().app, renewal.code)).toMatchObject({
      payments: [{ amount: 3998, state: "Settled", method: "subscription", transactionId }],
      allocated: 2,
      metadata: [{ attemptId, cycle: 2, firstOrder: code }],
    });
    expect(await buyer.ask("{ activeOrder { code } }")).toBeNull();
    expect(shop().placedEvents.filter((each) => each === renewal.code)).toHaveLength(1);
    const about = { cycle: 2, transactionId };
    expect(await shop().historyOf(first.id, "PAY_INDEX")).toMatchObject([
      { type: "PAY_INDEX_CYCLE_RENEWED", data: { ...about, orderCode: renewal.code }, isPublic: false },
    ]);
    expect(await shop().historyOf(renewal.id, "PAY_INDEX")).toMatchObject([
      { type: "PAY_INDEX_RENEWAL_OF", data: { ...about, orderCode: code }, isPublic: false },
    ]);
    const key = `${attemptId}/cycle-2/place-renewal`;
    expect(shop().told.filter(({ about: { key: each } }) => each === key)).toMatchObject([
      { event: "CycleRenewedEvent", about: { cycle: { number: 2 }, renewal: { code: renewal.code } } },
    ]);
  });

  test.each([
    // Rounded as the first order was: the renewal costs the same, and no line more says the difference.
    ["JPY", 199_880, "1999"],
    ["KWD", 1999, "19.990"],
  ])("a renewal in %s has the charged amount", async (currencyCode, price, charged) => {
    const variant = await shop().newOnPlan("tea", { price, currency: currencyCode });
    const { code } = await shop().subscribed(variant, 1, shop().buyer({ currencyCode }));
    const { renewals, items, subscription } = await shop().afterMonth(code);
    expect(items).toEqual([]);
    expect(subscription.cycles[1]?.timeline).toMatchObject([
      { text: expect.stringContaining(`confirmed ${charged} ${currencyCode}`) },
    ]);
    expect(await shop().orderOf(renewals[0])).toMatchObject({
      ...{ currencyCode, totalWithTax: price, surcharges: [] },
      payments: [{ amount: price }],
    });
  });

  test("a renewal is in the channel in which the first order started", async () => {
    const variant = await shop().newOnPlan("tea", { channel: "north" });
    const { code } = await shop().subscribed(variant, 1, shop().buyer({}, "north"));
    const { renewals, items } = await shop().afterMonth(code);
    expect(items).toEqual([]);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0])];
    expect(renewal).toMatchObject({ state: "PaymentSettled", totalWithTax: 1999 });
    const channelsOf = ({ channels }: Order) => channels.map((channel) => channel.code).toSorted();
    expect(channelsOf(first)).toContain("north");
    expect(channelsOf(renewal)).toEqual(channelsOf(first));
  });

  test("a renewal whose item is out of stock has a review item that says so (B-19)", async () => {
    const { code } = await shop().subscribed(await shop().newOnPlan("tea", { stock: 1 }));
    expect((await shop().afterMonth(code)).items).toEqual([["renewal-not-placed", "out_of_stock"]]);
  });

  test("a renewal does not change after staff refund a part of the first order", async () => {
    const buyer = shop().buyer();
    await buyer.add(await shop().newOnPlan("tea", { name: "Cup", price: 500 }));
    const code = await buyer.isReadyToPay(await shop().newOnPlan("tea", { price: 1500 }));
    await shop().begin(buyer, code);
    const order = await shop().orderOf(code);
    const ctx = await createContext(shop().app);
    const cancel = (what: object) =>
      shop().connection.withTransaction(ctx, (tx) => {
        const input = { orderId: order.id, reason: "broken", ...what };
        return shop().app.get(OrderService).cancelOrder(tx, input);
      });
    await cancel({ lines: [{ orderLineId: order.lines[0]?.id ?? "", quantity: 1 }] });
    const { renewals } = await shop().afterMonth(code);
    const renewal = await shop().orderOf(renewals[0]);
    expect(renewal).toMatchObject({ totalWithTax: 2000, surcharges: [] });
    expect(renewal.lines.map(({ linePriceWithTax }) => linePriceWithTax).sort()).toEqual([1500, 500]);
    await cancel({});
    const { items } = await shop().afterMonth(code);
    expect(items).toEqual([["renewal-not-placed", "first_order_cancelled"]]);
  });

  test("a first order that became more expensive is renewed for the charged amount, which its buyer reads in their language", async () => {
    const { rawConnection } = shop().connection;
    await rawConnection
      .getRepository(Channel)
      .update({ code: "__default_channel__" }, { availableLanguageCodes: ["en", "zh"] as never });
    const buyer = shop().buyer({ languageCode: "zh" });
    const { code } = await shop().subscribed(await shop().onPlan("tea"), 1, buyer);
    const { lines } = await shop().orderOf(code);
    await rawConnection.getRepository("OrderLine").update({ id: lines[0]?.id }, { listPrice: 2500 });
    const { renewals } = await shop().afterMonth(code);
    expect(await shop().orderOf(renewals[0])).toMatchObject({
      totalWithTax: 1999,
      surcharges: [{ description: "订阅价格", listPrice: -501 }],
    });
  });

  test("a renewal that the shop's own code refuses opens a review item at once with its code, leaves nothing behind, and can be retried", async () => {
    const { code } = await shop().subscribed(await shop().onPlan("tea"));
    shop().paused.add(code);
    const { all, renewals } = await shop().afterMonth(code);
    expect(all).toMatchObject([
      { kind: "renewal-not-placed", problem: { code: "paused", message: "The buyer is on holiday." } },
    ]);
    expect(renewals).toEqual([undefined]);
    const orders = shop().connection.rawConnection.getRepository(Order);
    expect(await orders.countBy({ state: "Draft" })).toBe(0);
    shop().paused.delete(code);
    await shop().gateway.retryReviewItem(all[0]?.id ?? "", { operator: { id: "user_1" } });
    expect(await shop().standing(code)).toMatchObject({ items: [], renewals: [expect.any(String)] });
  });

  test("a product keeps the plan of its first order, and is renewed manually once it is deleted", async () => {
    const variant = await shop().newOnPlan("tea");
    const { code } = await shop().subscribed(variant);
    await setVariantPlan(shop().app, variant, "coffee");
    const { subscription, renewals } = await shop().afterMonth(code);
    expect(subscription).toMatchObject({ planId: teaPlan.id, planType: "monthly", totalCount: 3 });
    expect(renewals).toEqual([expect.any(String)]);
    const ctx = await createContext(shop().app);
    await shop().app.get(ProductVariantService).softDelete(ctx, variant);
    expect((await shop().afterMonth(code)).items).toEqual([["renewal-not-placed", "product_gone"]]);
  });

  test.each([
    ["cheapStart", 500],
    ["dearStart", 2999],
  ])(
    "the first order on the plan %s has the charged amount, and the renewal the price of a cycle (PLAN-FIRST)",
    async (plan, charged) => {
      const { code } = await shop().subscribed(await shop().onPlan(plan));
      const first = await shop().orderOf(code);
      expect(first).toMatchObject({ state: "PaymentSettled", totalWithTax: charged });
      expect(first.payments.map(({ state, amount }) => [state, amount])).toEqual([["Settled", charged]]);
      expect(first.surcharges.map(({ sku, priceWithTax }) => [sku, priceWithTax])).toEqual([
        ["pay-index-first-period", charged - 1999],
      ]);
      const { renewals, items } = await shop().afterMonth(code);
      expect(items).toEqual([]);
      const renewal = await shop().orderOf(renewals[0]);
      expect([renewal.state, renewal.totalWithTax, renewal.surcharges]).toEqual(["PaymentSettled", 1999, []]);
    },
  );

  interface Report {
    /** What the gateway reports, or does not report, about the second cycle. */
    readonly provoke: (attemptId: string) => Promise<unknown>;
    readonly event: string;
    readonly type: string;
    readonly about: object;
    readonly data: object;
    readonly items: string[][];
  }

  test.each<[string, Report]>([
    [
      "a closing",
      {
        provoke: async (attemptId) => {
          await shop().control.closeOrder(attemptId);
          await shop().control.advance(monthDuration);
          await shop().control.notify(attemptId, { copies: 3 });
        },
        event: "SubscriptionClosedEvent",
        type: "PAY_INDEX_SUBSCRIPTION_CLOSED",
        about: {},
        data: { closedAt: expect.any(String) },
        items: [],
      },
    ],
    [
      "a declined cycle (B-54, CYC-FAILED)",
      {
        provoke: async (attemptId) => {
          await shop().control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "decline_cycle" }]);
          // The gateway reports the decline after its last try, which is some days after the cycle.
          await shop().control.advance({ days: 40 });
          await shop().control.notify(attemptId, { copies: 3 });
        },
        event: "CycleFailedEvent",
        type: "PAY_INDEX_CYCLE_FAILED",
        about: { cycle: { number: 2, dueAt: expect.any(Date), declinedAt: expect.any(Date) } },
        data: { cycle: 2, transactionId: expect.stringMatching(/./) },
        items: [],
      },
    ],
    [
      "an overdue cycle (B-29)",
      {
        provoke: async (attemptId) => {
          // As if the day had come when its second cycle should have been paid.
          await shop().connection.rawConnection.query(
            `UPDATE pay_index_job SET due_at = '2020-01-01T00:00:00.000Z' WHERE attempt_id = '${attemptId}' AND kind = 'check-cycle'`,
          );
          for (const _ of [1, 2]) await shop().gateway.sweep();
        },
        event: "CycleOverdueEvent",
        type: "PAY_INDEX_CYCLE_OVERDUE",
        about: { cycle: { number: 2 } },
        data: { cycle: 2, dueAt: expect.any(String) },
        items: [["cycle-overdue", "cycle_overdue"]],
      },
    ],
  ])(
    "%s is in the first order's history, and the shop gets one event for repeated reports",
    async (_, { provoke, event, type, about, data, items }) => {
      const { buyer, code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
      await provoke(attemptId);
      const { subscription, ...standing } = await shop().standing(code);
      expect([standing.items, standing.renewals.filter(Boolean)]).toEqual([items, []]);
      const { id } = await shop().orderOf(code);
      const history = () => shop().historyOf(id, "PAY_INDEX");
      await expect.poll(history).toMatchObject([{ type, data, isPublic: false }]);
      const told = () =>
        shop().told.filter((each) => each.event === event && each.about.key?.startsWith(attemptId));
      await expect.poll(told).toMatchObject([{ about }]);
      const query =
        "query ($code: String!) { payIndexPayment(orderCode: $code) { subscription { state cycles { number isOverdue } } } }";
      const shown = (await buyer.ask(query, { code })).subscription;
      expect(shown.state.toLowerCase()).toBe(subscription.state);
      expect(shown.cycles.some((cycle: { isOverdue: boolean }) => cycle.isOverdue)).toBe(items.length > 0);
    },
  );
}
