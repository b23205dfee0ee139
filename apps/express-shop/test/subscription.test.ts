import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { orderFromRow } from "../src/orders/orders.ts";
import { toSaleAwaitingCard } from "../src/sale.ts";
import { openInProcessShop } from "./in-process-shop.ts";

let shop: Awaited<ReturnType<typeof openInProcessShop>>;
beforeAll(async () => {
  shop = await openInProcessShop();
});
afterAll(() => shop.close());

const coffee = "coffee-monthly";
const notebook = "notebook-quarterly";

const readAttribute = ({ page }: FormBrowser, name: string) =>
  page.root.querySelector(`[${name}]`)?.getAttribute(name);

function readOfferedVariants({ page }: FormBrowser) {
  return page.root.querySelectorAll("input[name=variant]").map((way) => way.getAttribute("value"));
}

describe("a cart", () => {
  it.each([
    ["two plans", { [coffee]: "1", [notebook]: "1" }, "plans_mixed"],
    ["a plan and goods that are bought once", { [coffee]: "1", lamp: "1" }, "plan_and_goods"],
  ])("of %s is refused with a reason", async (_, cart, code) => {
    const buyer = new FormBrowser();
    await buyer.open(new URL(`/cart?${new URLSearchParams(cart)}`, shop.shopUrl));
    expect(readAttribute(buyer, "data-mixed")).toBe(code);
    expect(buyer.page.root.querySelector("[data-mixed]")?.textContent).toMatch(/order/);
    expect(buyer.page.root.querySelector('form[action="/orders"]')).toBeNull();
    const body = new URLSearchParams(cart);
    const posted = await fetch(`${shop.shopUrl}/orders`, { method: "POST", body });
    expect(posted.status).toBe(422);
    expect(await posted.text()).toContain(`data-mixed="${code}"`);
  });

  it("with one plan is paid by subscription, and by no other method", async () => {
    const buyer = new FormBrowser();
    await openCheckoutOfNewOrder(buyer, shop.shopUrl, coffee);
    expect(readOfferedVariants(buyer)).toEqual(["subscription"]);
    const order = buyer.page.url.pathname;
    expect(buyer.page.root.textContent).toContain("The same order again each month, for a year");
    const goods = new FormBrowser();
    await openCheckoutOfNewOrder(goods, shop.shopUrl);
    expect(readOfferedVariants(goods)).toEqual(["hosted", "card", "link", "apm"]);
    const name = { firstName: "Ada", lastName: "Lovelace" };
    const ada = { ...name, email: "ada@example.com", phone: "1", country: "GB" };
    for (const [checkout, variant] of [
      [order, "card"],
      [goods.page.url.pathname, "subscription"],
    ] as const) {
      const body = new URLSearchParams({ ...ada, variant });
      expect((await fetch(`${shop.shopUrl}${checkout}`, { method: "POST", body })).status).toBe(422);
    }
  });
});

it("the order page displays the subscription, with the order of each cycle and its end (B-47)", async () => {
  const buyer = new FormBrowser();
  const orderPage = await openCheckoutOfNewOrder(buyer, shop.shopUrl, coffee);
  await submitPaymentChoice(buyer, { variant: "subscription", card: testCards.good });
  await waitForOrderPage(buyer);
  expect(readAttribute(buyer, "data-subscription")).toBe("active");
  expect(buyer.page.root.querySelector("[data-subscription]")?.textContent).toContain("The next time is on");
  const attemptId = readAttribute(buyer, "data-attempt-id") ?? "";
  const cycles = () =>
    buyer.page.root
      .querySelectorAll("[data-cycle]")
      .map((cycle) => `${cycle.getAttribute("data-cycle")} ${cycle.getAttribute("data-state")}`);
  expect(cycles()).toEqual(["1 paid"]);

  await shop.sandbox.advance({ days: 31 });
  await waitUntil("the renewal to be made", async () => {
    await buyer.open(orderPage);
    return buyer.page.root.querySelector("[data-cycle='2'] a") ?? undefined;
  });
  expect(cycles()).toEqual(["1 paid", "2 paid"]);
  expect(buyer.page.root.querySelector(".staff")?.textContent).toContain("Cycle 2: paid");

  await buyer.click("[data-cycle='2'] a");
  expect(readAttribute(buyer, "data-renews")).toBe(orderPage.pathname.replace("/orders/", ""));
  expect(buyer.page.root.querySelector(".lines")?.textContent).toContain("1 × Coffee beans each month");

  await shop.sandbox.closeOrder(attemptId);
  await waitUntil("the closing to be known", async () => {
    await buyer.open(orderPage);
    return readAttribute(buyer, "data-subscription") === "closed" || undefined;
  });
  expect(buyer.page.root.querySelector("[data-subscription]")?.textContent).not.toContain("The next time");
});

it("an order keeps the plan with which it was made, also after the catalogue changes", () => {
  const plan = { id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b", name: "Old", type: "weekly", totalCount: 3 };
  const order = orderFromRow({
    id: "1",
    created_at: "2026-01-01T00:00:00.000Z",
    lines: JSON.stringify([{ sku: coffee, name: "Coffee", price: 900, quantity: 1, plan }]),
    total: 900,
    currency: "USD",
    checkout: JSON.stringify({ variant: "subscription", street: "", city: "", postcode: "" }),
    paid: 0,
    renews: null,
    cycle: null,
  });
  expect(toSaleAwaitingCard(order)).toMatchObject({ variant: "subscription", plan, amount: { minor: 900 } });
  expect(toSaleAwaitingCard(order)?.items).toEqual([
    { sku: coffee, name: "Coffee", price: 900, quantity: 1 },
  ]);
});
