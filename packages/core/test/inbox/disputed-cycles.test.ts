import { expect, test } from "vitest";
import { postSignedDispute, subscribedShop } from "./dispute-shop.ts";

test("a chargeback of a later cycle belongs to this cycle and its order (DSP-FACT)", async () => {
  const shop = await subscribedShop();
  expect((await postSignedDispute(shop, { transaction_id: "T3" })).body).toBe("OK");
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems).toMatchObject([{ kind: "dispute", cycle: 3, problem: { code: "chargeback" } }]);
  const { cycles } = await shop.subscription();
  expect(cycles.find(({ number }) => number === 3)?.timeline.at(-1)?.text).toContain(
    "chargeback of transaction T3",
  );
  expect(shop.disputes).toMatchObject([{ cycle: 3, orderId: "renewal-3", dispute: { transactionId: "T3" } }]);
  expect(await shop.cycles()).toContain("3 paid renewal-3");
});

test("a chargeback of the first cycle belongs to the sale", async () => {
  const shop = await subscribedShop();
  await postSignedDispute(shop, { transaction_id: "T1" });
  expect(shop.disputes).toMatchObject([{ cycle: undefined, orderId: "shop-order-1" }]);
});

test("a chargeback of a transaction that paid no cycle belongs to the cycle that it was reported for", async () => {
  const shop = await subscribedShop();
  await shop.cycle(2, { transaction_id: "T2-again" });
  await postSignedDispute(shop, { transaction_id: "T2-again" });
  expect(shop.disputes).toMatchObject([{ cycle: 2, dispute: { transactionId: "T2-again" } }]);
});

test("a chargeback that arrives before its cycle stays with the sale, also when it is repeated (DSP-FACT)", async () => {
  const shop = await subscribedShop();
  await postSignedDispute(shop, { transaction_id: "T4" });
  await shop.cycle(4);
  await postSignedDispute(shop, { transaction_id: "T4" });
  expect(shop.disputes).toMatchObject([{ cycle: undefined }]);
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems.map(({ kind, cycle }) => [kind, cycle])).toEqual([
    ["dispute", undefined],
    ["renewal-not-placed", 4],
  ]);
});

test("a repeated chargeback of a later cycle adds nothing (DSP-FACT)", async () => {
  const shop = await subscribedShop();
  await postSignedDispute(shop, { transaction_id: "T2" });
  await postSignedDispute(shop, { transaction_id: "T2" });
  expect(shop.disputes).toHaveLength(1);
  const received = shop.events.flatMap((each) => (each.event === "dispute-received" ? [each] : []));
  expect(received.map(({ cycle, isRepeated }) => [cycle, isRepeated])).toEqual([
    [2, false],
    [2, true],
  ]);
});
