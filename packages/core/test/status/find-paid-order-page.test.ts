import { expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const key = { reference: "order-1" };

async function openPaidShop(fields: Record<string, string> = {}): Promise<TestShop> {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  await shop.notify(fields);
  return shop;
}

test("a payment without a paid attempt has no page", async () => {
  const shop = new TestShop();
  expect(await shop.gateway.findPaidOrderPage(key)).toBeUndefined();
  await shop.gateway.start(hostedSaleInput());
  expect(await shop.gateway.findPaidOrderPage(key)).toBeUndefined();
});

test("the buyer of a paid payment is sent to the order page, with the attempt that paid it", async () => {
  const shop = await openPaidShop();
  const { attempts } = await shop.gateway.status(key);
  expect(await shop.gateway.findPaidOrderPage(key)).toEqual({
    attemptId: attempts[0]?.attemptId,
    state: "paid",
    url: "/orders/order-1?paid",
    statusUrl: attempts[0]?.statusUrl,
  });
});

test("the buyer of a payment under review is sent to the order page", async () => {
  const shop = await openPaidShop({ true_amount: "1.00" });
  expect(await shop.gateway.findPaidOrderPage(key)).toMatchObject({
    state: "review",
    url: "/orders/order-1?review",
  });
});

test("the page belongs to the tenant that the caller names", async () => {
  const shop = await openPaidShop();
  const tenants: string[] = [];
  shop.pages.orderPage = ({ tenant }) => {
    tenants.push(tenant);
    return "/order";
  };
  await shop.gateway.findPaidOrderPage({ ...key, pageTenant: "fr" });
  await shop.gateway.findPaidOrderPage(key);
  expect(tenants).toEqual(["fr", "default"]);
});

test("if the shop's function throws, the buyer is sent to the waiting page, and the error is reported", async () => {
  const shop = await openPaidShop();
  shop.pages.orderPage = () => {
    throw new Error("no route");
  };
  const page = await shop.gateway.findPaidOrderPage(key);
  expect(shop.events.at(-1)).toMatchObject({ event: "page-url-failed", error: { message: "no route" } });
  const [attemptId = "", token = ""] = page?.url.split("/").slice(-2) ?? [];
  expect(page?.url).toBe(`http://shop.test/pay/wait/${attemptId}/${token}`);
  expect(await shop.gateway.buyerStatus({ attemptId, token })).toMatchObject({ state: "paid" });
});
