import { expect, test } from "vitest";
import { postSignedDispute, subscribedShop } from "./dispute-shop.ts";

test("a chargeback of a later cycle belongs to this cycle and its order, and a repeat adds nothing (DSP-FACT)", async () => {
  const shop = await subscribedShop();
  for (let times = 0; times < 2; times++)
    expect((await postSignedDispute(shop, { transaction_id: "T3" })).body).toBe("OK");
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems).toMatchObject([{ kind: "dispute", cycle: 3, problem: { code: "chargeback" } }]);
  const { cycles } = await shop.subscription();
  const { timeline } = cycles.find(({ number }) => number === 3) ?? {};
  expect(timeline?.at(-1)?.text).toContain("chargeback of transaction T3");
  expect(shop.disputes).toMatchObject([{ cycle: 3, orderId: "renewal-3", dispute: { transactionId: "T3" } }]);
  expect(await shop.cycles()).toContain("3 paid renewal-3");
  const received = shop.events.flatMap((each) => (each.event === "dispute-received" ? [each] : []));
  expect(received.map(({ cycle, isRepeated }) => [cycle, isRepeated])).toEqual(
    [3, 3].map((n, at) => [n, at === 1]),
  );
});

test("a chargeback of another transaction belongs to the sale, or to the cycle that it was reported for", async () => {
  const shop = await subscribedShop();
  await shop.cycle(2, { transaction_id: "T2-again" });
  for (const transaction_id of ["T1", "T2-again"]) await postSignedDispute(shop, { transaction_id });
  expect(shop.disputes).toMatchObject([
    { cycle: undefined, orderId: "shop-order-1" },
    { cycle: 2, dispute: { transactionId: "T2-again" } },
  ]);
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
