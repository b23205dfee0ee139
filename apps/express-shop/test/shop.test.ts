import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { openInProcessShop } from "./in-process-shop.ts";

let shop: Awaited<ReturnType<typeof openInProcessShop>>;
beforeAll(async () => {
  shop = await openInProcessShop();
});
afterAll(() => shop.close());

function readState({ page }: FormBrowser): string | undefined {
  return page.root.querySelector("[data-state]")?.getAttribute("data-state");
}

/** A buyer with a lamp in the cart, at the checkout form. */
async function openCheckoutStep(product?: string): Promise<{ buyer: FormBrowser; orderPage: URL }> {
  const buyer = new FormBrowser();
  return { buyer, orderPage: await openCheckoutOfNewOrder(buyer, shop.shopUrl, product) };
}

async function post(path: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${shop.shopUrl}${path}`, { method: "POST", body, redirect: "manual" });
}

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "2070000000" };

describe("the cart", () => {
  it("is identified by its address, and grows with each added item", async () => {
    const buyer = new FormBrowser();
    await buyer.open(shop.shopUrl);
    await buyer.submit('button[value="lamp"]');
    await buyer.click("a.brand");
    await buyer.submit('button[value="mug"]');
    expect(buyer.page.url.search).toBe("?lamp=1&mug=1");
    await buyer.submit('form[action="/cart"] button', { mug: "3", lamp: "0" });
    expect(buyer.page.root.querySelector(".total")?.textContent).toContain("$42.00");
  });

  it("ignores a price from the request", async () => {
    const created = await post("/orders", { lamp: "1", price: "1", total: "1", lamp_price: "1" });
    const checkout = created.headers.get("location") ?? "";
    const prices = { total: "1", money: "1", amount: "0.01", lines: "[]" };
    const tampered = { ...ada, ...prices, country: "GB", variant: "hosted" };
    const before = shop.sandbox.orders().length;
    expect((await post(checkout, tampered)).headers.get("location")).toContain(shop.sandbox.url);
    expect(shop.sandbox.orders().slice(before)).toMatchObject([{ amount: "42.50", currency: "USD" }]);
  });

  it.each<[Record<string, string>]>([[{ lamp: "-1" }], [{ lamp: "1e3" }], [{ toString: "1" }], [{}]])(
    "creates no order for %o",
    async (fields) => {
      expect((await post("/orders", fields)).headers.get("location")).toBe("/cart");
    },
  );
});

describe("the checkout", () => {
  it("escapes a name, and displays each problem beside its field", async () => {
    const { buyer } = await openCheckoutStep();
    const name = `<script>alert("x")</script>`;
    await buyer.submit('form[action^="/checkout/"] button', { ...ada, lastName: name, phone: "none" });
    expect(buyer.page.status).toBe(422);
    const { root } = buyer.page;
    expect(root.querySelector("script:not([src])")).toBeNull();
    expect(root.querySelector("#lastName")?.getAttribute("value")).toBe(name);
    expect(root.querySelector("#phone")?.getAttribute("aria-describedby")).toBe("phone-problem");
    expect(root.querySelector("#phone-problem")?.textContent).toContain("telephone");
    expect(root.querySelector("#email-problem")).toBeNull();
  });

  it("escapes a name on the order page", async () => {
    const { buyer, orderPage } = await openCheckoutStep();
    const firstName = "<script>alert(1)</script>";
    await buyer.submit('form[action^="/checkout/"] button', { ...ada, firstName, variant: "apm" });
    await completeGatewayPages(buyer, testCards.good);
    await waitForOrderPage(buyer);
    await buyer.open(orderPage);
    expect(readState(buyer)).toBe("paid");
    expect(buyer.page.root.querySelector("script:not([src])")).toBeNull();
    expect(buyer.page.root.querySelector("[data-state]")?.textContent).toContain(firstName);
  });

  it("displays the problems that only the check of the payment finds", async () => {
    const { buyer } = await openCheckoutStep();
    await buyer.submit('form[action^="/checkout/"] button', { ...ada, phone: "1".repeat(60) });
    expect(buyer.page.status).toBe(422);
    expect(buyer.page.root.querySelector("#phone-problem")?.textContent).toContain("50 characters");
  });
});

describe("an order", () => {
  it.each(["/orders/1", "/orders/1/card", "/checkout/1", "/nothing"])("is not found at %s", async (path) => {
    const buyer = new FormBrowser();
    await buyer.open(new URL(path, shop.shopUrl));
    expect(buyer.page.status).toBe(404);
    expect(buyer.page.root.querySelector("h1")?.textContent).toBe("Page not found");
    expect((await post(path, ada)).status).toBe(404);
  });

  it("keeps all its items after a decline, and can be paid by another method (B-18)", async () => {
    const { buyer, orderPage } = await openCheckoutStep();
    await submitPaymentChoice(buyer, { variant: "card", card: testCards.declined });
    await waitForOrderPage(buyer);
    expect(buyer.page.url.pathname).toBe(orderPage.pathname);
    expect(readState(buyer)).toBe("failed");
    expect(buyer.page.root.querySelector(".lines")?.textContent).toContain("1 × Reading lamp");
    await buyer.submit('form[action$="/pay"] button');
    expect(buyer.page.root.querySelector(".lines")?.textContent).toContain("1 × Reading lamp");
    await buyer.open(orderPage);
    await buyer.click('a[href^="/checkout/"]');
    expect(buyer.page.root.querySelector("#email")?.getAttribute("value")).toBe("ada@example.com");
    await submitPaymentChoice(buyer, { variant: "link", card: testCards.good });
    await completeGatewayPages(buyer, testCards.good);
    await waitForOrderPage(buyer);
    expect(readState(buyer)).toBe("paid");
    expect(buyer.page.root.querySelectorAll("[data-attempt-id]")).toHaveLength(2);
    expect(buyer.page.root.querySelector('form[action$="/pay"]')).toBeNull();
  });

  it("can be neither paid nor changed once it is paid", async () => {
    const { buyer, orderPage } = await openCheckoutStep("coffee-monthly");
    const checkout = buyer.page.url.pathname;
    await submitPaymentChoice(buyer, { variant: "subscription", card: testCards.good });
    await waitForOrderPage(buyer);
    expect(readState(buyer)).toBe("paid");
    const before = shop.sandbox.orders().length;
    for (const path of [`${orderPage.pathname}/pay`, checkout]) {
      const answer = await post(path, { ...ada, country: "GB", variant: "hosted" });
      expect(answer.headers.get("location")).toBe(orderPage.pathname);
    }
    expect(shop.sandbox.orders()).toHaveLength(before);
  });
});

it("allows only scripts of its own, no frame and no content from another site", async () => {
  const { headers } = await fetch(shop.shopUrl);
  expect(headers.get("content-security-policy")).toContain("; script-src 'self'; ");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-powered-by")).toBeNull();
});
