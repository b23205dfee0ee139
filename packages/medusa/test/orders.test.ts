import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "./shop/stage.mts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(() => stage?.close());

test("a hosted sale becomes one captured order by its notification alone (B-03, B-04)", async () => {
  const buyer = stage.buyer();
  const cartId = await buyer.isReadyToPay(stage.shop);
  const started = await buyer.start();
  expect(started).toMatchObject({ status: 200, body: { payment: { state: "redirect" } } });
  expect(await stage.paid(cartId)).toBe("200 OK");
  expect((await buyer.status()).body).toMatchObject({ payment: { state: "paid", placed: true } });
});
