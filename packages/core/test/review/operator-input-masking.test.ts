import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { Operator } from "../../src/index.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { CancelShop } from "./cancel-shop.ts";

const card = "4111 1111 1111 1111";
const note = `Buyer ada@example.com, card ${card}`;
const operator = { id: "user_7", name: `Ada ${card} ada@example.com` };

/** A paid attempt whose order was not placed, and all that is stored about it as text. */
async function unplaced() {
  const store = new MemoryStore();
  const shop = new TestShop({}, store);
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
  const sale = hostedSaleInput();
  await shop.gateway.start(sale);
  await shop.notify();
  const [item] = await shop.gateway.reviewItems();
  if (item === undefined) throw new Error("There is no review item.");
  const attemptId = item.attemptId;
  const stored = async () => JSON.stringify((await store.findAttempt(attemptId))?.facts);
  return { shop, item, attemptId, stored };
}

async function expectMasked(stored: () => Promise<string | undefined>): Promise<void> {
  const facts = await stored();
  expect(facts).toContain("[digits]");
  expect(facts).toContain("[e-mail]");
  expect(facts).not.toMatch(/1111|ada@example/);
}

describe("a card number or an e-mail address in the note or the name is not stored", () => {
  test("by an operator action", async () => {
    const { shop, item, attemptId, stored } = await unplaced();
    const action = "dismiss";
    await shop.gateway.resolveReviewItem({ attemptId, reviewItemId: item.id, action, operator, note });
    await expectMasked(stored);
    expect(await stored()).toContain("Buyer [e-mail], card [digits]");
  });

  test("by an action for several items", async () => {
    const { shop, item, attemptId, stored } = await unplaced();
    const reviewItems = [{ attemptId, reviewItemId: item.id }];
    await shop.gateway.resolveReviewItems({ reviewItems, action: "dismiss", operator, note });
    await expectMasked(stored);
  });

  test("by a retry", async () => {
    const { shop, item, stored } = await unplaced();
    await shop.gateway.retryReviewItem(item.id, { operator });
    await expectMasked(stored);
  });

  test("by a replay", async () => {
    const store = new MemoryStore();
    const shop = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
    await shop.notify();
    const attemptId = shop.lastForm.get("pay_orderid") ?? "";
    await shop.gateway.replay({ attemptId, operator });
    await expectMasked(async () => JSON.stringify((await store.findAttempt(attemptId))?.facts));
  });

  test("by a cancellation", async () => {
    const shop = await CancelShop.paid();
    await shop.cancel(operator);
    expect((await shop.timeline())[0]).toBe(
      "user_7 (Ada [digits] [e-mail]) asked to cancel the subscription.",
    );
  });
});

test("a note that the mask makes longer is stored with at most 2000 characters", async () => {
  const { shop, item, attemptId, stored } = await unplaced();
  const long = "a@b.co ".repeat(285);
  const action = "dismiss";
  await shop.gateway.resolveReviewItem({ attemptId, reviewItemId: item.id, action, operator, note: long });
  expect(await stored()).toContain("[e-mail] [e-mail]");
  expect((await shop.gateway.status({ reference: "order-1" })).attempts).toHaveLength(1);
});

test.each(["", " \n\t", undefined])("the note %j is no reason: nothing is stored", async (without) => {
  const { shop, item, attemptId, stored } = await unplaced();
  const before = await stored();
  const reviewItem = { attemptId, reviewItemId: item.id };
  const action = { action: "dismiss", operator, note: without as string } as const;
  for (const refused of [
    shop.gateway.resolveReviewItem({ ...reviewItem, ...action }),
    shop.gateway.resolveReviewItems({ reviewItems: [reviewItem], ...action }),
  ])
    await expect(refused).rejects.toMatchObject({
      code: "resolution_invalid",
      problems: [{ path: "note", message: expect.stringMatching(/^(is required|must not be empty)/) }],
    });
  expect(await stored()).toBe(before);
});

test("a note is stored without the spaces around it", async () => {
  const { shop, item, attemptId, stored } = await unplaced();
  const action = { action: "dismiss", operator, note: "  Sold out.\n" } as const;
  await shop.gateway.resolveReviewItem({ attemptId, reviewItemId: item.id, ...action });
  expect(await stored()).toContain('"note":"Sold out."');
});

test.each(["ada@example.com", "4111111111111111", "card-4111-1111-1111-1111"])(
  "the operator id %s is refused, and nothing is stored",
  async (id) => {
    const { shop, item, attemptId, stored } = await unplaced();
    const before = await stored();
    const by: Operator = { id };
    const action = "dismiss";
    for (const use of [
      () => shop.gateway.resolveReviewItem({ attemptId, reviewItemId: item.id, action, operator: by, note }),
      () => shop.gateway.retryReviewItem(item.id, { operator: by }),
    ])
      await expect(use()).rejects.toMatchObject({
        code: "resolution_invalid",
        problems: [{ path: "operator.id", message: expect.stringContaining("pass the id of the account") }],
      });
    expect(await stored()).toBe(before);
    const cancelled = (await CancelShop.paid()).cancel(by);
    await expect(cancelled).rejects.toMatchObject({ code: "resolution_invalid" });
  },
);

test.each([
  "user_01K9ABCDEFGH1234567890JKMN",
  "3f0c2a8e-5b1d-4c7e-9a60-411111111111",
  "17",
  "1234567890123456789",
  "apk_01K9",
  "ada@tenant",
])("the operator id %s is accepted", async (id) => {
  const { shop, item } = await unplaced();
  expect(await shop.gateway.retryReviewItem(item.id, { operator: { id } })).toMatchObject({
    outcome: "failed",
  });
});
