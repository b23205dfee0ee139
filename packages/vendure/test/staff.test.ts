import type { FaultInput } from "@pay-index/sandbox";
import { ChannelService, Order, OrderService, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChannels } from "./conformance/channels.mts";
import { sqljsPlace } from "./conformance/place.mts";
import { bookOf, contextOf, sell } from "./shop/books.mts";
import { Staff } from "./shop/staff.mts";
import { openStage, type Stage } from "./shop/stage.mts";

const item = "id kind orderNumber tries evidence";
const book = `state placedAt attempts { orderNumber attempt variant state amount currencyCode timeline { source text said { id values } } }
  items { item { ${item} } advised canRetry }`;
const readBook = `query ($orderId: ID!) { payIndexBook(orderId: $orderId) { ${book} } }`;
const readQueue = `query ($kind: PayIndexItemKind) {
  payIndexItems(options: { kind: $kind, take: 1000 }) { items { item { ${item} } orderCode orderId } } }`;
const decide = `mutation ($input: DecidePayIndexPaymentInput!) { decidePayIndexPayment(input: $input) { ${book} } }`;
const work = `mutation ($orderId: ID!, $id: String!) { workPayIndexItem(orderId: $orderId, id: $id) { worked outcome problem book { ${book} } } }`;

let stage: Stage;
let staff: Staff;
let tea: string;
beforeAll(async () => {
  stage = await openStage({ place: await sqljsPlace() });
  await openChannels(stage.app, [{ tenant: "north", id: "1", key: "1" }]);
  tea = await sell(stage.app, { name: "Tea", price: 1999 });
  staff = await Staff.signIn(stage.origin);
}, 120_000);
afterAll(() => stage?.close());

/** An order that the gateway says is paid, with whatever goes wrong. */
async function paid(faults: FaultInput[] = []) {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const orderNumber = await stage.attempt(code);
  await stage.desk.setFaults({ of: "order", orderNumber }, faults);
  await stage.paid(code);
  return { code, orderNumber, orderId: await idOf(code) };
}

const readItems = async (variables: object = {}, headers: Record<string, string> = {}) =>
  (await staff.ask(readQueue, variables, headers)).items;

async function idOf(code: string): Promise<string> {
  const ctx = await contextOf(stage.app);
  const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
  return String((await orders.findOneByOrFail({ code })).id);
}

const tooLittle: FaultInput[] = [{ kind: "wrong_amount", trueAmount: "1.00" }];

test("staff read how an order was paid, in plain words", async () => {
  const { orderId, orderNumber } = await paid();
  expect(await staff.ask(readBook, { orderId })).toEqual({
    state: "PAID",
    placedAt: expect.any(String),
    items: [],
    attempts: [
      {
        orderNumber,
        attempt: 1,
        variant: "hosted",
        state: "PAID",
        amount: "19.99",
        currencyCode: "USD",
        timeline: [
          {
            source: "SHOP",
            text: expect.stringContaining("Attempt 1 started"),
            said: [{ id: "started", values: expect.objectContaining({ variant: "hosted" }) }],
          },
          { source: "RESPONSE", text: expect.any(String), said: [{ id: "redirected", values: {} }] },
          {
            source: "NOTIFICATION",
            text: expect.stringContaining("confirmed 19.99 USD paid"),
            said: [
              { id: "confirmed", values: expect.objectContaining({ amount: "19.99", currency: "USD" }) },
            ],
          },
        ],
      },
    ],
  });
});

test("an order that never met the gateway has an empty book, and an unknown one has none", async () => {
  const buyer = stage.buyer();
  const { code } = await buyer.add(tea);
  const ctx = await contextOf(stage.app);
  const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
  const { id } = await orders.findOneByOrFail({ code });
  expect(await staff.ask(readBook, { orderId: String(id) })).toMatchObject({ state: "NONE", attempts: [] });
  expect(await staff.ask(readBook, { orderId: "999999" })).toBeNull();
});

