import { merchantKeys } from "@pay-index/conformance/card-canary";
import { afterEach, expect, test, vi } from "vitest";
import { CardShop } from "./card-shop.ts";

let shop: CardShop;
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const hour = 3_600_000;

/** Sends a form that was opened so long ago. */
async function sendAfter(milliseconds: number): Promise<number> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const fields = { form_token: shop.pay.formToken("order-1") };
  vi.setSystemTime(Date.now() + milliseconds);
  return shop.charge({ fields });
}

test("a form that was open for less than an hour is taken (B-50)", async () => {
  shop = await new CardShop().open({});
  expect(await sendAfter(hour - 2000)).toBe(303);
});

test("a form that was open for longer than an hour is not (B-50)", async () => {
  shop = await new CardShop().open({});
  expect(await sendAfter(hour + 2000)).toBe(403);
  expect(shop.forms).toEqual([]);
});

test("a form that was opened before the key was replaced is taken (KEY-ROTATION)", async () => {
  const before = await new CardShop().open({
    options: { merchants: [{ id: "10001", key: merchantKeys[1] }] },
  });
  const fields = { form_token: before.pay.formToken("order-1") };
  await before.close();
  shop = await new CardShop().open({});
  expect(await shop.charge({ fields })).toBe(303);
});
