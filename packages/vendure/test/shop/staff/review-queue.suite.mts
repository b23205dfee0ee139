import type { FaultInput } from "@pay-index/sandbox";
import { expect, test } from "vitest";
import { countQueries } from "../count-queries.mts";
import type { StaffMember } from "../staff-member.mts";
import type { TestShop } from "../test-shop.mts";

const readQueue = `query ($options: PayIndexReviewItemListOptions) { payIndexReviewItems(options: $options) {
  items { item { id kind } orderCode orderId amount currencyCode order { code totalWithTax currencyCode
    buyer { name emailAddress phoneNumber } lines { name sku quantity } } }
  totalItems counts { kind count } } }`;
const resolveReviewItems =
  "mutation ($input: ResolvePayIndexReviewItemsInput!) { resolvePayIndexReviewItems(input: $input) { id problem } }";
const retryReviewItems =
  "mutation ($ids: [String!]!) { retryPayIndexReviewItems(ids: $ids) { id outcome problem } }";

const north = { "vendure-token": "north" };

/** What staff see of the review items of all orders, and do to several at once. */
export function reviewQueueSuite(shop: () => TestShop): void {
  const queue = (options: object = {}, headers: Record<string, string> = {}, staff = shop().staff) =>
    staff.ask(readQueue, { options }, headers);
  const idOf = ({ item }: { item: { id: string } }) => item.id;
  const resolve = (input: object, headers?: Record<string, string>) =>
    shop().staff.ask(
      resolveReviewItems,
      { input: { action: "DISMISS", note: "Given back.", ...input } },
      headers,
    );

  /** The open review item of a new order. */
  async function openItem(kind: FaultInput["kind"] = "wrong_amount", quantity = 1) {
    const fault = kind === "wrong_amount" ? { kind, trueAmount: "1.00" } : { kind };
    const { code } = await shop().payOrder({ faults: [fault as FaultInput], quantity });
    const { items } = await queue({ search: code });
    return items[0];
  }

  test("a review item has the amount, the buyer and the goods of its order", async () => {
    const { orderCode, order, ...about } = await openItem("wrong_amount", 2);
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
    for (let left = 3; left > 0; left--) await openItem();
    const one = await countQueries(shop().app, () => queue({ take: 1 }));
    const three = await countQueries(shop().app, () => queue({ take: 3 }));
    expect(one.count).toBeGreaterThan(0);
    expect(three.count).toBe(one.count);
    expect(three.result.items).toHaveLength(3);
  });

  test("the queue has pages, a filter by kind, and a search by the buyer's e-mail", async () => {
    const [first, second] = [await openItem(), await openItem("corrupt_sign")];
    const { totalItems, counts } = await queue();
    const page = await queue({ skip: totalItems - 1, take: 1 });
    expect([page.items.map(idOf), page.totalItems]).toEqual([[idOf(second)], totalItems]);
    const ofKind = await queue({ kind: "NOT_VERIFIED", take: 1000 });
    expect(ofKind.items.map(idOf)).toContain(idOf(second));
    expect(ofKind.items.map(idOf)).not.toContain(idOf(first));
    expect(ofKind.counts).toEqual(counts);
    expect((await queue({ search: " ADA@example ", take: 1000 })).items.map(idOf)).toContain(idOf(first));
    expect(await queue({ search: "nobody@example.com" })).toMatchObject({ items: [], totalItems: 0 });
    for (const options of [{ take: -1 }, { skip: -1 }])
      await expect(queue(options)).rejects.toThrow("must not be negative");
    await expect(queue({ take: 100_000 })).rejects.toThrow("Cannot take more than 1000");
  });

  test("only staff who may read orders can read, or search by, the buyer's data", async () => {
    const { orderCode } = await openItem();
    const asked = async (staff: StaffMember, search: string) => (await queue({ search }, {}, staff)).items;
    const clerk = await shop().staffWith(["ReadPayIndexPayment"]);
    expect(await asked(clerk, orderCode)).toMatchObject([{ orderCode, order: null }]);
    expect(await asked(clerk, "ada@")).toEqual([]);
    const reader = await shop().staffWith(["ReadPayIndexPayment", "ReadOrder"]);
    expect(await asked(reader, "ada@")).not.toEqual([]);
  });

  test("staff of another channel have neither the items nor their counts, and cannot resolve them", async () => {
    const found = await openItem();
    for (const search of ["", "ada@"])
      expect(await queue({ search }, north)).toEqual({ items: [], totalItems: 0, counts: [] });
    const ids = [idOf(found)];
    expect(await resolve({ ids }, north)).toEqual([
      { id: ids[0], problem: expect.stringContaining("no longer open") },
    ]);
    expect(await shop().staff.ask(retryReviewItems, { ids }, north)).toMatchObject([{ outcome: "NOT_RUN" }]);
    expect((await queue({ search: found.orderCode })).items).toHaveLength(1);
  });

  test("review items of one kind are dismissed together, and one that is resolved is named and stops no other", async () => {
    const ids = [idOf(await openItem()), idOf(await openItem())];
    expect(await resolve({ ids })).toEqual(ids.map((id) => ({ id, problem: null })));
    const more = idOf(await openItem());
    expect(await resolve({ ids: [ids[0], more] })).toEqual([
      { id: ids[0], problem: expect.stringContaining("no longer open") },
      { id: more, problem: null },
    ]);
  });

  test("review items of one kind are retried together, and each has its outcome", async () => {
    const ids = [idOf(await openItem("corrupt_sign")), idOf(await openItem("corrupt_sign"))];
    const problem = expect.stringContaining("notifications verify now");
    expect(await shop().staff.ask(retryReviewItems, { ids: [...ids, "gone"] })).toEqual([
      ...ids.map((id) => ({ id, outcome: "FAILED", problem })),
      { id: "gone", outcome: "NOT_RUN", problem: null },
    ]);
  });

  test("an invalid action for several items is refused with a text, and resolves no item", async () => {
    const [found, other] = [await openItem(), await openItem("corrupt_sign")];
    const id = idOf(found);
    await expect(resolve({ ids: [id], note: " " })).rejects.toThrow("Reason: must not be empty");
    await expect(resolve({ ids: [] })).rejects.toThrow("Name 1 to 100 review items");
    await expect(resolve({ ids: [id, id] })).rejects.toThrow("each only once");
    await expect(resolve({ ids: [id, idOf(other)] })).rejects.toThrow("of one kind");
    await expect(resolve({ ids: [id], action: "RECORD_REFUND" })).rejects.toThrow("PayIndexBulkAction");
    expect((await queue({ search: found.orderCode })).items).toHaveLength(1);
  });
}
