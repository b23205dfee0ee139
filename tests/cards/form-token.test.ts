import { afterEach, expect, test, vi } from "vitest";
import { CardShop } from "./card-shop.ts";

let shop: CardShop;
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const hour = 3_600_000;

test.each([
  ["less", hour - 2000, 303, 1],
  ["longer", hour + 2000, 403, 0],
])("a form that was open for %s than an hour (B-50)", async (...[, milliseconds, status, sales]) => {
  shop = await new CardShop().open({});
  vi.useFakeTimers({ toFake: ["Date"] });
  const fields = { form_token: (await shop.pay.cardForm({ reference: "order-1" })).formToken };
  vi.setSystemTime(Date.now() + milliseconds);
  expect(await shop.charge({ fields })).toBe(status);
  expect(shop.shop.gateway.submissions).toHaveLength(sales);
});
