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
  const fields = { form_token: (await shop.pay.cardForm({ reference: "order-1" })).formToken };
  vi.setSystemTime(Date.now() + milliseconds);
  return shop.charge({ fields });
}

test("a form that was open for less than an hour is accepted (B-50)", async () => {
  shop = await new CardShop().open({});
  expect(await sendAfter(hour - 2000)).toBe(303);
});

test("a form that was open for longer than an hour is refused (B-50)", async () => {
  shop = await new CardShop().open({});
  expect(await sendAfter(hour + 2000)).toBe(403);
  expect(shop.shop.gateway.submissions).toEqual([]);
});
