import {
  CycleMissedEvent,
  CycleRenewedEvent,
  PayIndexPlugin,
  PayIndexService,
  type PlanInput,
  SubscriptionClosedEvent,
} from "@pay-index/vendure";
import {
  CustomerService,
  EventBus,
  type ID,
  Logger,
  Order,
  OrderPlacedEvent,
  OrderService,
  Payment,
  ProductVariantService,
  StockLevel,
  TransactionalConnection,
} from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Place } from "../conformance/place.mts";
import { bookOf, changeVariant, choosePlan, contextOf, sell } from "./books.mts";
import { ada, type Buyer } from "./buyer.mts";
import { Staff } from "./staff.mts";
import { openStage, type Stage } from "./stage.mts";

const tea: PlanInput = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea each month",
  type: "monthly",
  description: "The same tea again each month",
  attempts: 3,
  totalCount: 3,
};
const plans = {
  tea,
  coffee: { ...tea, id: "0d8e5c0a-5a0c-4a53-8f0e-4b7c3f6a9d21", name: "Coffee each week", type: "weekly" },
} as const;

const month = { days: 31 };

/** What becomes of the later cycles of a subscription, on a real Vendure. */
export function subscriptions(name: string, makePlace: () => Promise<Place>): void {
  describe(`${name}: subscriptions`, () => {
    let stage: Stage;
    let staff: Staff;
    const told: { event: string; about: { key?: string; cycle?: { number: number } } }[] = [];
    const placedEvents: string[] = [];
    beforeAll(async () => {
      stage = await openStage({ place: await makePlace(), plugin: { plans } });
      staff = await Staff.signIn(stage.origin);
      const events = stage.app.get(EventBus);
      for (const event of [CycleRenewedEvent, SubscriptionClosedEvent, CycleMissedEvent])
        events
          .ofType<CycleRenewedEvent | SubscriptionClosedEvent | CycleMissedEvent>(event as never)
          .subscribe(({ about }) => void told.push({ event: event.name, about }));
      events.ofType(OrderPlacedEvent).subscribe(({ order }) => void placedEvents.push(order.code));
    }, 120_000);
    afterAll(() => stage?.close());

    const gateway = () => stage.app.get(PayIndexService).gateway;

    /** On sale by a plan. */
    async function onPlan(
      plan: string | null,
      wanted: Partial<Parameters<typeof sell>[1]> = {},
    ): Promise<string> {
      const id = await sell(stage.app, { name: "Tea", price: 1999, ...wanted });
      await choosePlan(stage.app, id, plan);
      return id;
    }

    let visitors = 0;

    /** Each sits elsewhere: attempts with cards are counted by address. */
    async function sendCard(buyer: Buyer, number: string): Promise<void> {
      const { action, formToken, ...refused } = await buyer.start({ method: "subscription" });
      expect(refused).toEqual({ __typename: "PayIndexCardForm" });
      const card = { card_number: number, card_month: "12", card_year: "2099", card_cvv: "0739" };
      await fetch(action, {
        method: "POST",
        redirect: "manual",
        headers: {
          origin: stage.origin,
          accept: "text/html",
          "user-agent": "Buyer/1.0",
          "x-forwarded-for": `203.0.113.${++visitors}`,
        },
        body: new URLSearchParams({ ...card, form_token: formToken }),
      });
    }

    /** Begins what is in the buyer's cart, and is told that it is paid. */
    async function begin(buyer: Buyer, code: string): Promise<string> {
      await sendCard(buyer, "4242424242424242");
      const orderNumber = await stage.attempt(code);
      expect(await stage.desk.nextDelivery(orderNumber)).toMatchObject({ httpStatus: 200, reply: "OK" });
      return orderNumber;
    }

    async function subscribed(variant: string, quantity = 1) {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(variant, quantity);
      return { buyer, code, orderNumber: await begin(buyer, code) };
    }

    async function standing(reference: string) {
      const { payments, items } = await gateway().status({ reference });
      const { subscription } = payments.find(({ state }) => state === "paid") ?? {};
      if (subscription === undefined) throw new Error(`${reference} has begun nothing`);
      const renewals = subscription.cycles.slice(1).map(({ placed }) => placed?.id);
      return {
        subscription,
        renewals,
        items: items.map(({ kind, problem }) => [kind, problem?.code]),
        all: items,
      };
    }

    async function orderOf(code: string): Promise<Order> {
      const order = await stage.app
        .get(OrderService)
        .findOneByCode(await contextOf(stage.app), code, [
          "lines",
          "lines.productVariant",
          "shippingLines",
          "surcharges",
          "customer",
        ]);
      if (order === undefined) throw new Error(`there is no order ${code}`);
      return order;
    }

    async function historyOf(id: ID): Promise<unknown[]> {
      const { history } = await staff.ask(
        "query ($id: ID!) { order(id: $id) { history(options: { take: 100 }) { items { type data isPublic } } } }",
        { id: String(id) },
      );
      return history.items.filter(({ type }: { type: string }) => type.startsWith("PAY_INDEX"));
    }

    const change = (variant: string, input: object) => changeVariant(stage.app, variant, input);

    async function afterMonth(code: string) {
      await stage.desk.advance(month);
      return standing(code);
    }

    /** Of the first order and of those that renew it. */
    async function paymentsOf(code: string): Promise<number> {
      const { payments } = await gateway().status({ reference: code });
      const numbers = new Set(payments.map(({ orderNumber }) => orderNumber));
      const all = await stage.app
        .get(TransactionalConnection)
        .rawConnection.query("SELECT metadata FROM payment");
      return all.filter(({ metadata }: { metadata: string }) => numbers.has(JSON.parse(metadata).orderNumber))
        .length;
    }

    test("a renewal has what the first order had, at its price, whatever the product costs by now (B-47)", async () => {
      const variant = await onPlan("tea");
      const { buyer, code, orderNumber } = await subscribed(variant, 2);
      await change(variant, { prices: [{ currencyCode: "USD", price: 9900 }], enabled: false });
      const { renewals, items, subscription } = await afterMonth(code);
      expect([renewals.length, items]).toEqual([1, []]);
      const [first, renewal] = [await orderOf(code), await orderOf(renewals[0] ?? "")];
      expect(renewal).toMatchObject({
        state: "PaymentSettled",
        active: false,
        totalWithTax: 3998,
        customer: { id: first.customer?.id },
        shippingAddress: first.shippingAddress,
        billingAddress: first.billingAddress,
        surcharges: [],
        lines: [{ quantity: 2, listPrice: 1999, productVariantId: first.lines[0]?.productVariantId }],
        shippingLines: [{ shippingMethodId: first.shippingLines[0]?.shippingMethodId }],
      });
      const { transactionId } = subscription.cycles[1] ?? {};
      expect(await bookOf(stage.app, renewal.code)).toMatchObject({
        payments: [{ amount: 3998, state: "Settled", method: "subscription", transactionId }],
        allocated: 2,
        metadata: [{ orderNumber, cycle: 2, firstOrder: code }],
      });
      expect(await buyer.ask("{ activeOrder { code } }")).toBeNull();
    });

    test("a renewal is placed as every order is, and both orders know of each other", async () => {
      const { code, orderNumber } = await subscribed(await onPlan("tea"));
      const { renewals, subscription } = await afterMonth(code);
      const [renewed = ""] = renewals;
      expect(placedEvents.filter((each) => each === renewed)).toHaveLength(1);
      const { transactionId } = subscription.cycles[1] ?? {};
      const about = { cycle: 2, transactionId };
      expect(await historyOf((await orderOf(code)).id)).toEqual([
        { type: "PAY_INDEX_CYCLE_RENEWED", data: { ...about, orderCode: renewed }, isPublic: false },
      ]);
      expect(await historyOf((await orderOf(renewed)).id)).toEqual([
        { type: "PAY_INDEX_RENEWAL_OF", data: { ...about, orderCode: code }, isPublic: false },
      ]);
      const key = `${orderNumber}/cycle/2/cycle`;
      expect(told.filter(({ about: { key: each } }) => each === key)).toMatchObject([
        { event: "CycleRenewedEvent", about: { cycle: { number: 2 }, renewal: { code: renewed } } },
      ]);
    });

    test("what is not in stock is an item, nothing of it is half done, and it can be tried again (B-19)", async () => {
      const variant = await onPlan("tea", { stock: 1 });
      const { code } = await subscribed(variant);
      const { items: waiting, renewals: none } = await afterMonth(code);
      expect([waiting, none]).toEqual([[["cycle", "out_of_stock"]], [undefined]]);
      expect(await paymentsOf(code)).toBe(1);
      const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
      expect(await orders.countBy({ state: "Draft" })).toBe(0);
      const levels = stage.app.get(TransactionalConnection).rawConnection.getRepository(StockLevel);
      const level = await levels.findOneByOrFail({ productVariantId: variant });
      expect([level.stockOnHand, level.stockAllocated]).toEqual([1, 1]);
      await change(variant, { stockOnHand: 5 });
      const { id } = await orderOf(code);
      const [item] = (await standing(code)).all;
      const again =
        "mutation ($orderId: ID!, $id: String!) { workPayIndexItem(orderId: $orderId, id: $id) { worked } }";
      expect(await staff.ask(again, { orderId: String(id), id: item?.id })).toEqual({ worked: true });
      const { renewals, items } = await standing(code);
      expect([items, renewals]).toEqual([[], [expect.any(String)]]);
    });

    test("staff who send back a part of the first order have not changed what is renewed", async () => {
      const buyer = stage.buyer();
      const [cup, pot] = [
        await onPlan("tea", { name: "Cup", price: 500 }),
        await onPlan("tea", { price: 1500 }),
      ];
      await buyer.add(cup);
      const code = await buyer.isReadyToPay(pot);
      await begin(buyer, code);
      const order = await orderOf(code);
      const [line] = order.lines;
      const ctx = await contextOf(stage.app);
      const lines = [{ orderLineId: line?.id ?? "", quantity: 1 }];
      const cancel = (tx: typeof ctx, what: object) =>
        stage.app.get(OrderService).cancelOrder(tx, { orderId: order.id, reason: "broken", ...what });
      const connection = stage.app.get(TransactionalConnection);
      await connection.withTransaction(ctx, (tx) => cancel(tx, { lines }));
      const { renewals } = await afterMonth(code);
      const renewal = await orderOf(renewals[0] ?? "");
      expect(renewal).toMatchObject({ totalWithTax: 2000, surcharges: [] });
      expect(renewal.lines.map(({ linePriceWithTax }) => linePriceWithTax).sort()).toEqual([1500, 500]);
      await connection.withTransaction(ctx, (tx) => cancel(tx, {}));
      const { items } = await afterMonth(code);
      expect(items).toEqual([["cycle", "order_cancelled"]]);
    });

    test("a first order that staff have made dearer is renewed for what is charged", async () => {
      const { code } = await subscribed(await onPlan("tea"));
      const { lines } = await orderOf(code);
      const connection = stage.app.get(TransactionalConnection);
      await connection.rawConnection
        .getRepository("OrderLine")
        .update({ id: lines[0]?.id }, { listPrice: 2500 });
      const { renewals } = await afterMonth(code);
      expect(await orderOf(renewals[0] ?? "")).toMatchObject({
        totalWithTax: 1999,
        surcharges: [{ description: "Price of the subscription", listPrice: -501 }],
      });
    });

    test("a product that is deleted is renewed by hand", async () => {
      const variant = await onPlan("tea");
      const { code } = await subscribed(variant);
      const ctx = await contextOf(stage.app);
      await stage.app.get(ProductVariantService).softDelete(ctx, variant);
      expect((await afterMonth(code)).items).toEqual([["cycle", "product_gone"]]);
    });

    test("a product whose plan was changed since keeps the one that was begun", async () => {
      const variant = await onPlan("tea");
      const { code } = await subscribed(variant);
      await choosePlan(stage.app, variant, "coffee");
      const { subscription, renewals } = await afterMonth(code);
      expect(subscription).toMatchObject({ planId: tea.id, planType: "monthly", totalCount: 3 });
      await choosePlan(stage.app, variant, null);
      expect([renewals.length, (await afterMonth(code)).renewals.length]).toEqual([1, 2]);
      expect((await standing(code)).subscription.state).toBe("ended");
    });

    test("closing is in the first order's history, and the shop is told once, however often it is reported", async () => {
      const { code, orderNumber } = await subscribed(await onPlan("tea"));
      await stage.desk.closeOrder(orderNumber);
      await stage.desk.advance(month);
      await stage.desk.notify(orderNumber, { copies: 3 });
      const { subscription, renewals } = await standing(code);
      expect([subscription.state, renewals]).toEqual(["closed", []]);
      const { id } = await orderOf(code);
      expect(await historyOf(id)).toEqual([
        { type: "PAY_INDEX_SUBSCRIPTION_CLOSED", data: { closedAt: subscription.closedAt }, isPublic: false },
      ]);
      const closings = told.filter(
        ({ event, about }) => event === "SubscriptionClosedEvent" && about.key?.startsWith(orderNumber),
      );
      expect(closings).toHaveLength(1);
    });

    test("a missing cycle is in the first order's history, and the shop is told once (B-29)", async () => {
      const { code, orderNumber } = await subscribed(await onPlan("tea"));
      await isDueByNow(orderNumber);
      await gateway().sweep();
      await gateway().sweep();
      expect((await standing(code)).items).toEqual([["cycle-missing", "cycle_missing"]]);
      const { id } = await orderOf(code);
      const data = { cycle: 2, dueAt: expect.any(String) };
      expect(await historyOf(id)).toEqual([{ type: "PAY_INDEX_CYCLE_MISSED", data, isPublic: false }]);
      const missed = told.filter(
        ({ event, about }) => event === "CycleMissedEvent" && about.key?.startsWith(orderNumber),
      );
      expect(missed).toMatchObject([{ about: { cycle: { number: 2 } } }]);
      const shown = await staff.ask(
        "query ($id: ID!) { payIndexBook(orderId: $id) { items { item { kind cycle } } attempts { subscription { state next { number } } } } }",
        { id: String(id) },
      );
      expect(shown).toMatchObject({
        items: [{ item: { kind: "CYCLE_MISSING", cycle: 2 } }],
        attempts: [{ subscription: { state: "ACTIVE", next: { number: 2 } } }],
      });
    });

    /** As if the day had come when its second cycle should have been paid. */
    async function isDueByNow(orderNumber: string): Promise<void> {
      const { rawConnection } = stage.app.get(TransactionalConnection);
      const past = new Date(0).toISOString();
      await rawConnection.query(
        `UPDATE pay_index_work SET due_at = '${past}' WHERE id LIKE '${orderNumber}%cycle-due'`,
      );
    }

    describe("an order that is changed while its buyer pays", () => {
      const asks = "4141414141414141";

      async function isAsked(variant: string) {
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(variant, 2);
        await sendCard(buyer, asks);
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
        ["things on the same plan", "tea"],
        ["things on another plan", "coffee"],
        ["things without a plan", null],
      ])(
        "for %s at the same price is not placed: each cycle would deliver what nobody subscribed to",
        async (_what, plan) => {
          const [sold, other] = [await onPlan("tea"), await onPlan(plan)];
          const { buyer, code } = await isAsked(sold);
          await swap(buyer, other);
          expect(await stage.paid(code)).toBe("200 OK");
          expect(await bookOf(stage.app, code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
          const { items } = await gateway().status({ reference: code });
          expect(items).toMatchObject([{ kind: "paid", problem: { code: "order_changed" } }]);
          await swap(buyer, sold);
          await gateway().work(items[0]?.id ?? "");
          expect((await standing(code)).items).toEqual([]);
          expect(await bookOf(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
        },
      );

      test("for things on a plan is not placed where it is paid once: nobody would charge the plan", async () => {
        const [sold, other] = [await onPlan(null), await onPlan("tea")];
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(sold, 2);
        await buyer.start({ method: "hosted" });
        await swap(buyer, other);
        expect(await stage.paid(code)).toBe("200 OK");
        expect(await bookOf(stage.app, code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
        const { items } = await gateway().status({ reference: code });
        expect(items).toMatchObject([{ kind: "paid", problem: { code: "order_changed" } }]);
        await swap(buyer, sold);
        await gateway().work(items[0]?.id ?? "");
        expect(await bookOf(stage.app, code)).toMatchObject({ state: "PaymentSettled", total: 3998 });
      });

      test("for less of the same, dearer by now, is not placed", async () => {
        const sold = await onPlan("tea");
        const { buyer, code } = await isAsked(sold);
        await buyer.goTo("AddingItems");
        await change(sold, { prices: [{ currencyCode: "USD", price: 3998 }] });
        const { lines } = await buyer.ask("{ activeOrder { lines { id } } }");
        const take =
          "mutation ($id: ID!) { adjustOrderLine(orderLineId: $id, quantity: 1) { ... on Order { totalWithTax } } }";
        expect(await buyer.ask(take, { id: lines[0].id })).toEqual({ totalWithTax: 3998 });
        await buyer.goTo("ArrangingPayment");
        await stage.paid(code);
        expect(await bookOf(stage.app, code)).toMatchObject({ payments: [] });
        const { items } = await gateway().status({ reference: code });
        expect(items).toMatchObject([{ problem: { code: "order_changed" } }]);
      });

      test("is placed as before where the payment was begun by a version that did not note the goods", async () => {
        const [sold, other] = [await onPlan("tea"), await onPlan("tea")];
        const { buyer, code } = await isAsked(sold);
        const payments = stage.app
          .get(TransactionalConnection)
          .rawConnection.getRepository("pay_index_payment");
        const about = { orderNumber: await stage.attempt(code) };
        const record = JSON.parse((await payments.findOneByOrFail(about)).record);
        expect(record.host).toMatchObject({ goods: expect.any(String) });
        delete record.host.goods;
        await payments.update(about, { record: JSON.stringify(record) });
        await swap(buyer, other);
        await stage.paid(code);
        expect(await bookOf(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
      });

      test("and back again is placed", async () => {
        const [sold, other] = [await onPlan("tea"), await onPlan(null)];
        const { buyer, code } = await isAsked(sold);
        await swap(buyer, other);
        await swap(buyer, sold);
        expect(await stage.paid(code)).toBe("200 OK");
        expect((await standing(code)).items).toEqual([]);
        expect(await bookOf(stage.app, code)).toMatchObject({ state: "PaymentSettled", total: 3998 });
      });
    });

    describe("carts", () => {
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
        const buyer = stage.buyer({ languageCode: "zh" });
        let code = "";
        for (const variant of variants) ({ code } = await buyer.add(variant));
        await buyer.fillIn();
        await buyer.goTo("ArrangingPayment");
        return { buyer, code };
      }

      test.each([
        ["two plans", ["tea", "coffee"], "subscription", "PLANS_MIXED", "方案须单独下单"],
        ["a plan and what is bought once", ["tea", null], "subscription", "PLAN_AND_GOODS", "分别下单"],
        [
          "a plan and what is bought once, on the page",
          ["tea", null],
          "hosted",
          "PLAN_AND_GOODS",
          "分别下单",
        ],
        ["a plan, to be paid once", ["tea"], "hosted", "SUBSCRIPTION_ONLY", "订阅方式"],
        ["a plan that the shop has not", ["gold"], "subscription", "PLAN_UNKNOWN", "无法订购"],
      ])("%s: refused with a reason, and nothing is started", async (_what, goods, method, reason, words) => {
        const variants: string[] = [];
        for (const plan of goods) variants.push(await onPlan(plan));
        const { buyer, code } = await holding(...variants);
        expect(await start(buyer, method)).toEqual({
          ...refusal(reason),
          message: expect.stringContaining(words),
        });
        expect(await gateway().status({ reference: code })).toMatchObject({ state: "none" });
      });

      test("a plan that products carry and the shop has not is found when it starts, before any buyer does", async () => {
        await onPlan("silver");
        await onPlan("");
        const gone = await onPlan("bronze");
        await stage.app.get(ProductVariantService).softDelete(await contextOf(stage.app), gone);
        const warn = vi.spyOn(Logger, "warn");
        try {
          await stage.app.get(PayIndexPlugin).onApplicationBootstrap();
          const warnings = warn.mock.calls.map(([text]) => text);
          const warning = warnings.find((text) => text.startsWith("plans_unknown: "));
          expect(warning).toMatch(/ carry .*\bsilver\b/);
          expect(warning).not.toMatch(/\b(?:bronze|tea|coffee)\b/);
        } finally {
          warn.mockRestore();
        }
      });

      test("a plan for nothing is not begun by giving it away", async () => {
        const { buyer, code } = await holding(await onPlan("tea", { price: 0 }));
        expect(await start(buyer, "subscription")).toMatchObject(refusal("PARTLY_PAID"));
        expect(await bookOf(stage.app, code)).toMatchObject({ state: "ArrangingPayment" });
      });

      test("a card form that was shown before the cart was mixed begins nothing", async () => {
        const { buyer, code } = await holding(await onPlan("tea"));
        const { action, formToken } = await buyer.start({ method: "subscription" });
        await buyer.goTo("AddingItems");
        await buyer.add(await onPlan(null));
        await buyer.goTo("ArrangingPayment");
        const card = {
          card_number: "4242424242424242",
          card_month: "12",
          card_year: "2099",
          card_cvv: "0739",
        };
        const { status } = await fetch(action, {
          method: "POST",
          redirect: "manual",
          headers: { origin: stage.origin, accept: "application/json" },
          body: new URLSearchParams({ ...card, form_token: formToken }),
        });
        expect(status).toBe(404);
        expect(await gateway().status({ reference: code })).toMatchObject({ state: "none" });
      });
    });

    describe("who may see what", () => {
      const query = `query ($code: String!) { payIndexPayment(orderCode: $code) { state placed
        subscription { orderCode planType totalCount state closedAt next { number } cycles { number state orderCode } } } }`;
      const list = "{ payIndexSubscriptions { orderCode state cycles { number orderCode } } }";

      async function signedIn(emailAddress: string): Promise<Buyer> {
        const password = "tea-with-milk";
        const customer = { emailAddress, firstName: "Ada", lastName: "King" };
        await stage.app.get(CustomerService).create(await contextOf(stage.app), customer, password);
        const buyer = stage.buyer();
        const login =
          "mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }";
        expect(await buyer.ask(login, { username: emailAddress, password })).toEqual({
          __typename: "CurrentUser",
        });
        return buyer;
      }

      /** As fillIn does, for whoever is known already. */
      async function isReady(buyer: Buyer, variant: string): Promise<string> {
        const { code } = await buyer.add(variant);
        await buyer.fillIn(ada);
        await buyer.goTo("ArrangingPayment");
        return code;
      }

      test("a customer sees their subscriptions and cycles, and nobody else does (B-43)", async () => {
        const [owner, other] = [await signedIn("own@example.com"), await signedIn("other@example.com")];
        const code = await isReady(owner, await onPlan("tea"));
        expect(await owner.ask(query, { code })).toEqual({
          state: "NONE",
          placed: false,
          subscription: null,
        });
        await begin(owner, code);
        const { renewals } = await afterMonth(code);
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
        for (const buyer of [other, stage.buyer()]) expect(await buyer.ask(list)).toEqual([]);
      });

      test("an order whose payment merely says that it is a renewal shows nobody's subscription (B-43)", async () => {
        const { code } = await subscribed(await onPlan("tea"));
        const buyer = stage.buyer();
        const own = await buyer.isReadyToPay(await onPlan(null));
        await buyer.start({ method: "hosted" });
        await stage.paid(own);
        const payments = stage.app.get(TransactionalConnection).rawConnection.getRepository(Payment);
        const { id } = await orderOf(own);
        const metadata = { firstOrder: code, cycle: 2 };
        await payments.update({ order: { id } }, { metadata } as never);
        expect(await buyer.ask(query, { code: own })).toEqual({
          state: "PAID",
          placed: true,
          subscription: null,
        });
      });

      test("a guest sees the subscription of an order that they may see", async () => {
        const { buyer, code } = await subscribed(await onPlan("tea"));
        expect(await buyer.ask(query, { code })).toMatchObject({
          subscription: { orderCode: code, state: "ACTIVE" },
        });
        const orders = stage.app.get(TransactionalConnection).rawConnection.getRepository(Order);
        await orders.update({ code }, { orderPlacedAt: new Date(Date.now() - 3 * 3600 * 1000) });
        expect(await buyer.ask(query, { code })).toBeNull();
      });

      test("staff see the cycles with their orders, and of a renewal where it belongs", async () => {
        const { code } = await subscribed(await onPlan("tea"));
        const { renewals } = await afterMonth(code);
        const [first, renewal] = [await orderOf(code), await orderOf(renewals[0] ?? "")];
        const book = `query ($id: ID!) { payIndexBook(orderId: $id) { state renewalOf { cycle orderCode orderId }
          attempts { subscription { state planType cycles { number orderCode orderId timeline { text } } } } } }`;
        expect(await staff.ask(book, { id: String(first.id) })).toMatchObject({
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
        expect(await staff.ask(book, { id: String(renewal.id) })).toEqual({
          state: "NONE",
          renewalOf: { cycle: 2, orderCode: code, orderId: String(first.id) },
          attempts: [],
        });
      });

      test("staff accept a charge whose cycle cannot be told for the one that they name: one order, whatever comes again", async () => {
        const { code, orderNumber } = await subscribed(await onPlan("tea"));
        const ofOrder = { of: "order", orderNumber } as const;
        await stage.desk.setFaults(ofOrder, [{ kind: "wrong_cycle", count: "0" }]);
        const { all, renewals: none } = await afterMonth(code);
        await stage.desk.setFaults(ofOrder, []);
        expect([all.map(({ kind }) => kind), none]).toEqual([["unknown-cycle"], []]);
        const [item] = all;
        const transactionId = item?.id.split("/").at(-1);
        const first = await orderOf(code);
        const about = { orderId: String(first.id), orderNumber, action: "ACCEPTED", note: "Seen there." };
        const decide =
          "mutation ($input: DecidePayIndexPaymentInput!) { decidePayIndexPayment(input: $input) { items { item { id } } } }";
        const accept = (named: object) =>
          staff.ask(decide, { input: { ...about, item: item?.id, ...named } });
        const refused = "The decision cannot be booked. Nothing was changed.\n  cycle: ";
        for (const missing of [{}, { cycle: null }])
          await expect(accept(missing)).rejects.toThrow(`${refused}is required`);
        await expect(accept({ cycle: 1 })).rejects.toThrow(`${refused}is paid already`);
        await expect(accept({ cycle: 4 })).rejects.toThrow(`${refused}is beyond the plan, which has 3`);
        for (const cycle of [0, -2])
          await expect(accept({ cycle })).rejects.toThrow(`${refused}must be a cycle of a subscription`);
        await expect(accept({ cycle: 2.5 })).rejects.toThrow("Int cannot represent non-integer value: 2.5");
        expect(await paymentsOf(code)).toBe(1);
        expect(await accept({ cycle: 2 })).toEqual({ items: [] });

        const { renewals, subscription } = await standing(code);
        expect(renewals).toEqual([expect.any(String)]);
        const [renewed = ""] = renewals;
        expect(subscription.cycles[1]).toMatchObject({ state: "paid", transactionId });
        expect(await bookOf(stage.app, renewed)).toMatchObject({
          state: "PaymentSettled",
          payments: [{ amount: 1999, state: "Settled", method: "subscription", transactionId }],
          metadata: [{ orderNumber, cycle: 2, firstOrder: code }],
        });
        const links = { cycle: 2, transactionId };
        expect(await historyOf(first.id)).toEqual([
          { type: "PAY_INDEX_CYCLE_RENEWED", data: { ...links, orderCode: renewed }, isPublic: false },
        ]);
        expect(await historyOf((await orderOf(renewed)).id)).toEqual([
          { type: "PAY_INDEX_RENEWAL_OF", data: { ...links, orderCode: code }, isPublic: false },
        ]);

        for (const count of ["3", "2", "0"])
          await stage.desk.notify(orderNumber, { faults: [{ kind: "wrong_cycle", count }] });
        const after = await standing(code);
        expect(after.renewals.filter((each) => each !== undefined)).toEqual([renewed]);
        expect(after.items).toEqual([["transaction-reused", "transaction_reused"]]);
        expect(await paymentsOf(code)).toBe(2);
      });

      test("a storefront can say what a product charges", async () => {
        const variant = await onPlan("coffee");
        const buyer = stage.buyer();
        await buyer.add(variant);
        const order = await buyer.ask(
          "{ activeOrder { lines { productVariant { payIndexPlan { name description type totalCount } } } } }",
        );
        const { name, description } = plans.coffee;
        const payIndexPlan = { name, description, type: "WEEKLY", totalCount: 3 };
        expect(order.lines).toEqual([{ productVariant: { payIndexPlan } }]);
      });

      test("staff can choose the shop's plans for a product, and no other", async () => {
        const id = await onPlan(null);
        const update =
          "mutation ($input: UpdateProductVariantInput!) { updateProductVariant(input: $input) { customFields { payIndexPlan } } }";
        const choose = (payIndexPlan: string | null) =>
          staff.ask(update, { input: { id, customFields: { payIndexPlan } } });
        expect(await choose("coffee")).toEqual({ customFields: { payIndexPlan: "coffee" } });
        await expect(choose("gold")).rejects.toThrow("gold");
        expect(await choose(null)).toEqual({ customFields: { payIndexPlan: null } });
      });
    });
  });
}
