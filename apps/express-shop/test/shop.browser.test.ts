import { fillBuyerFields } from "@pay-index-apps/demo/suite/browser-actions";
import { browserCheckoutSuite } from "@pay-index-apps/demo/suite/browser-checkout.suite";
import { openShopProcess } from "./shop-process.ts";

browserCheckoutSuite({
  openShop: () => openShopProcess(),
  placed: "paid",
  picture: { name: "paid-order", of: "order" },
  total: "56.50",
  eachMonth: "16.50",
  needsCookies: false,
  async checkOut(page) {
    await page.getByRole("button", { name: "Go to the checkout" }).click();
    await fillBuyerFields(page);
  },
  comeToPayment: (forms) => forms.send("/orders", { mug: "1", lamp: "1" }),
  steps: ["/cart?mug=1&lamp=1"],
  orderAt: async (page) => new URL(page.url()).pathname.replace("/checkout/", ""),
  async tryAgain(page) {
    await page.getByRole("button", { name: "Try again" }).click();
  },
  async chooseAgain(page) {
    await page.getByRole("link", { name: "Pay another way" }).click();
  },
});
