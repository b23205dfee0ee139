import { Browser } from "@pay-index-apps/demo/buyer/browser";
import { until } from "@pay-index-apps/demo/buyer/until";
import { waitForOrder } from "@pay-index-apps/demo/buyer/way-back";
import { cards } from "@pay-index-apps/demo/buyer/wish";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkOut, fillCart } from "../src/buyer/purchase.ts";
import { orderOf } from "../src/orders/orders.ts";
import { cardSaleOf } from "../src/sale.ts";
import { openShop } from "./stage.ts";

let stage: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  stage = await openShop();
});
afterAll(() => stage.close());

const coffee = "coffee-monthly";
const notebook = "notebook-quarterly";

const attribute = ({ page }: Browser, name: string) =>
  page.root.querySelector(`[${name}]`)?.getAttribute(name);

function waysOffered({ page }: Browser) {
  return page.root.querySelectorAll("input[name=variant]").map((way) => way.getAttribute("value"));
}

describe("a cart", () => {
  it.each([
    ["two plans", { [coffee]: "1", [notebook]: "1" }, "plans_mixed"],
    ["a plan and goods that are bought once", { [coffee]: "1", lamp: "1" }, "plan_and_goods"],
  ])("of %s is refused with a reason", async (_, cart, code) => {
    const buyer = new Browser();
    await buyer.open(new URL(`/cart?${new URLSearchParams(cart)}`, stage.shopUrl));
    expect(attribute(buyer, "data-mixed")).toBe(code);
    expect(buyer.page.root.querySelector("[data-mixed]")?.textContent).toMatch(/order/);
    expect(buyer.page.root.querySelector('form[action="/orders"]')).toBeNull();
    const posted = await fetch(`${stage.shopUrl}/orders`, {
      method: "POST",
      body: new URLSearchParams(cart),
    });
    expect(posted.status).toBe(422);
    expect(await posted.text()).toContain(`data-mixed="${code}"`);
  });

  it("of one plan is paid by subscription, and no other is", async () => {
    const buyer = new Browser();
    await fillCart(buyer, stage.shopUrl, coffee);
    expect(waysOffered(buyer)).toEqual(["subscription"]);
    const order = buyer.page.url.pathname;
    expect(buyer.page.root.textContent).toContain("The same order again each month, for a year");
    const goods = new Browser();
    await fillCart(goods, stage.shopUrl);
    expect(waysOffered(goods)).toEqual(["hosted", "card", "link", "apm"]);
    const ada = {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      phone: "1",
      country: "GB",
    };
    for (const [checkout, variant] of [
      [order, "card"],
      [goods.page.url.pathname, "subscription"],
    ] as const) {
      const body = new URLSearchParams({ ...ada, variant });
      expect((await fetch(`${stage.shopUrl}${checkout}`, { method: "POST", body })).status).toBe(422);
    }
  });
});

it("shows a buyer the subscription, each cycle with the order it has paid, and its end (B-47)", async () => {
  const buyer = new Browser();
  const orderPage = await fillCart(buyer, stage.shopUrl, coffee);
  await checkOut(buyer, { variant: "subscription", card: cards.good });
  await waitForOrder(buyer);
  expect(attribute(buyer, "data-subscription")).toBe("active");
  expect(buyer.page.root.querySelector("[data-subscription]")?.textContent).toContain("The next time is on");
  const orderNumber = attribute(buyer, "data-order-number") ?? "";
  const cycles = () =>
    buyer.page.root
      .querySelectorAll("[data-cycle]")
      .map((cycle) => `${cycle.getAttribute("data-cycle")} ${cycle.getAttribute("data-state")}`);
  expect(cycles()).toEqual(["1 paid"]);

  await stage.sandbox.advance({ days: 31 });
  await until("the renewal to be made", async () => {
    await buyer.open(orderPage);
    return buyer.page.root.querySelector("[data-cycle='2'] a") ?? undefined;
  });
  expect(cycles()).toEqual(["1 paid", "2 paid"]);
  expect(buyer.page.root.querySelector(".staff")?.textContent).toContain("Cycle 2: paid");

  await buyer.click("[data-cycle='2'] a");
  expect(buyer.page.url.pathname).not.toBe(orderPage.pathname);
  expect(attribute(buyer, "data-renews")).toBe(orderPage.pathname.replace("/orders/", ""));
  expect(buyer.page.root.querySelector(".lines")?.textContent).toContain("1 × Coffee beans each month");
  expect(buyer.page.root.querySelector(".total")?.textContent).toContain("$16.50");

  await stage.sandbox.closeOrder(orderNumber);
  await until("the closing to be known", async () => {
    await buyer.open(orderPage);
    return attribute(buyer, "data-subscription") === "closed" || undefined;
  });
  expect(buyer.page.root.querySelector("[data-subscription]")?.textContent).not.toContain("The next time");
});

it("sells an order on the plan that it was made with, whatever the catalogue says by now", () => {
  const plan = { id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b", name: "Old", type: "weekly", totalCount: 3 };
  const order = orderOf({
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
  expect(cardSaleOf(order)).toMatchObject({ variant: "subscription", plan, money: { minor: 900 } });
  expect(cardSaleOf(order)?.items).toEqual([{ sku: coffee, name: "Coffee", price: 900, quantity: 1 }]);
});
