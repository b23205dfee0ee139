import { OrderService } from "@vendure/core";
import { describe, expect, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { createContext, readOrderRecord } from "../catalog-and-orders.mts";
import type { SubscriptionTestShop } from "./subscription-test-shop.mts";

const pay = `mutation ($method: String!) { addPaymentToOrder(input: { method: $method, metadata: {} }) {
  __typename ... on Order { state } ... on ErrorResult { errorCode message } } }`;

/** What carries a plan, on every way on which nobody would charge it again. */
export function otherPaymentMethodsSuite(shop: () => SubscriptionTestShop): void {
  /** Its voucher pays for the whole of it. */
  const cheap = (plan: string | null) => shop().onPlan(plan, { price: 500 });

  async function holding(...variants: string[]) {
    const buyer = shop().stage.buyer({ languageCode: "zh" });
    let code = "";
    for (const variant of variants) ({ code } = await buyer.add(variant));
    await buyer.fillIn();
    return { buyer, code };
  }

  async function readyToPay(variant: string) {
    const { buyer, code } = await holding(variant);
    expect(await buyer.goTo("ArrangingPayment")).toMatchObject({ state: "ArrangingPayment" });
    return { buyer, code };
  }

  const said = async (buyer: Buyer, method: string) => (await buyer.raw(pay, { method })).errors;

  test.each([
    ["two plans", ["tea", "coffee"], /方案须单独下单。 \(PLANS_MIXED\)$/],
    ["a plan and a one-time item", ["tea", null], /分别下单。 \(PLAN_AND_GOODS\)$/],
    ["an unknown plan", ["gold"], /无法订购此方案。 \(PLAN_UNKNOWN\)$/],
  ])("a cart with %s cannot go to the payment, with any method", async (_what, goods, words) => {
    const variants: string[] = [];
    for (const plan of goods) variants.push(await shop().onPlan(plan));
    const { buyer, code } = await holding(...variants);
    expect(await buyer.goTo("ArrangingPayment")).toMatchObject({
      __typename: "OrderStateTransitionError",
      transitionError: expect.stringMatching(words),
    });
    expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
      state: "AddingItems",
      payments: [],
    });
  });

  test("another plugin's method cannot pay an order with a plan, and is not called", async () => {
    const { buyer, code } = await readyToPay(await cheap("tea"));
    expect(await said(buyer, "voucher")).toMatchObject([
      {
        message: "这是订阅商品，请选择订阅方式付款。 (SUBSCRIPTION_ONLY)",
        extensions: { code: "PAY_INDEX_PLAN_ERROR" },
      },
    ]);
    expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
      state: "ArrangingPayment",
      payments: [],
    });
    await shop().begin(buyer, code);
    expect((await shop().standing(code)).subscription.state).toBe("active");
  });

  test("another plugin's method can pay an order without a plan", async () => {
    const { buyer, code } = await readyToPay(await cheap(null));
    expect(await buyer.ask(pay, { method: "voucher" })).toMatchObject({ state: "PaymentSettled" });
    expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
      payments: [{ method: "voucher" }],
    });
  });

  describe("a plan that costs nothing", () => {
    const free = () => shop().onPlan("tea", { price: 0 });

    test.each(["hosted", "subscription", "voucher"])(
      "cannot be ordered with the method %s",
      async (method) => {
        const { buyer, code } = await readyToPay(await free());
        expect(await said(buyer, method)).toMatchObject([{ extensions: { code: "PAY_INDEX_PLAN_ERROR" } }]);
        expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({
          state: "ArrangingPayment",
          payments: [],
        });
      },
    );

    test("cannot be ordered by changing the state of the order", async () => {
      const { buyer } = await readyToPay(await free());
      expect(await buyer.goTo("PaymentSettled")).toMatchObject({
        __typename: "OrderStateTransitionError",
        transitionError: expect.stringMatching(/PARTLY_PAID\)$/),
      });
      const { buyer: other } = await readyToPay(await shop().onPlan(null, { price: 0 }));
      expect(await other.goTo("PaymentSettled")).toMatchObject({ state: "PaymentSettled" });
    });
  });

  test("an order with a plan that other code paid is placed, and the log says that the plan is not charged", async () => {
    const { code } = await readyToPay(await cheap("tea"));
    const ctx = await createContext(shop().stage.app);
    const { id } = await shop().orderOf(code);
    const voucher = { method: "voucher", metadata: {} };
    await shop().connection.withTransaction(ctx, (tx) =>
      shop().stage.app.get(OrderService).addPaymentToOrder(tx, id, voucher),
    );
    expect(await readOrderRecord(shop().stage.app, code)).toMatchObject({ state: "PaymentSettled" });
    expect(shop().stage.logged.filter((line) => line.startsWith("plan_paid_once: "))).toEqual([
      expect.stringContaining(code),
    ]);
  });

  test("staff can place an order with a plan manually, also a mixed one, for a cycle without an order", async () => {
    const { staff } = shop();
    const [planned, once] = [await cheap("tea"), await cheap(null)];
    const { id } = await staff.ask("mutation { createDraftOrder { id } }");
    for (const productVariantId of [planned, once])
      await staff.ask(
        "mutation ($id: ID!, $input: AddItemToDraftOrderInput!) { addItemToDraftOrder(orderId: $id, input: $input) { __typename } }",
        { id, input: { productVariantId, quantity: 1 } },
      );
    const input = { emailAddress: "grace@example.com", firstName: "Grace", lastName: "Hopper" };
    await staff.ask(
      "mutation ($id: ID!, $input: CreateCustomerInput!) { setCustomerForDraftOrder(orderId: $id, input: $input) { __typename } }",
      { id, input },
    );
    const [method] = await staff.ask(
      "query ($id: ID!) { eligibleShippingMethodsForDraftOrder(orderId: $id) { id } }",
      { id },
    );
    await staff.ask(
      "mutation ($id: ID!, $method: ID!) { setDraftOrderShippingMethod(orderId: $id, shippingMethodId: $method) { __typename } }",
      { id, method: method.id },
    );
    const move =
      "mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { ... on Order { state } ... on OrderStateTransitionError { transitionError } } }";
    expect(await staff.ask(move, { id, state: "ArrangingPayment" })).toEqual({ state: "ArrangingPayment" });
    const byHand = { orderId: id, method: "cash", transactionId: "1", metadata: {} };
    expect(
      await staff.ask(
        "mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { ... on Order { state } ... on ErrorResult { message } } }",
        { input: byHand },
      ),
    ).toEqual({ state: "PaymentSettled" });
  });
}
