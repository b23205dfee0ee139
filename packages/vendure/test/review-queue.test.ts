import { englishStaffTexts } from "@pay-index/core/staff";
import type { FaultInput } from "@pay-index/sandbox";
import { Kind } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";
import { createChannels } from "./conformance/channels.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { createContext, sellProduct } from "./shop/catalog-and-orders.mts";
import { countQueries } from "./shop/count-queries.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// What staff see of all orders, and do to several review items at once, on a real Vendure.

const readQueue = `query ($options: PayIndexReviewItemListOptions) { payIndexReviewItems(options: $options) {
  items { item { id kind attemptId } orderCode amount currencyCode order { code totalWithTax currencyCode
    buyer { name emailAddress phoneNumber } lines { name sku quantity } } }
  totalItems counts { kind count } } }`;
const resolveReviewItems =
  "mutation ($input: ResolvePayIndexReviewItemsInput!) { resolvePayIndexReviewItems(input: $input) { id problem } }";
const retryReviewItems =
  "mutation ($ids: [String!]!) { retryPayIndexReviewItems(ids: $ids) { id outcome problem } }";

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

const wrongAmountFault: FaultInput[] = [{ kind: "wrong_amount", trueAmount: "1.00" }];
const badSignatureFault: FaultInput[] = [{ kind: "corrupt_sign" }];

interface ReviewItemRef {
  readonly item: { readonly id: string; readonly kind: string; readonly attemptId: string };
  readonly orderCode: string;
  readonly order: object | null;
}

async function openReviewItemByFault(faults: FaultInput[], quantity = 1): Promise<ReviewItemRef> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea, quantity);
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, faults);
  await stage.paid(code);
  const { items } = await queue({ search: code });
  return items[0];
}

const queue = (options: object = {}, headers: Record<string, string> = {}) =>
  staff.ask(readQueue, { options }, headers);
const reviewItemIdOf = ({ item }: ReviewItemRef) => item.id;

async function withPermissions(...permissions: string[]): Promise<StaffMember> {
  const name = permissions.join("-").toLowerCase();
  return member({ name, email: `${name}@shop.example` }, permissions);
}

async function member(
  { name, email }: { readonly name: string; readonly email: string },
  permissions: readonly string[],
): Promise<StaffMember> {
  const code = email.split("@")[0];
  const role = "mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }";
  const { id } = await staff.ask(role, { input: { code, description: code, permissions } });
  const person = { firstName: name, lastName: "", emailAddress: email, password: "correct horse" };
  await staff.ask(
    "mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }",
    { input: { ...person, roleIds: [id] } },
  );
  return StaffMember.signIn(stage.origin, person.emailAddress, person.password);
}

test("the API has every kind of review item that core has", () => {
  const kinds = adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === "PayIndexReviewKind"
      ? (node.values ?? []).map(({ name }) => name.value.toLowerCase().replaceAll("_", "-"))
      : [],
  );
  expect(kinds.toSorted()).toEqual(Object.keys(englishStaffTexts.reviewItems).toSorted());
});

test("a review item has the amount, the buyer and the goods of its order", async () => {
  const { orderCode, order, ...about } = await openReviewItemByFault(wrongAmountFault, 2);
  // The charge that the item is about, which is not the order's total.
  expect(about).toMatchObject({ amount: 100, currencyCode: "USD" });
  expect(order).toEqual({
    code: orderCode,
    totalWithTax: 3998,
    currencyCode: "USD",
    buyer: { name: "Ada Lovelace", emailAddress: "ada@example.com", phoneNumber: "5550100" },
    lines: [{ name: "Tea", sku: expect.any(String), quantity: 2 }],
  });
});

test("a page of the queue has the same number of queries for any number of items", async () => {
  for (let left = 3; left > 0; left--) await openReviewItemByFault(wrongAmountFault);
  const one = await countQueries(stage.app, () => queue({ take: 1 }));
  const four = await countQueries(stage.app, () => queue({ take: 4 }));
  expect(one.count).toBeGreaterThan(0);
  expect(four.count).toBe(one.count);
  expect(four.result.items).toHaveLength(4);
});