test("a mismatch is an item with its evidence and one advice; closing it ends it, under the name of who did", async () => {
  const { code, orderId, orderNumber } = await paid(tooLittle);
  const { items } = await staff.ask(readBook, { orderId });
  expect(items).toEqual([
    {
      item: {
        id: expect.stringContaining(orderNumber),
        kind: "MISMATCH",
        orderNumber,
        tries: 0,
        evidence: expect.stringContaining("1.00 USD paid"),
      },
      advised: "REFUNDED",
      canRetry: false,
    },
  ]);
  const queued = { item: items[0].item, orderCode: code, orderId };
  expect(await readItems()).toContainEqual(queued);
  expect(await readItems({ kind: "MISMATCH" })).toContainEqual(queued);
  expect(await readItems({ kind: "PAID_TWICE" })).toEqual([]);

  const about = { orderId, orderNumber, item: items[0].item.id };
  const input = { ...about, action: "CLOSED", note: "Given back: statement 7." };
  const after = await staff.ask(decide, { input });
  await expect(staff.ask(decide, { input })).rejects.toThrow(
    "Nothing was changed.\n  This review item is no longer open. Reload the page to see how it was resolved.",
  );
  expect(after).toMatchObject({ state: "CLOSED", items: [] });
  expect(after.attempts[0].timeline.at(-1)).toMatchObject({
    source: "OPERATOR",
    text: "1 (Super Admin) closed the payment: Given back: statement 7.",
  });
  expect(await readItems({ kind: "MISMATCH" })).not.toContainEqual(queued);
});

test("what was paid and cannot be placed ends when its refund is recorded, and is not placed afterwards", async () => {
  const last = await sell(stage.app, { name: "The last cup", price: 900, stock: 1 });
  const buyers = [stage.buyer(), stage.buyer()];
  const codes: string[] = [];
  for (const buyer of buyers) {
    codes.push(await buyer.isReadyToPay(last));
    await buyer.start({ method: "hosted" });
  }
  for (const code of codes) await stage.paid(code);
  const code = codes[1] ?? "";
  const orderNumber = await stage.attempt(code);
  const orderId = await idOf(code);
  const [{ item: found }] = (await staff.ask(readBook, { orderId })).items;
  expect(found).toMatchObject({ kind: "PAID", evidence: expect.stringContaining("Not in stock") });
  const input = { orderId, orderNumber, item: found.id, note: "Given back: statement 9." };
  await expect(staff.ask(decide, { input: { ...input, action: "ACCEPTED" } })).rejects.toThrow(
    "refunded or closed",
  );
  const unnamed = { ...input, item: undefined, action: "REFUNDED" };
  expect((await staff.ask(decide, { input: unnamed })).items).toHaveLength(1);
  expect(await staff.ask(decide, { input: { ...input, action: "REFUNDED" } })).toMatchObject({
    state: "REFUNDED",
    placedAt: null,
    items: [],
  });
  expect(await staff.ask(work, { orderId, id: found.id })).toMatchObject({
    worked: false,
    outcome: "NOT_RUN",
    problem: null,
  });
  expect(await bookOf(stage.app, code)).toMatchObject({
    state: "ArrangingPayment",
    payments: [],
    allocated: 0,
  });
});

