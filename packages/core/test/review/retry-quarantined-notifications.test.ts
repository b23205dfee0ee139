import { expect, test } from "vitest";
import { couldBeCardNumber } from "../../src/protocol/sale/card.ts";
import { readQuarantine } from "../fixtures/read-quarantine.ts";
import { resolve, retry } from "../fixtures/staff.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const wrongKey = { merchants: [{ id: "10002", key: "wrong" }] };

/** A shop whose key is wrong, and `mend`, which corrects the key and retries the first item. */
async function misconfigured() {
  const wrong = await startPayment(new TestShop(wrongKey));
  const mend = async () => {
    const mended = new TestShop({}, wrong.store);
    expect(await retry(mended)).toEqual({ outcome: "done" });
    return mended;
  };
  return { wrong, mend };
}

test.each<[string, (shop: TestShop) => Promise<unknown>]>([
  ["staff ended it", (shop) => resolve(shop, "dismiss")],
  ["it was verified again", (shop) => retry(new TestShop({}, shop.store), "not-verified")],
])(
  "messages that do not verify after %s open an item again, and the quarantine has room for eight of them (NSIG-MISSING, ITEM-UNVERIFIED)",
  async (_, end) => {
    const { wrong } = await misconfigured();
    const ask = async () => (await wrong.itemKinds()).filter((kind) => kind === "not-verified");
    for (const episode of [1, 2, 3]) {
      for (let n = 0; n < 9; n++) await wrong.notify({ returncode: "2", transaction_id: `t${episode}-${n}` });
      expect(await ask()).toEqual(["not-verified"]);
      const quarantined = (await readQuarantine(wrong)).map(({ fields }) => fields.transaction_id);
      expect([quarantined.length, quarantined.includes(`t${episode}-0`)]).toEqual([8, true]);
      await end(wrong);
      expect(await ask()).toEqual([]);
    }
  },
);

test("a notification that staff dismissed as not verified does not prevent resolving a later item (NSIG-MISSING)", async () => {
  const { wrong, mend } = await misconfigured();
  const forged = { ...notificationFields(wrong.lastForm), transaction_id: "forged", sign: "0".repeat(32) };
  await wrong.post(forged);
  await resolve(wrong, "dismiss");
  await wrong.post(forged);
  expect(await wrong.gateway.reviewItems()).toEqual([]);
  await wrong.notify();
  const mended = await mend();
  expect(await mended.state()).toBe("paid");
  expect(await mended.gateway.reviewItems()).toEqual([]);
  expect(await readQuarantine(mended)).toMatchObject([{ episode: 1, fields: { transaction_id: "forged" } }]);
});

test("notifications with long numeric IDs verify again after the key is corrected (NSIG-MISSING, KEY-ROTATION)", async () => {
  const wrong = new TestShop(wrongKey);
  await wrong.gateway.start(minimalSales.subscription);
  const long = { transaction_id: "202603010000012345", payment_transaction_id: "9000000000000000001" };
  await wrong.notify({ ...long, payment_period_count: "1" });
  await wrong.notify({
    ...long,
    transaction_id: "1234567890123456789012",
    payment_period_count: "2",
    orderid: "20260401000000000077",
  });
  const mended = new TestShop({}, wrong.store);
  expect(await retry(mended)).toEqual({ outcome: "done" });
  expect(mended.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await mended.gateway.reviewItems()).toEqual([]);
});

test("a sign whose digits resemble a card number verifies again (NSIG-MISSING, KEY-ROTATION)", async () => {
  const { wrong, mend } = await misconfigured();
  const saysOf = (n: number) =>
    signFields({ ...notificationFields(wrong.lastForm), transaction_id: `t${n}` });
  const isLikeCard = (sign = "") => (sign.match(/\d{13,19}/g) ?? []).some(couldBeCardNumber);
  const odd = Array.from({ length: 20_000 }, (_, n) => saysOf(n)).find(({ sign }) => isLikeCard(sign));
  await wrong.post(odd ?? {});
  const mended = await mend();
  expect(await mended.state()).toBe("paid");
});
