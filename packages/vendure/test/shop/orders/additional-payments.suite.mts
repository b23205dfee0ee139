import { describe, expect, test } from "vitest";
import type { Buyer } from "../buyer.mts";
import { createCustomer, draftOrder, readOrderRecord, sellProduct } from "../catalog-and-orders.mts";
import { StaffMember } from "../staff-member.mts";
import type { StartedOrder, TestShop } from "../test-shop.mts";

const move =
  "mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { ... on Order { state } ... on ErrorResult { message } } }";
const modify = `mutation ($input: ModifyOrderInput!) { modifyOrder(input: $input) { ... on Order { totalWithTax } ... on ErrorResult { message } } }`;
const payByHand = `mutation ($id: ID!) { addManualPaymentToOrder(input: { orderId: $id, method: "cash", transactionId: "7", metadata: {} }) { ... on Order { state } } }`;
const readLines = "query ($id: ID!) { order(id: $id) { lines { id quantity } } }";
const cancel = `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ... on Order { state } ... on ErrorResult { message } } }`;
const readStanding =
  "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed beingChecked } }";

/** What becomes due for an order that exists already. */
export function additionalPaymentsSuite(shop: () => TestShop): void {
  describe("an order that exists already", () => {
    const recordOf = (code: string) => readOrderRecord(shop().app, code);
    const staff = (text: string, variables: object) => shop().staff.ask(text, variables);
    const amountsOf = async (code: string) => (await recordOf(code)).payments.map(({ amount }) => amount);
    const sell = (price: number) => sellProduct(shop().app, { name: "Biscuits", price });

    /** Staff add goods to an order that was paid. The difference is due. */
    async function addGoods(orderId: string, price: number): Promise<void> {
      expect(await staff(move, { id: orderId, state: "Modifying" })).toEqual({ state: "Modifying" });
      const addItems = [{ productVariantId: await sell(price), quantity: 1 }];
      await staff(modify, { input: { dryRun: false, orderId, addItems } });
      const state = "ArrangingAdditionalPayment";
      expect(await staff(move, { id: orderId, state })).toEqual({ state });
    }
    const pay = ({ buyer, code }: Pick<StartedOrder, "buyer" | "code">, method = "hosted") =>
      buyer.start({ method, orderCode: code });
    const standing = (buyer: Buyer, code: string) => buyer.ask(readStanding, { code });

    test("is charged what each modification makes due, and moves on by itself", async () => {
      const order = await shop().payOrder();
      const { buyer, code, orderId } = order;
      for (const price of [900, 250]) {
        await addGoods(orderId, price);
        expect(await pay(order)).toMatchObject({ state: "REDIRECT" });
        expect(await standing(buyer, code)).toMatchObject({ state: "PENDING", placed: false });
        const attempt = await shop().control.orderDetails(await shop().attempt(code));
        const amount = (price / 100).toFixed(2);
        expect(attempt).toMatchObject({ amount, currency: "USD" });
        const [submitted] = attempt.timeline;
        if (submitted?.type !== "submitted") throw new Error("The timeline starts with the sale.");
        expect(JSON.parse(submitted.fields.pay_productname ?? "")).toMatchObject([
          { productName: `Order ${code}`, price: amount, quantity: "1" },
        ]);
        expect(await shop().paid(code)).toBe("200 OK");
        expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", active: false });
      }
      expect((await amountsOf(code)).sort()).toEqual([1999, 250, 900]);
      expect(await standing(buyer, code)).toEqual({ state: "PAID", placed: true, beingChecked: false });
      expect(await shop().problemsOf(code)).toEqual([]);
      // Vendure keeps an order in this state as long as one of its modifications is not paid.
      await staff(move, { id: orderId, state: "Modifying" });
      expect(await staff(move, { id: orderId, state: "PaymentSettled" })).toEqual({
        state: "PaymentSettled",
      });
      expect(await pay(order)).toMatchObject({ __typename: "OrderPaymentStateError" });
    });

    test("LINK-OPEN: is paid at a payment link for what is due, and has no link afterwards", async () => {
      const { code, orderId } = await shop().payOrder();
      await addGoods(orderId, 900);
      const { link } = (await shop().createLink(code)).body;
      expect(link).toMatchObject({ state: "open", amount: { amount: "9.00", currency: "USD" } });
      expect(await shop().openLink(link)).toBe(303);
      expect(await shop().paid(code)).toBe("200 OK");
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
      expect((await amountsOf(code)).sort()).toEqual([1999, 900]);
      expect(await shop().staff.desk(`order-links/${orderId}`)).toMatchObject({
        links: [{ state: "paid" }],
        due: null,
      });
    });

    test("is paid once if two staff take payment at the same moment, and a further charge is for staff", async () => {
      const order = await shop().payOrder();
      const { code, attemptId: first } = order;
      await addGoods(order.orderId, 900);
      const staffMembers = [shop().staff, await StaffMember.signIn(shop().origin)];
      const made = await Promise.all(staffMembers.map((each) => shop().createLink(code, each)));
      const [link, refusal] = made.toSorted((a, b) => a.status - b.status);
      expect([link?.status, refusal?.body.error]).toMatchObject([200, { code: "link_outdated" }]);
      const open = () => shop().openLink(link?.body.link);
      const [one, other] = await Promise.all([open(), open(), pay(order)]);
      expect([one, other]).toEqual([303, 303]);
      const { attempts } = await shop().status(code);
      const charges = attempts.filter(({ attemptId }) => attemptId !== first);
      // One of the link, whoever opens it, and perhaps one of the buyer.
      expect(charges.length).toBeLessThanOrEqual(2);
      for (const { attemptId } of charges) {
        await shop().control.resolve(attemptId, { outcome: "paid" });
        expect(await shop().control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
      }
      expect((await amountsOf(code)).sort()).toEqual([1999, 900]);
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
      const kinds = (await shop().problemsOf(code)).map(([kind]) => kind);
      expect(kinds).toEqual(charges.length === 2 ? ["paid-twice"] : []);
    });

    test("takes a card for what is due, and a part of it by the voucher first", async () => {
      const buyer = shop().buyer();
      const code = await buyer.isReadyToPay(await shop().tea());
      await buyer.ask(
        'mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename } }',
      );
      await buyer.start({ method: "hosted" });
      await shop().paid(code);
      const { id } = await staff(
        "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }",
        { code },
      ).then(({ items }) => items[0]);
      await addGoods(id, 900);
      expect((await shop().postCard(await pay({ buyer, code }, "card"))).status).toBe(303);
      const reported = await shop().control.nextDelivery(await shop().attempt(code));
      expect(reported).toMatchObject({ httpStatus: 200, reply: "OK" });
      expect((await amountsOf(code)).sort()).toEqual([1499, 500, 900]);
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled" });
    });

    test("that was paid in another way meanwhile moves on, and the payment at the gateway is for staff", async () => {
      const order = await shop().payOrder();
      await addGoods(order.orderId, 900);
      await pay(order);
      await staff(payByHand, { id: order.orderId });
      // Vendure leaves the order there, although nothing is due.
      expect(await recordOf(order.code)).toMatchObject({ state: "ArrangingAdditionalPayment" });
      expect(await pay(order)).toMatchObject({ state: "PAID", attemptId: null });
      expect(await recordOf(order.code)).toMatchObject({ state: "PaymentSettled" });
      await shop().paid(order.code);
      expect((await amountsOf(order.code)).sort()).toEqual([1999, 900]);
      expect(await shop().problemsOf(order.code)).toEqual([["order-not-placed", "order_placed"]]);
    });

    test("that costs less than was paid by then gets no payment", async () => {
      const order = await shop().payOrder({ quantity: 2 });
      await addGoods(order.orderId, 900);
      await pay(order);
      const { lines } = await staff(readLines, { id: order.orderId });
      const some = { orderId: order.orderId, lines: [{ orderLineId: lines[0].id, quantity: 1 }] };
      await staff(cancel, { input: some });
      await shop().paid(order.code);
      expect(await amountsOf(order.code)).toEqual([3998]);
      const checked = { state: "PAID", placed: false, beingChecked: true };
      expect(await standing(order.buyer, order.code)).toEqual(checked);
      expect(await shop().problemsOf(order.code)).toEqual([["order-not-placed", "order_changed"]]);
    });

    test("that staff cancelled gets no payment", async () => {
      const order = await shop().payOrder();
      await addGoods(order.orderId, 900);
      await pay(order);
      expect(await staff(cancel, { input: { orderId: order.orderId } })).toEqual({ state: "Cancelled" });
      await shop().paid(order.code);
      expect(await amountsOf(order.code)).toEqual([1999]);
      expect(await shop().problemsOf(order.code)).toEqual([["order-not-placed", "order_cancelled"]]);
      expect(await pay(order)).toMatchObject({ __typename: "OrderPaymentStateError" });
    });

    test("that staff drafted is paid by its customer, and by nobody else", async () => {
      const { customer, login } = await createCustomer(shop().app, "draft@example.com");
      const { id, code } = await draftOrder(shop().app, customer, [await shop().tea()]);
      const [buyer, stranger] = [shop().buyer(), await shop().signedIn("other@example.com")];
      await buyer.logIn(...login);
      expect(await pay({ buyer, code })).toMatchObject({ __typename: "OrderPaymentStateError" });
      await staff(move, { id: String(id), state: "ArrangingPayment" });
      expect(await pay({ buyer: stranger, code })).toMatchObject({ __typename: "NoActiveOrderError" });
      expect(await pay({ buyer, code })).toMatchObject({ state: "REDIRECT" });
      await shop().paid(code);
      expect(await recordOf(code)).toMatchObject({ state: "PaymentSettled", active: false, allocated: 1 });
      expect(await amountsOf(code)).toEqual([1999]);
    });
  });
}
