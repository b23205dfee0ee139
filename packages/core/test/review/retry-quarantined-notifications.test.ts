import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { couldBeCardNumber } from "../../src/protocol/sale/card.ts";
import { readQuarantine } from "../fixtures/read-quarantine.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("after the key is corrected, retrying the item verifies the stored notification again (KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  await wrong.notify();
  expect(await wrong.itemKinds()).toEqual(["not-verified"]);
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
  expect(mended.placed).toHaveLength(1);
  expect(await mended.gateway.reviewItems()).toEqual([]);
});

test("notifications that verify on a retry are removed from the quarantine (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  for (let n = 0; n < 8; n++) await wrong.notify({ transaction_id: `t${n}` });
  expect(await readQuarantine(wrong)).toHaveLength(8);
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(await readQuarantine(mended)).toEqual([]);
  expect(await mended.itemKinds()).toEqual(Array(7).fill("paid-twice"));
  const [payment] = (await mended.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.filter(({ text }) => text.includes("refused"))).toEqual([]);
});

test("a repeated notification that verifies leaves the quarantine, and its item is resolved (NSIG-MISSING)", async () => {
  const shop = await startPayment();
  await shop.post(notificationFields(shop.lastForm));
  expect(await readQuarantine(shop)).toHaveLength(1);
  await shop.notify();
  expect(await readQuarantine(shop)).toEqual([]);
  expect(await shop.gateway.reviewItems()).toEqual([]);
});

test.each([
  [
    "staff ended it",
    (shop: TestShop, attemptId: string) =>
      shop.gateway.resolveReviewItem({
        attemptId,
        action: "dismiss",
        operator: exampleOperator,
        note: "A stranger.",
      }),
  ],
  [
    "it was verified again",
    async (shop: TestShop) => {
      const mended = new TestShop({}, shop.store);
      const [item] = await mended.gateway.reviewItems();
      await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator });
    },
  ],
] as const)(
  "messages that do not verify after %s open an item again, and the quarantine has room for them (NSIG-MISSING)",
  async (_, end) => {
    const shop = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }));
    const [attemptId = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const ask = async () => (await shop.itemKinds()).filter((kind) => kind === "not-verified");
    for (const episode of [1, 2, 3]) {
      for (let n = 0; n < 9; n++) await shop.notify({ returncode: "2", transaction_id: `t${episode}-${n}` });
      expect(await ask()).toEqual(["not-verified"]);
      expect((await readQuarantine(shop)).map(({ fields }) => fields.transaction_id)).toContain(
        `t${episode}-0`,
      );
      expect(await readQuarantine(shop)).toHaveLength(8);
      await end(shop, attemptId);
      expect(await ask()).toEqual([]);
    }
  },
);

test("a notification that staff dismissed as not verified does not prevent resolving a later item (NSIG-MISSING)", async () => {
  const store = new MemoryStore();
  const wrong = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  const attemptId = wrong.lastForm.get("pay_orderid") ?? "";
  const forged = { ...notificationFields(wrong.lastForm), transaction_id: "forged", sign: "0".repeat(32) };
  await wrong.post(forged);
  await wrong.gateway.resolveReviewItem({
    attemptId,
    action: "dismiss",
    operator: exampleOperator,
    note: "A stranger.",
  });
  await wrong.post(forged);
  expect(await wrong.gateway.reviewItems()).toEqual([]);
  await wrong.notify();
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
  expect(await mended.gateway.reviewItems()).toEqual([]);
  expect(await readQuarantine(mended)).toMatchObject([{ episode: 1, fields: { transaction_id: "forged" } }]);
});

test("notifications with long numeric IDs verify again after the key is corrected (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const keys = { merchants: [{ id: "10002", key: "wrong" }] };
  const wrong = new TestShop(keys, store);
  await wrong.gateway.start(minimalSales.subscription);
  const long = { transaction_id: "202603010000012345", payment_transaction_id: "9000000000000000001" };
  await wrong.notify({ ...long, payment_period_count: "1" });
  await wrong.notify({
    ...long,
    transaction_id: "1234567890123456789012",
    payment_period_count: "2",
    orderid: "20260401000000000077",
  });
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(mended.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await mended.gateway.reviewItems()).toEqual([]);
});

test("a sign whose digits resemble a card number verifies again (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await startPayment(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  const saysOf = (n: number) =>
    signFields({ ...notificationFields(wrong.lastForm), transaction_id: `t${n}` });
  const isLikeCard = (sign = "") => (sign.match(/\d{13,19}/g) ?? []).some(couldBeCardNumber);
  const odd = Array.from({ length: 20_000 }, (_, n) => saysOf(n)).find(({ sign }) => isLikeCard(sign));
  await wrong.post(odd ?? {});
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
});