test("the queue has pages, a filter by kind, and a count of each kind", async () => {
  const first = await openReviewItemByFault(wrongAmountFault);
  const second = await openReviewItemByFault(badSignatureFault);
  const all = await queue();
  const { totalItems, counts } = all;
  expect(all.items.slice(-2).map(reviewItemIdOf)).toEqual([reviewItemIdOf(first), reviewItemIdOf(second)]);
  expect(totalItems).toBe(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0));
  const page = await queue({ skip: totalItems - 1, take: 1 });
  expect([page.items.map(reviewItemIdOf), page.totalItems]).toEqual([[reviewItemIdOf(second)], totalItems]);
  const ofKind = await queue({ kind: "NOT_VERIFIED" });
  expect(ofKind.items.map(reviewItemIdOf)).toContain(reviewItemIdOf(second));
  expect(ofKind.items.map(reviewItemIdOf)).not.toContain(reviewItemIdOf(first));
  expect(ofKind.counts).toEqual(counts);
  expect(counts).toContainEqual({ kind: "NOT_VERIFIED", count: ofKind.totalItems });
});

test("a review item is found by order code, by gateway order ID, and by the buyer's e-mail", async () => {
  const found = await openReviewItemByFault(wrongAmountFault);
  for (const search of [found.orderCode.toLowerCase(), found.item.attemptId])
    expect((await queue({ search })).items.map(reviewItemIdOf)).toEqual([reviewItemIdOf(found)]);
  expect((await queue({ search: " ADA@example ", take: 1000 })).items.map(reviewItemIdOf)).toContain(
    reviewItemIdOf(found),
  );
  expect(await queue({ search: "nobody@example.com" })).toMatchObject({ items: [], totalItems: 0 });
});

test("only staff who may read orders can read, or search by, the buyer's data", async () => {
  const found = await openReviewItemByFault(wrongAmountFault);
  const clerk = await withPermissions("ReadPayIndexPayment");
  const seen = await clerk.ask(readQueue, { options: { search: found.orderCode } });
  expect(seen.items).toMatchObject([{ orderCode: found.orderCode, order: null }]);
  expect(await clerk.ask(readQueue, { options: { search: "ada@" } })).toMatchObject({ totalItems: 0 });
  const reader = await withPermissions("ReadPayIndexPayment", "ReadOrder");
  expect(await reader.ask(readQueue, { options: { search: "ada@" } })).not.toMatchObject({ totalItems: 0 });
});

test("the queue of a channel has neither items nor counts of another channel", async () => {
  await openReviewItemByFault(wrongAmountFault);
  const north = { "vendure-token": "north" };
  for (const search of ["", "ada@"])
    expect(await queue({ search }, north)).toEqual({ items: [], totalItems: 0, counts: [] });
});

test.each([
  [{ take: -1 }, "skip and take must not be negative."],
  [{ skip: -1 }, "skip and take must not be negative."],
  [{ take: 100_000 }, "Cannot take more than 1000 results from a list query"],
])("a page of %o is refused with a text", async (options, text) => {
  await expect(queue(options)).rejects.toThrow(text);
});

test("review items of one kind are dismissed together, and one that is resolved is named and stops no other", async () => {
  const items = [
    await openReviewItemByFault(wrongAmountFault),
    await openReviewItemByFault(wrongAmountFault),
  ];
  const ids = items.map(reviewItemIdOf);
  const input = { ids, action: "DISMISS", note: "Given back: statement 7." };
  expect(await staff.ask(resolveReviewItems, { input })).toEqual(ids.map((id) => ({ id, problem: null })));
  for (const { orderCode } of items) expect(await queue({ search: orderCode })).toMatchObject({ items: [] });
  const more = await openReviewItemByFault(wrongAmountFault);
  const again = { ...input, ids: [ids[0], reviewItemIdOf(more)] };
  expect(await staff.ask(resolveReviewItems, { input: again })).toEqual([
    {
      id: ids[0],
      problem: "This review item is no longer open. Reload the page to see how it was resolved.",
    },
    { id: reviewItemIdOf(more), problem: null },
  ]);
});

