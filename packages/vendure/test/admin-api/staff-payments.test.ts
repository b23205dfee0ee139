import type { FaultInput } from "@pay-index/sandbox";
import { Order, OrderService, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import { createSqljsDatabase } from "../conformance/test-database.mts";
import { createContext, readOrderRecord, sellProduct } from "../shop/catalog-and-orders.mts";
import { StaffMember } from "../shop/staff-member.mts";
import { openTestShop, type TestShop } from "../shop/test-shop.mts";

const reviewItemFields = "id kind attemptId evidence";
const paymentFields = `state placedAt attempts { attemptId number variant state amount currencyCode timeline { source text phrases { id values } } }
  reviewItems { item { ${reviewItemFields} } recommendedAction canRetry }`;
const readPayment = `query ($orderId: ID!) { payIndexPayment(orderId: $orderId) { ${paymentFields} } }`;
const readQueue = `query ($kind: PayIndexReviewKind) {
  payIndexReviewItems(options: { kind: $kind, take: 1000 }) { items { item { ${reviewItemFields} } orderCode orderId } } }`;
const resolveReviewItem = `mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { ${paymentFields} } }`;
const retryReviewItem = `mutation ($orderId: ID!, $id: String!) { retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome problem payment { ${paymentFields} } } }`;

let stage: TestShop;
let staff: StaffMember;
let tea: string;
beforeAll(async () => {
  stage = await openTestShop({ place: await createSqljsDatabase() });
  await createChannels(stage.app, [{ tenant: "north", id: "1", key: "1" }]);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  staff = await StaffMember.signIn(stage.origin);
}, 120_000);
afterAll(() => stage?.close());

/** An order that the gateway says is paid, with whatever goes wrong. */
async function createPaidOrder(faults: FaultInput[] = []) {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, faults);
  await stage.paid(code);
  return { code, attemptId, orderId: await orderIdOf(code) };
}

const readReviewItems = async (variables: object = {}, headers: Record<string, string> = {}) =>
  (await staff.ask(readQueue, variables, headers)).items;

async function orderIdOf(code: string): Promise<string> {
  const ctx = await createContext(stage.app);
  const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
  return String((await orders.findOneByOrFail({ code })).id);
}

const wrongAmountFault: FaultInput[] = [{ kind: "wrong_amount", trueAmount: "1.00" }];

test("staff read what the gateway does not support, and the manual procedure (B-46)", async () => {
  const capabilities = await staff.ask("{ payIndexCapabilities { name supported instead } }");
  expect(capabilities).toHaveLength(9);
  expect(capabilities).toContainEqual({
    name: "REFUND",
    supported: false,
    instead: expect.stringContaining("record the refund here"),
  });
});

test("without the option operations.query, the gateway cannot be asked", async () => {
  const ask = "mutation { queryPayIndexAttempts(attemptIds: []) { outcome } }";
  await expect(staff.ask(ask)).rejects.toThrow("set the plugin's option operations.query");
  await expect(staff.ask(ask, {}, { "accept-language": "zh" })).rejects.toThrow("此商店不查询网关");
});

test("staff read in plain language how an order was paid", async () => {
  const { orderId, attemptId } = await createPaidOrder();
  expect(await staff.ask(readPayment, { orderId })).toEqual({
    state: "PAID",
    placedAt: expect.any(String),
    reviewItems: [],
    attempts: [
      {
        attemptId,
        number: 1,
        variant: "hosted",
        state: "PAID",
        amount: "19.99",
        currencyCode: "USD",
        timeline: [
          {
            source: "SHOP",
            text: expect.stringContaining("Attempt 1 started"),
            phrases: [{ id: "started", values: expect.objectContaining({ variant: "hosted" }) }],
          },
          { source: "RESPONSE", text: expect.any(String), phrases: [{ id: "redirected", values: {} }] },
          {
            source: "NOTIFICATION",
            text: expect.stringContaining("confirmed 19.99 USD paid"),
            phrases: [
              { id: "confirmed", values: expect.objectContaining({ amount: "19.99", currency: "USD" }) },
            ],
          },
        ],
      },
    ],
  });
});

test("an order without attempts has an empty payment, and an unknown order has none", async () => {
  const buyer = stage.buyer();
  const { code } = await buyer.add(tea);
  const ctx = await createContext(stage.app);
  const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
  const { id } = await orders.findOneByOrFail({ code });
  expect(await staff.ask(readPayment, { orderId: String(id) })).toMatchObject({
    state: "NONE",
    attempts: [],
  });
  expect(await staff.ask(readPayment, { orderId: "999999" })).toBeNull();
});

