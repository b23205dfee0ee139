import express from "express";
import { afterEach, describe, expect, test } from "vitest";
import { buyer, closeShops, hostedSaleInput, TestShop } from "./test-shop.ts";

afterEach(closeShops);

const { ip: _ip, userAgent: _userAgent, ...person } = buyer;

/** A shop with the checkout of the README. */
function withCheckout() {
  return TestShop.open({
    before: (app) => app.set("trust proxy", "loopback"),
    after: (app, pay) =>
      app.post("/checkout/:order", express.urlencoded(), async (request, response) => {
        const sale = await pay.start({ ...hostedSaleInput(request.params.order), buyer: person, request });
        response.redirect(303, sale.url);
      }),
  });
}

describe("the buyer's address and browser", () => {
  test("come from the request, through a trusted proxy", async () => {
    const shop = await withCheckout();
    const headers = { "user-agent": "Lynx/2.9", "x-forwarded-for": "198.51.100.4" };
    const answer = await shop.send("/checkout/7", { headers, body: {} });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toContain("http://gateway.test/page/");
    expect(shop.gateway.lastForm.get("pay_ip")).toBe("198.51.100.4");
    expect(shop.gateway.lastForm.get("pay_useragent")).toBe("Lynx/2.9");
  });

  test("are named as missing problems, and nothing is created", async () => {
    const shop = await TestShop.open();
    const sale = { ...hostedSaleInput(), buyer: person };
    await expect(shop.start(sale)).rejects.toMatchObject({
      code: "sale_invalid",
      problems: [{ path: "buyer.ip" }, { path: "buyer.userAgent" }],
    });
    const without = shop.start({ ...hostedSaleInput(), buyer: undefined as never });
    await expect(without).rejects.toMatchObject({ code: "sale_invalid" });
    expect(await shop.state()).toBe("none");
    expect(shop.gateway.submissions).toEqual([]);
  });
});

test("a declined sale leads to the retry page, whose address is encoded for a header (B-18)", async () => {
  const shop = await TestShop.open({ options: { retryPage: ({ reference }) => `/опять/${reference}` } });
  shop.gateway.answer = (_, response) => void response.end('{"status":2,"msg":"declined"}');
  expect(await shop.start(hostedSaleInput("заказ"))).toMatchObject({
    state: "declined",
    url: "/%D0%BE%D0%BF%D1%8F%D1%82%D1%8C/%D0%B7%D0%B0%D0%BA%D0%B0%D0%B7",
  });
});

test("a reference cannot turn the shop's page into an open redirect", async () => {
  const shop = await TestShop.open({ options: { retryPage: ({ reference }) => `/orders/${reference}` } });
  shop.gateway.answer = (_, response) => void response.end('{"status":2,"msg":"declined"}');
  const started = await shop.start(hostedSaleInput("..//evil.example/x"));
  expect(started.url).toBe("/evil.example/x");
});