test("review items of one kind are retried together, and each has its outcome", async () => {
  const ids = [
    reviewItemIdOf(await openReviewItemByFault(badSignatureFault)),
    reviewItemIdOf(await openReviewItemByFault(badSignatureFault)),
  ];
  const problem = expect.stringContaining("notifications verify now");
  expect(await staff.ask(retryReviewItems, { ids: [...ids, "gone"] })).toEqual([
    ...ids.map((id) => ({ id, outcome: "FAILED", problem })),
    { id: "gone", outcome: "NOT_RUN", problem: null },
  ]);
});

test("staff of another channel cannot resolve the items", async () => {
  const found = await openReviewItemByFault(wrongAmountFault);
  const north = { "vendure-token": "north" };
  const input = { ids: [reviewItemIdOf(found)], action: "DISMISS", note: "Not mine." };
  const gone = {
    id: reviewItemIdOf(found),
    problem: "This review item is no longer open. Reload the page to see how it was resolved.",
  };
  expect(await staff.ask(resolveReviewItems, { input }, north)).toEqual([gone]);
  expect(await staff.ask(retryReviewItems, { ids: [reviewItemIdOf(found)] }, north)).toMatchObject([
    { outcome: "NOT_RUN" },
  ]);
  expect((await queue({ search: found.orderCode })).items).toHaveLength(1);
});

test("an invalid action for several items is refused with a text, and resolves no item", async () => {
  const found = await openReviewItemByFault(wrongAmountFault);
  const other = await openReviewItemByFault(badSignatureFault);
  const id = reviewItemIdOf(found);
  const input = { ids: [id], action: "DISMISS", note: "Seen." };
  const ask = (more: object) => staff.ask(resolveReviewItems, { input: { ...input, ...more } });
  await expect(ask({ note: " " })).rejects.toThrow("Reason: must not be empty");
  await expect(ask({ ids: [] })).rejects.toThrow("Name 1 to 100 review items");
  await expect(ask({ ids: [id, id] })).rejects.toThrow("each only once");
  await expect(ask({ ids: [id, reviewItemIdOf(other)] })).rejects.toThrow("of one kind");
  await expect(ask({ action: "RECORD_REFUND" })).rejects.toThrow("PayIndexBulkAction");
  await expect(staff.ask(retryReviewItems, { ids: Array(101).fill(id) })).rejects.toThrow("Name 1 to 100");
  expect((await queue({ search: found.orderCode })).items).toHaveLength(1);
});

test("the timeline names staff without a name by their e-mail address", async () => {
  const { item, orderCode } = await openReviewItemByFault(wrongAmountFault);
  const email = "nameless@shop.example";
  const person = await member({ name: "", email }, ["ReadPayIndexPayment", "UpdatePayIndexPayment"]);
  await person.ask(resolveReviewItems, { input: { ids: [item.id], action: "DISMISS", note: "Given back." } });
  const find =
    "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }";
  const [{ id }] = (await staff.ask(find, { code: orderCode })).items;
  const paymentQuery =
    "query ($id: ID!) { payIndexPayment(orderId: $id) { attempts { timeline { text } } } }";
  const { attempts } = await staff.ask(paymentQuery, { id });
  expect(attempts[0].timeline.at(-1)).toEqual({
    text: "nameless@shop.example dismissed the payment: Given back.",
  });
});

test("an order displays how many attempts it has, with who bought what", async () => {
  const { orderCode } = await openReviewItemByFault(wrongAmountFault);
  const ctx = await createContext(stage.app);
  expect(ctx).toBeDefined();
  const find =
    "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }";
  const [{ id }] = (await staff.ask(find, { code: orderCode })).items;
  const paymentQuery = `query ($id: ID!) { payIndexPayment(orderId: $id) { attemptCount order { code buyer { name } } } }`;
  expect(await staff.ask(paymentQuery, { id })).toEqual({
    attemptCount: 1,
    order: { code: orderCode, buyer: { name: "Ada Lovelace" } },
  });
});
