import { typeBuyer } from "@pay-index-apps/demo/suite/buyers-hand";
import { sellsByClicks } from "@pay-index-apps/demo/suite/sells-by-clicks";
import { openShop } from "./stage.ts";

sellsByClicks({
  name: "express",
  openShop,
  placed: "paid",
  total: "56.50",
  eachMonth: "16.50",
  async checkOut(page) {
    await page.getByRole("button", { name: "Go to the checkout" }).click();
    await typeBuyer(page);
  },
  steps: [],
  async tryAgain(page) {
    await page.getByRole("button", { name: "Try again" }).click();
  },
});
