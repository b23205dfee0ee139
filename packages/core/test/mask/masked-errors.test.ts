import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { toShopRefusalCode } from "../../src/payment/order-refusals.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const words = [
  "no ada@example.com, 4111.1111.1111.1111, 4111_1111_1111_1111, 4111/1111\u00a01111 1111 at",
  "postgres://shop:s3cret@db:5432/shop with Bearer abc.def-1234567890",
].join(" ");
/** A random hash can contain four equal digits, so a card shows as two groups of them. */
const leaked = /ada@|1111\D?1111|s3cret|abc\.def/;
const masked = expect.stringContaining("no [e-mail], [digits]");

/** Everything that a log or staff can see. */
async function seen(shop: TestShop): Promise<string> {
  const payment = await shop.store.load({ tenant: "default", reference: "order-1" });
  return JSON.stringify([
    shop.events,
    await shop.gateway.status({ reference: "order-1" }),
    await shop.gateway.reviewItems(),
    payment,
  ]);
}

test("an error of the shop is masked in events and in what is stored of it (B-50)", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  shop.placeOrder = async () => {
    throw new Error(words);
  };
  await shop.notify();
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "job-postponed", error: { code: "error", message: masked } }),
  );
  for (let tries = 0; tries < 12; tries++) await shop.sweepAfter(4000);
  expect(await shop.gateway.reviewItems()).toMatchObject([
    { kind: "order-not-placed", problem: { message: masked } },
  ]);
  expect(await seen(shop)).not.toMatch(leaked);
});

test("a refusal of the shop is masked in events and in the item of staff (B-50)", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  shop.placeOrder = async () => ({
    refused: { code: toShopRefusalCode("customer ada@example.com"), message: words },
  });
  await shop.notify();
  expect(await shop.gateway.reviewItems()).toMatchObject([
    { kind: "order-not-placed", problem: { code: "customer [e-mail]", message: masked } },
  ]);
  expect(await seen(shop)).not.toMatch(leaked);
});

test("an error of the store is masked, also in the error that the caller gets (B-50)", async () => {
  const store = new MemoryStore();
  store.commit = async () => {
    throw new Error(words);
  };
  const shop = new TestShop({}, store);
  await expect(shop.gateway.start(hostedSaleInput())).rejects.toMatchObject({
    code: "store_unavailable",
    message: masked,
  });
});

test("an error of the shop's pages and the gateway's message are masked (RES-MSG, B-50)", async () => {
  const shop = new TestShop();
  shop.pages.retryPage = () => {
    throw new Error(words);
  };
  shop.answer = Response.json({ status: 2, msg: words });
  await shop.gateway.start(hostedSaleInput());
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "page-url-failed", error: { code: "error", message: masked } }),
  );
  expect(await seen(shop)).not.toMatch(leaked);
});
