import { choose, typeBuyer } from "./buyers-hand.ts";
import type { ClickedShop } from "./clicked-shop.ts";

type Steps = Omit<ClickedShop, "openShop" | "placed">;

/** A shop that asks for the buyer, the delivery and the payment on pages of their own. */
export const inSteps: Steps = {
  // 42.50 and 14.00 net, 15.00 for the courier, 20 % tax.
  total: "85.80",
  eachMonth: "37.80",
  needsCookies: true,
  async checkOut(page) {
    await page.getByRole("link", { name: "Go to the checkout" }).click();
    await typeBuyer(page);
    await page.getByLabel("Street and number").fill("1 Navy Yard");
    await page.getByLabel("Postcode").fill("20374");
    await page.getByLabel("City").fill("Washington");
    await page.getByRole("button", { name: "Go on to the delivery" }).click();
    await page.getByLabel("By courier, tomorrow").check();
    await page.getByRole("button", { name: "Go on to the payment" }).click();
  },
  steps: ["/cart", "/checkout", "/checkout/shipping", "/checkout/payment"],
  orderAt: async (page) => (await page.locator("[data-order]").getAttribute("data-order")) ?? "",
  async tryAgain(page) {
    await page.getByRole("link", { name: "Try again" }).click();
    await choose(page, "By card, here");
  },
  async chooseAgain(page) {
    await page.getByRole("link", { name: /^(Try again|Go on with the payment)$/ }).click();
  },
};