test("a mismatch is an item with evidence and one recommendation, and dismissing it stores the user", async () => {
  const { code, orderId, attemptId } = await createPaidOrder(wrongAmountFault);
  const { reviewItems } = await staff.ask(readPayment, { orderId });
  expect(reviewItems).toEqual([
    {
      item: {
        id: expect.stringContaining(attemptId),
        kind: "AMOUNT_MISMATCH",
        attemptId,
        evidence: expect.stringContaining("1.00 USD paid"),
      },
      recommendedAction: "RECORD_REFUND",
      canRetry: false,
    },
  ]);
  const queued = { item: reviewItems[0].item, orderCode: code, orderId };
  expect(await readReviewItems()).toContainEqual(queued);
  expect(await readReviewItems({ kind: "AMOUNT_MISMATCH" })).toContainEqual(queued);
  expect(await readReviewItems({ kind: "PAID_TWICE" })).toEqual([]);

  const about = { orderId, attemptId, reviewItemId: reviewItems[0].item.id };
  const input = { ...about, action: "DISMISS", note: "Given back: statement 7." };
  const after = await staff.ask(resolveReviewItem, { input });
  await expect(staff.ask(resolveReviewItem, { input })).rejects.toThrow(
    "This review item is no longer open. Reload the page to see how it was resolved.",
  );
  expect(after).toMatchObject({ state: "CLOSED", reviewItems: [] });
  expect(after.attempts[0].timeline.at(-1)).toMatchObject({
    source: "OPERATOR",
    text: "1 (Super Admin) dismissed the payment: Given back: statement 7.",
  });
  expect(await readReviewItems({ kind: "AMOUNT_MISMATCH" })).not.toContainEqual(queued);
});

test("an order is placed after staff accept it with proof", async () => {
  const { code, orderId, attemptId } = await createPaidOrder(wrongAmountFault);
  const input = { orderId, attemptId, action: "ACCEPT", note: "The rest came by wire." };
  expect(await staff.ask(resolveReviewItem, { input })).toMatchObject({
    state: "PAID",
    placedAt: expect.any(String),
    reviewItems: [],
  });
  expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
});

test("an action without a note, or about another order's payment, is refused and records nothing", async () => {
  const one = await createPaidOrder(wrongAmountFault);
  const other = await createPaidOrder();
  const before = await staff.ask(readPayment, one);
  const ask = (input: object) =>
    staff.ask(resolveReviewItem, { input: { ...one, code: undefined, ...input } });
  await expect(ask({ action: "DISMISS", note: " \n" })).rejects.toThrow("Reason: must not be empty");
  await expect(ask({ action: "DISMISS", note: "x".repeat(2001) })).rejects.toThrow("2000");
  const strange = ask({ attemptId: other.attemptId, action: "DISMISS", note: "Mine." });
  await expect(strange).rejects.toThrow("This order has no attempt with this gateway order ID.");
  await expect(ask({ orderId: "999999", action: "DISMISS", note: "?" })).rejects.toThrow();
  expect(await staff.ask(readPayment, one)).toEqual(before);
});

test("a recorded refund is recommended for a cancelled order, and a retry returns that it failed (D7)", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const orderId = await orderIdOf(code);
  const ctx = await createContext(stage.app);
  const cancel = stage.app.get(OrderService).cancelOrder.bind(stage.app.get(OrderService));
  await stage.app.get(TransactionalConnection).withTransaction(ctx, (tx) => cancel(tx, { orderId }));
  await stage.paid(code);
  const [{ item: found, recommendedAction, canRetry }] = (await staff.ask(readPayment, { orderId }))
    .reviewItems;
  expect([found.kind, recommendedAction, canRetry]).toEqual(["ORDER_NOT_PLACED", "RECORD_REFUND", false]);
  expect(await staff.ask(retryReviewItem, { orderId, id: found.id })).toMatchObject({
    outcome: "FAILED",
    problem: "The order was cancelled.",
  });
});

test("an item can be retried by the code of its order", async () => {
  const { orderId } = await createPaidOrder([{ kind: "corrupt_sign" }]);
  const other = await createPaidOrder();
  const [{ item: found, recommendedAction, canRetry }] = (await staff.ask(readPayment, { orderId }))
    .reviewItems;
  expect([found.kind, recommendedAction, canRetry]).toEqual(["NOT_VERIFIED", "RETRY", true]);
  expect(await staff.ask(retryReviewItem, { orderId: other.orderId, id: found.id })).toMatchObject({
    outcome: "NOT_RUN",
    problem: null,
  });
  const { outcome, payment: after } = await staff.ask(retryReviewItem, { orderId, id: found.id });
  expect(outcome).toBe("FAILED");
  expect(after.reviewItems[0].item).toMatchObject({ id: found.id });
  expect(after.attempts[0].timeline.map(({ text }: { text: string }) => text)).toContain(
    "1 (Super Admin) retried the review item not-verified.",
  );
});

test("staff of another channel see neither the order nor its items", async () => {
  const { orderId, attemptId } = await createPaidOrder(wrongAmountFault);
  const north = { "vendure-token": "north" };
  expect(await staff.ask(readPayment, { orderId }, north)).toBeNull();
  expect(await readReviewItems({}, north)).toEqual([]);
  const input = { orderId, attemptId, action: "DISMISS", note: "Not mine." };
  await expect(staff.ask(resolveReviewItem, { input }, north)).rejects.toThrow();
});
