import { Channel, Order, OrderService, ProductVariantService, ShippingLine, StockLevel } from "@vendure/core";
import { expect, test } from "vitest";
import { changeVariant, createContext, readOrderRecord, setVariantPlan } from "../catalog-and-orders.mts";
import { monthDuration, type SubscriptionTestShop, teaPlan } from "./subscription-test-shop.mts";

/** What a later cycle makes, and what is heard of it. */
export function renewalsSuite(shop: () => SubscriptionTestShop): void {
  test("a renewal has the items and prices of the first order, at any current price (B-47)", async () => {
    const variant = await shop().onPlan("tea");
    const { buyer, code, attemptId } = await shop().subscribed(variant, 2);
    await writeOnShipping(shop(), code, "pick-up 7");
    await changeVariant(shop().stage.app, variant, {
      prices: [{ currencyCode: "USD", price: 9900 }],
      enabled: false,
    });
    const { renewals, items, subscription } = await shop().afterMonth(code);
    expect([renewals.length, items]).toEqual([1, []]);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0] ?? "")];
    expect(renewal).toMatchObject({
      state: "PaymentSettled",
      active: false,
      totalWithTax: 3998,
      customer: { id: first.customer?.id },
      shippingAddress: first.shippingAddress,
      billingAddress: first.billingAddress,
      surcharges: [],
      lines: [{ quantity: 2, listPrice: 1999, productVariantId: first.lines[0]?.productVariantId }],
      shippingLines: [
        {
          shippingMethodId: first.shippingLines[0]?.shippingMethodId,
          customFields: { parcelShop: "pick-up 7" },
        },
      ],
    });
    const { transactionId } = subscription.cycles[1] ?? {};
    expect(await readOrderRecord(shop().stage.app, renewal.code)).toMatchObject({
      payments: [{ amount: 3998, state: "Settled", method: "subscription", transactionId }],
      allocated: 2,
      metadata: [{ attemptId, cycle: 2, firstOrder: code }],
    });
    expect(await buyer.ask("{ activeOrder { code } }")).toBeNull();
  });

  test("a renewal is placed like every order, and both orders name each other", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const { renewals, subscription } = await shop().afterMonth(code);
    const [renewed = ""] = renewals;
    expect(shop().placedEvents.filter((each) => each === renewed)).toHaveLength(1);
    const { transactionId } = subscription.cycles[1] ?? {};
    const about = { cycle: 2, transactionId };
    expect(await shop().historyOf((await shop().orderOf(code)).id)).toEqual([
      { type: "PAY_INDEX_CYCLE_RENEWED", data: { ...about, orderCode: renewed }, isPublic: false },
    ]);
    expect(await shop().historyOf((await shop().orderOf(renewed)).id)).toEqual([
      { type: "PAY_INDEX_RENEWAL_OF", data: { ...about, orderCode: code }, isPublic: false },
    ]);
    const key = `${attemptId}/cycle-2/place-renewal`;
    expect(shop().told.filter(({ about: { key: each } }) => each === key)).toMatchObject([
      { event: "CycleRenewedEvent", about: { cycle: { number: 2 }, renewal: { code: renewed } } },
    ]);
  });

  test.each([
    ["JPY", 199900, "1999"],
    // Rounded as the first order was: the renewal costs the same, and no line more says the difference.
    ["JPY", 199880, "1999"],
    ["KWD", 1999, "19.990"],
  ])("a renewal in %s has the charged amount", async (currencyCode, price, charged) => {
    const variant = await shop().onPlan("tea", { price, currency: currencyCode });
    const { code } = await shop().subscribed(variant, 1, shop().stage.buyer({ currencyCode }));
    const { renewals, items, subscription } = await shop().afterMonth(code);
    expect(items).toEqual([]);
    expect(subscription.cycles[1]?.timeline).toMatchObject([
      { text: expect.stringContaining(`confirmed ${charged} ${currencyCode}`) },
    ]);
    const [renewed = ""] = renewals;
    expect(await shop().orderOf(renewed)).toMatchObject({
      currencyCode,
      totalWithTax: price,
      surcharges: [],
    });
    expect(await readOrderRecord(shop().stage.app, renewed)).toMatchObject({ payments: [{ amount: price }] });
  });

  test("a renewal is in the channel in which the first order started", async () => {
    const variant = await shop().onPlan("tea", { channel: "north" });
    const { code } = await shop().subscribed(variant, 1, shop().stage.buyer({}, "north"));
    const { renewals, items } = await shop().afterMonth(code);
    expect(items).toEqual([]);
    const [first, renewal] = [await shop().orderOf(code), await shop().orderOf(renewals[0] ?? "")];
    expect(renewal).toMatchObject({ state: "PaymentSettled", totalWithTax: 1999 });
    expect(first.channels.map((channel) => channel.code)).toContain("north");
    expect(new Set(renewal.channels.map(({ id }) => id))).toEqual(
      new Set(first.channels.map(({ id }) => id)),
    );
  });

  test("a renewal whose item is out of stock becomes a review item, leaves nothing behind, and can be retried (B-19)", async () => {
    const variant = await shop().onPlan("tea", { stock: 1 });
    const { code } = await shop().subscribed(variant);
    const { items: waiting, renewals: none } = await shop().afterMonth(code);
    expect([waiting, none]).toEqual([[["renewal-not-placed", "out_of_stock"]], [undefined]]);
    expect(await paymentsOf(shop(), code)).toBe(1);
    const orders = shop().connection.rawConnection.getRepository(Order);
    expect(await orders.countBy({ state: "Draft" })).toBe(0);
    const levels = shop().connection.rawConnection.getRepository(StockLevel);
    const level = await levels.findOneByOrFail({ productVariantId: variant });
    expect([level.stockOnHand, level.stockAllocated]).toEqual([1, 1]);
    await changeVariant(shop().stage.app, variant, { stockOnHand: 5 });
    const { id } = await shop().orderOf(code);
    const [item] = (await shop().standing(code)).all;
    const again =
      "mutation ($orderId: ID!, $id: String!) { retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome } }";
    expect(await shop().staff.ask(again, { orderId: String(id), id: item?.id })).toEqual({ outcome: "DONE" });
    const { renewals, items } = await shop().standing(code);
    expect([items, renewals]).toEqual([[], [expect.any(String)]]);
  });

  test("a renewal does not change after staff refund a part of the first order", async () => {
    const buyer = shop().stage.buyer();
    const [cup, pot] = [
      await shop().onPlan("tea", { name: "Cup", price: 500 }),
      await shop().onPlan("tea", { price: 1500 }),
    ];
    await buyer.add(cup);
    const code = await buyer.isReadyToPay(pot);
    await shop().begin(buyer, code);
    const order = await shop().orderOf(code);
    const [line] = order.lines;
    const ctx = await createContext(shop().stage.app);
    const lines = [{ orderLineId: line?.id ?? "", quantity: 1 }];
    const cancel = (tx: typeof ctx, what: object) =>
      shop()
        .stage.app.get(OrderService)
        .cancelOrder(tx, { orderId: order.id, reason: "broken", ...what });
    const connection = shop().connection;
    await connection.withTransaction(ctx, (tx) => cancel(tx, { lines }));
    const { renewals } = await shop().afterMonth(code);
    const renewal = await shop().orderOf(renewals[0] ?? "");
    expect(renewal).toMatchObject({ totalWithTax: 2000, surcharges: [] });
    expect(renewal.lines.map(({ linePriceWithTax }) => linePriceWithTax).sort()).toEqual([1500, 500]);
    await connection.withTransaction(ctx, (tx) => cancel(tx, {}));
    const { items } = await shop().afterMonth(code);
    expect(items).toEqual([["renewal-not-placed", "first_order_cancelled"]]);
  });

  test.each([
    ["en", "Price of the subscription"],
    ["zh", "订阅价格"],
  ])(
    "a first order that became more expensive is renewed for the charged amount, which its buyer reads in %s",
    async (languageCode, description) => {
      const channels = shop().connection.rawConnection.getRepository(Channel);
      await channels.update(
        { code: "__default_channel__" },
        { availableLanguageCodes: ["en", "zh"] as never },
      );
      const buyer = shop().stage.buyer({ languageCode });
      const { code } = await shop().subscribed(await shop().onPlan("tea"), 1, buyer);
      const { lines } = await shop().orderOf(code);
      const connection = shop().connection;
      await connection.rawConnection
        .getRepository("OrderLine")
        .update({ id: lines[0]?.id }, { listPrice: 2500 });
      const { renewals } = await shop().afterMonth(code);
      expect(await shop().orderOf(renewals[0] ?? "")).toMatchObject({
        totalWithTax: 1999,
        surcharges: [{ description, listPrice: -501 }],
      });
    },
  );

  test("a renewal that the shop's own code refuses opens a review item at once with its code, and can be retried", async () => {
    const { code } = await shop().subscribed(await shop().onPlan("tea"));
    shop().paused.add(code);
    const { all, renewals } = await shop().afterMonth(code);
    expect(all).toMatchObject([
      { kind: "renewal-not-placed", problem: { code: "paused", message: "The buyer is on holiday." } },
    ]);
    expect(renewals).toEqual([undefined]);
    expect(await paymentsOf(shop(), code)).toBe(1);
    shop().paused.delete(code);
    await shop()
      .gateway()
      .retryReviewItem(all[0]?.id ?? "", { operator: { id: "user_1" } });
    expect(await shop().standing(code)).toMatchObject({ items: [], renewals: [expect.any(String)] });
  });

  test("a deleted product is renewed manually", async () => {
    const variant = await shop().onPlan("tea");
    const { code } = await shop().subscribed(variant);
    const ctx = await createContext(shop().stage.app);
    await shop().stage.app.get(ProductVariantService).softDelete(ctx, variant);
    expect((await shop().afterMonth(code)).items).toEqual([["renewal-not-placed", "product_gone"]]);
  });

  test("a product whose plan changed keeps the plan of its first order", async () => {
    const variant = await shop().onPlan("tea");
    const { code } = await shop().subscribed(variant);
    await setVariantPlan(shop().stage.app, variant, "coffee");
    const { subscription, renewals } = await shop().afterMonth(code);
    expect(subscription).toMatchObject({ planId: teaPlan.id, planType: "monthly", totalCount: 3 });
    await setVariantPlan(shop().stage.app, variant, null);
    expect([renewals.length, (await shop().afterMonth(code)).renewals.length]).toEqual([1, 2]);
    expect((await shop().standing(code)).subscription.state).toBe("ended");
  });

  test("a closing is in the first order's history, and the shop gets one event for repeated reports", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    await shop().stage.control.closeOrder(attemptId);
    await shop().stage.control.advance(monthDuration);
    await shop().stage.control.notify(attemptId, { copies: 3 });
    const { subscription, renewals } = await shop().standing(code);
    expect([subscription.state, renewals]).toEqual(["closed", []]);
    const { id } = await shop().orderOf(code);
    expect(await shop().historyOf(id)).toEqual([
      { type: "PAY_INDEX_SUBSCRIPTION_CLOSED", data: { closedAt: subscription.closedAt }, isPublic: false },
    ]);
    const closings = shop().told.filter(
      ({ event, about }) => event === "SubscriptionClosedEvent" && about.key?.startsWith(attemptId),
    );
    expect(closings).toHaveLength(1);
  });

  test.each([
    ["cheapStart", 500],
    ["dearStart", 2999],
  ])(
    "the first order on the plan %s has the charged amount, and the renewal the price of a cycle (PLAN-FIRST)",
    async (plan, charged) => {
      const { code } = await shop().subscribed(await shop().onPlan(plan));
      const first = await readOrderRecord(shop().stage.app, code);
      expect([first.state, first.total]).toEqual(["PaymentSettled", charged]);
      expect(first.payments.map(({ state, amount }) => [state, amount])).toEqual([["Settled", charged]]);
      const { surcharges } = await shop().orderOf(code);
      expect(surcharges.map(({ sku, priceWithTax }) => [sku, priceWithTax])).toEqual([
        ["pay-index-first-period", charged - 1999],
      ]);
      const { renewals, items } = await shop().afterMonth(code);
      expect(items).toEqual([]);
      const renewal = await shop().orderOf(String(renewals[0]));
      expect([renewal.state, renewal.totalWithTax, renewal.surcharges]).toEqual(["PaymentSettled", 1999, []]);
    },
  );

  test("a declined cycle is in the first order's history, and the shop's own code gets it once (B-54, CYC-FAILED)", async () => {
    const { code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    const { control } = shop().stage;
    await control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "decline_cycle" }]);
    await control.advance(monthDuration);
    await control.notify(attemptId, { copies: 3 });
    const { items, renewals } = await shop().standing(code);
    expect([items, renewals]).toEqual([[], [undefined]]);
    const { id } = await shop().orderOf(code);
    const data = { cycle: 2, transactionId: expect.stringMatching(/./) };
    expect(await shop().historyOf(id)).toEqual([{ type: "PAY_INDEX_CYCLE_FAILED", data, isPublic: false }]);
    const declined = shop().told.filter(
      ({ event, about }) => event === "CycleFailedEvent" && about.key?.startsWith(attemptId),
    );
    const cycle = { number: 2, dueAt: expect.any(Date), declinedAt: expect.any(Date) };
    expect(declined).toMatchObject([{ about: { cycle } }]);
  });

  test("an overdue cycle is in the first order's history, and the shop gets one event (B-29)", async () => {
    const { buyer, code, attemptId } = await shop().subscribed(await shop().onPlan("tea"));
    await shop().isDueByNow(attemptId);
    await shop().gateway().sweep();
    await shop().gateway().sweep();
    expect((await shop().standing(code)).items).toEqual([["cycle-overdue", "cycle_overdue"]]);
    const query =
      "query ($code: String!) { payIndexPayment(orderCode: $code) { subscription { cycles { number isOverdue } } } }";
    expect(await buyer.ask(query, { code })).toMatchObject({
      subscription: {
        cycles: [
          { number: 1, isOverdue: false },
          { number: 2, isOverdue: true },
        ],
      },
    });
    const { id } = await shop().orderOf(code);
    const data = { cycle: 2, dueAt: expect.any(String) };
    expect(await shop().historyOf(id)).toEqual([{ type: "PAY_INDEX_CYCLE_OVERDUE", data, isPublic: false }]);
    const missed = shop().told.filter(
      ({ event, about }) => event === "CycleOverdueEvent" && about.key?.startsWith(attemptId),
    );
    expect(missed).toMatchObject([{ about: { cycle: { number: 2 } } }]);
    const shown = await shop().staff.ask(
      "query ($id: ID!) { payIndexPayment(orderId: $id) { reviewItems { item { kind cycle } } attempts { subscription { state nextCycle { number } cycles { number state isOverdue } } } } }",
      { id: String(id) },
    );
    expect(shown).toMatchObject({
      reviewItems: [{ item: { kind: "CYCLE_OVERDUE", cycle: 2 } }],
      attempts: [
        {
          subscription: {
            state: "ACTIVE",
            nextCycle: { number: 3 },
            cycles: [
              { number: 1, state: "PAID", isOverdue: false },
              { number: 2, state: "CREATED", isOverdue: true },
            ],
          },
        },
      ],
    });
  });
}

/** What a shop of its own keeps with the way of an order. */
async function writeOnShipping(shop: SubscriptionTestShop, code: string, parcelShop: string): Promise<void> {
  const [line] = (await shop.orderOf(code)).shippingLines;
  const lines = shop.connection.rawConnection.getRepository(ShippingLine);
  await lines.update({ id: line?.id ?? 0 }, { customFields: { parcelShop } } as never);
}

/** Of the first order and of those that renew it. */
async function paymentsOf(shop: SubscriptionTestShop, code: string): Promise<number> {
  const { attempts } = await shop.gateway().status({ reference: code });
  const numbers = new Set(attempts.map(({ attemptId }) => attemptId));
  const all = await shop.connection.rawConnection.query("SELECT metadata FROM payment");
  return all.filter(({ metadata }: { metadata: string }) => numbers.has(JSON.parse(metadata).attemptId))
    .length;
}
