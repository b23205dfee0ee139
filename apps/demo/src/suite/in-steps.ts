import { choose, grace, typeBuyer } from "./buyers-hand.ts";
import type { ClickedShop } from "./clicked-shop.ts";
import { valueIn } from "./sent-forms.ts";

const address = { street: "1 Navy Yard", postcode: "20374", city: "Washington" };
const courier = "By courier, tomorrow";

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
    await page.getByLabel("Street and number").fill(address.street);
    await page.getByLabel("Postcode").fill(address.postcode);
    await page.getByLabel("City").fill(address.city);
    await page.getByRole("button", { name: "Go on to the delivery" }).click();
    await page.getByLabel(courier).check();
    await page.getByRole("button", { name: "Go on to the payment" }).click();
  },
  async comeToPayment(forms) {
    const shelf = await forms.look("/");
    for (const sku of ["mug", "lamp"])
      await forms.send("/cart/add", { add: valueIn(shelf, `button[data-sku="${sku}"]`) });
    await forms.send("/checkout", { ...grace, ...address });
    const delivery = await forms.look("/checkout/shipping");
    const labels = delivery.querySelectorAll("label");
    const label = labels.find(({ textContent }) => textContent.startsWith(courier));
    const shipping = valueIn(delivery, `#${label?.getAttribute("for")}`);
    return forms.send("/checkout/shipping", { shipping });
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
