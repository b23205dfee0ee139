import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { CancelShop } from "./cancel-shop.ts";

const kind = "order-not-placed";
const card = "4111 1111 1111 1111";
const note = `Buyer ada@example.com, card ${card}`;
const operator = { id: "user_7", name: `Ada ${card} ada@example.com` };

/** A paid attempt whose order was not placed, and all that is stored about it as text. */
async function unplaced() {
  const shop = new TestShop();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
  await shop.gateway.start(hostedSaleInput());
  await shop.notify();
  const { id, attemptId } = await openItem(shop);
  const stored = async () => JSON.stringify((await shop.store.findAttempt(attemptId))?.facts);
  return { shop, id, attemptId, stored, items: [{ attemptId, reviewItemId: id }] };
}

type Unplaced = Awaited<ReturnType<typeof unplaced>>;

describe("a card number or an e-mail address in the note or the name is not stored", () => {
  test.each<[string, (given: Unplaced) => Promise<unknown>]>([
    ["an operator action", ({ shop }) => resolve(shop, "dismiss", { kind, operator, note })],
    [
      "an action for several items",
      ({ shop, items }) =>
        shop.gateway.resolveReviewItems({ reviewItems: items, action: "dismiss", operator, note }),
    ],
    ["a retry", ({ shop, id }) => shop.gateway.retryReviewItem(id, { operator })],
  ])("by %s", async (_, act) => {
    const given = await unplaced();
    await act(given);
    const facts = await given.stored();
    expect(facts).toContain("Ada [digits] [e-mail]");
    expect(facts).not.toMatch(/1111|ada@example/);
  });

  test("by a replay", async () => {
    const store = new MemoryStore();
    const shop = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
    await shop.notify();
    const attemptId = shop.lastForm.get("pay_orderid") ?? "";
    await shop.gateway.replay({ attemptId, operator });
    expect(JSON.stringify((await store.findAttempt(attemptId))?.facts)).toContain("Ada [digits] [e-mail]");
  });

  test("by a cancellation", async () => {
    const shop = await CancelShop.paid();
    await shop.cancel(operator);
    expect((await shop.timeline())[0]).toContain("user_7 (Ada [digits] [e-mail]) asked");
  });
});

test("a note is stored without the spaces around it, with at most 2000 characters after the mask", async () => {
  const { shop, stored } = await unplaced();
  await resolve(shop, "dismiss", { kind, note: `  ${"a@b.co ".repeat(285)}\n` });
  expect(await stored()).toContain('"note":"[e-mail] [e-mail]');
  expect((await shop.gateway.status({ reference: "order-1" })).attempts).toHaveLength(1);
});

test.each(["", " \n\t", undefined])("the note %j is no reason: nothing is stored", async (without) => {
  const { shop, stored, items } = await unplaced();
  const before = await stored();
  const action = { action: "dismiss", operator, note: without as string } as const;
  for (const refused of [
    resolve(shop, "dismiss", { kind, note: without as string }),
    shop.gateway.resolveReviewItems({ reviewItems: items, ...action }),
  ])
    await expect(refused).rejects.toMatchObject({
      code: "resolution_invalid",
      problems: [{ path: "note", message: expect.stringMatching(/^(is required|must not be empty)/) }],
    });
  expect(await stored()).toBe(before);
});

test.each(["3f0c2a8e-5b1d-4c7e-9a60-411111111111", "1234567890123456789", "ada@tenant"])(
  "the operator id %s is accepted",
  async (id) => {
    const { shop, id: item } = await unplaced();
    expect(await shop.gateway.retryReviewItem(item, { operator: { id } })).toMatchObject({
      outcome: "failed",
    });
  },
);
