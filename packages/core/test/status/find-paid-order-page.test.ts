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

test("the buyer of a payment that is paid or under review is sent to the order page, with its attempt", async () => {
  for (const [state, fields] of [
    ["paid", {}],
    ["review", { true_amount: "1.00" }],
  ] as const) {
    const shop = await openPaidShop(fields);
    const [{ attemptId, statusUrl } = {}] = (await shop.gateway.status(key)).attempts;
    const url = `/orders/order-1?${state}`;
    expect(await shop.gateway.findPaidOrderPage(key)).toEqual({ attemptId, state, url, statusUrl });
  }
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
