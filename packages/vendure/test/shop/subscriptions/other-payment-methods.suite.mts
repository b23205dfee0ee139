import { OrderService } from "@vendure/core";
import { expect, test } from "vitest";
import { createContext, createCustomer, draftOrder, readOrderRecord } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

const pay = `mutation ($method: String!) { addPaymentToOrder(input: { method: $method, metadata: {} }) {
  __typename ... on Order { state } ... on ErrorResult { errorCode message } } }`;

/** What carries a plan, on every way on which nobody would charge it again. */
export function otherPaymentMethodsSuite(shop: () => SubscriptionTestShop): void {
  const recordOf = (code: string) => readOrderRecord(shop().app, code);
  /** Its voucher pays for the whole of it. */
  const cheap = (plan: string | null) => shop().newOnPlan(plan, { price: 500 });

  async function readyToPay(variant: string) {
    const buyer = shop().buyer({ languageCode: "zh" });
    return { buyer, code: await buyer.isReadyToPay(variant) };
  }

  test.each([
    ["two plans", ["tea", "coffee"], /方案须单独下单。 \(PLANS_MIXED\)$/],
    ["a plan and a one-time item", ["tea", null], /分别下单。 \(PLAN_AND_GOODS\)$/],
    ["an unknown plan", ["gold"], /无法订购此方案。 \(PLAN_UNKNOWN\)$/],
  ])("a cart with %s cannot go to the payment, with any method", async (_what, goods, words) => {
    const buyer = shop().buyer({ languageCode: "zh" });
    let code = "";
    for (const plan of goods) ({ code } = await buyer.add(await shop().onPlan(plan)));
    await buyer.fillIn();
    expect(await buyer.goTo("ArrangingPayment")).toMatchObject({
      __typename: "OrderStateTransitionError",
      transitionError: expect.stringMatching(words),
    });
    expect(await recordOf(code)).toMatchObject({ state: "AddingItems", payments: [] });
  });

  test("another plugin's method can pay an order without a plan, but not one with a plan, and is not called", async () => {
    const { buyer, code } = await readyToPay(await cheap("tea"));
    expect((await buyer.raw(pay, { method: "voucher" })).errors).toMatchObject([
      {
        message: "这是订阅商品，请选择订阅方式付款。 (SUBSCRIPTION_ONLY)",
        extensions: { code: "PAY_INDEX_PLAN_ERROR" },
      },
    ]);
    expect(await recordOf(code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
    await shop().begin(buyer, code);
    expect((await shop().standing(code)).subscription.state).toBe("active");
    const once = await readyToPay(await cheap(null));
    expect(await once.buyer.ask(pay, { method: "voucher" })).toMatchObject({ state: "PaymentSettled" });
  });

  test("a plan that costs nothing can be ordered neither with a method nor by changing the state of the order", async () => {
    const { buyer, code } = await readyToPay(await shop().newOnPlan("tea", { price: 0 }));
    for (const method of ["hosted", "subscription", "voucher"])
      expect((await buyer.raw(pay, { method })).errors).toMatchObject([
        { extensions: { code: "PAY_INDEX_PLAN_ERROR" } },
      ]);
    expect(await buyer.goTo("PaymentSettled")).toMatchObject({
      __typename: "OrderStateTransitionError",
      transitionError: expect.stringMatching(/PARTLY_PAID\)$/),
    });
    expect(await recordOf(code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
    const { buyer: other } = await readyToPay(await shop().newOnPlan(null, { price: 0 }));
    expect(await other.goTo("PaymentSettled")).toMatchObject({ state: "PaymentSettled" });
  });

  test("an order with a plan that other code paid is placed, and the log says that the plan is not charged", async () => {
    const { code } = await readyToPay(await cheap("tea"));
    const ctx = await createContext(shop().app);
    const { id } = await shop().orderOf(code);
    const voucher = { method: "voucher", metadata: {} };
    await shop().connection.withTransaction(ctx, (tx) =>
      shop().app.get(OrderService).addPaymentToOrder(tx, id, voucher),
    );
    expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
    const logged = shop().logged.filter((line) => line.startsWith("plan_paid_once: "));
    expect(logged).toEqual([expect.stringContaining(code)]);
  });

  test("staff can place an order with a plan manually, also a mixed one, for a cycle without an order", async () => {
    const ask = (text: string, variables: object) => shop().staff.ask(text, variables);
    const { customer } = await createCustomer(shop().app, "grace@example.com");
    const goods = [await cheap("tea"), await cheap(null)];
    const id = String((await draftOrder(shop().app, customer, goods)).id);
    const move =
      'mutation ($id: ID!) { transitionOrderToState(id: $id, state: "ArrangingPayment") { ... on Order { state } ... on OrderStateTransitionError { transitionError } } }';
    expect(await ask(move, { id })).toEqual({ state: "ArrangingPayment" });
    const cash = { orderId: id, method: "cash", transactionId: "1", metadata: {} };
    const manual =
      "mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { ... on Order { state } ... on ErrorResult { message } } }";
    expect(await ask(manual, { input: cash })).toEqual({ state: "PaymentSettled" });
  });
}