test("accepted with proof, the order is placed", async () => {
  const { code, orderId, orderNumber } = await paid(tooLittle);
  const input = { orderId, orderNumber, action: "ACCEPTED", note: "The rest came by wire." };
  expect(await staff.ask(decide, { input })).toMatchObject({
    state: "PAID",
    placedAt: expect.any(String),
    items: [],
  });
  expect(await bookOf(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
});

test("a decision without a ground, or about another order's payment, is refused and books nothing", async () => {
  const one = await paid(tooLittle);
  const other = await paid();
  const before = await staff.ask(readBook, one);
  const ask = (input: object) => staff.ask(decide, { input: { ...one, code: undefined, ...input } });
  await expect(ask({ action: "CLOSED", note: " \n" })).rejects.toThrow("the note must not be empty");
  await expect(ask({ action: "CLOSED", note: "x".repeat(2001) })).rejects.toThrow("2000");
  const strange = ask({ orderNumber: other.orderNumber, action: "CLOSED", note: "Mine." });
  await expect(strange).rejects.toThrow("This order has no such payment.");
  await expect(ask({ orderId: "999999", action: "CLOSED", note: "?" })).rejects.toThrow();
  expect(await staff.ask(readBook, one)).toEqual(before);
});

test("for a cancelled order, recording a refund is recommended, and a retry returns that it failed (D7)", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const orderId = await idOf(code);
  const ctx = await contextOf(stage.app);
  const cancel = stage.app.get(OrderService).cancelOrder.bind(stage.app.get(OrderService));
  await stage.app.get(TransactionalConnection).withTransaction(ctx, (tx) => cancel(tx, { orderId }));
  await stage.paid(code);
  const [{ item: found, advised, canRetry }] = (await staff.ask(readBook, { orderId })).items;
  expect([found.kind, advised, canRetry]).toEqual(["PAID", "REFUNDED", false]);
  expect(await staff.ask(work, { orderId, id: found.id })).toMatchObject({
    worked: true,
    outcome: "FAILED",
    problem: "The order was cancelled.",
  });
});

test("an item can be tried again, by the order it belongs to", async () => {
  const { orderId } = await paid([{ kind: "corrupt_sign" }]);
  const other = await paid();
  const [{ item: found, advised, canRetry }] = (await staff.ask(readBook, { orderId })).items;
  expect([found.kind, advised, canRetry]).toEqual(["NOT_VERIFIED", "WORK", true]);
  expect(await staff.ask(work, { orderId: other.orderId, id: found.id })).toMatchObject({
    worked: false,
    outcome: "NOT_RUN",
    problem: null,
  });
  const { worked, book: after } = await staff.ask(work, { orderId, id: found.id });
  expect(worked).toBe(true);
  expect(after.items[0].item).toMatchObject({ id: found.id, tries: 1 });
  expect(after.attempts[0].timeline.map(({ text }: { text: string }) => text)).toContain(
    "1 (Super Admin) retried the review item not-verified.",
  );
});

test("staff of another channel see neither the order nor its items", async () => {
  const { orderId, orderNumber } = await paid(tooLittle);
  const north = { "vendure-token": "north" };
  expect(await staff.ask(readBook, { orderId }, north)).toBeNull();
  expect(await readItems({}, north)).toEqual([]);
  const input = { orderId, orderNumber, action: "CLOSED", note: "Not mine." };
  await expect(staff.ask(decide, { input }, north)).rejects.toThrow();
});

test("what came last is found by its kind and by the channel of its order, however much waits before it", async () => {
  const { code, orderId } = await paid(tooLittle);
  const works = stage.app.get(TransactionalConnection).rawConnection.getRepository("pay_index_work");
  const [{ item: last }] = (await staff.ask(readBook, { orderId })).items;
  const row = await works.findOneByOrFail({ id: last.id });
  const before = { createdAt: new Date(0).toISOString(), kind: "cycle-missing" };
  const many = Array.from({ length: 1001 }, (_, index) => {
    const id = `missing-${index}`;
    return {
      ...row,
      id,
      createdAt: before.createdAt,
      record: JSON.stringify({ ...JSON.parse(row.record), id, ...before }),
    };
  });
  await works.insert(many);
  try {
    const found = await readItems({ kind: "MISMATCH" });
    expect(found).toContainEqual({ item: last, orderCode: code, orderId });
    const north = { "vendure-token": "north" };
    expect(await readItems({ kind: "MISMATCH" }, north)).toEqual([]);
    const ctx = await contextOf(stage.app);
    await stage.app.get(ChannelService).assignToChannels(ctx, Order, orderId, [2]);
    expect(await readItems({ kind: "MISMATCH" }, north)).toEqual([{ item: last, orderCode: code, orderId }]);
  } finally {
    await works.delete({ createdAt: before.createdAt });
  }
});
