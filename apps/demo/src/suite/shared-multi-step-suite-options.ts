import { browserBuyerFields, fillBuyerFields, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserSuiteOptions } from "./browser-suite-options.ts";
import { readValue } from "./checkout-form-sender.ts";

const browserBuyerAddress = { street: "1 Navy Yard", postcode: "20374", city: "Washington" };
const courierLabel = "By courier, tomorrow";

type MultiStepShop = Omit<BrowserSuiteOptions, "openShop" | "placed" | "picture">;

/** A shop that asks for the buyer, the delivery and the payment on pages of their own. */
export const sharedMultiStepSuiteOptions: MultiStepShop = {
  // 42.50 and 14.00 net, 15.00 for the courier, 20 % tax.
  total: "85.80",
  eachMonth: "37.80",
  needsCookies: true,
  async checkOut(page) {
    await page.getByRole("link", { name: "Go to the checkout" }).click();
    await fillBuyerFields(page);
    await page.getByLabel("Street and number").fill(browserBuyerAddress.street);
    await page.getByLabel("Postcode").fill(browserBuyerAddress.postcode);
    await page.getByLabel("City").fill(browserBuyerAddress.city);
    await page.getByRole("button", { name: "Go on to the delivery" }).click();
    await page.getByLabel(courierLabel).check();
    await page.getByRole("button", { name: "Go on to the payment" }).click();
  },
  async comeToPayment(forms) {
    const productList = await forms.look("/");
    for (const sku of ["mug", "lamp"])
      await forms.send("/cart/add", { add: readValue(productList, `button[data-sku="${sku}"]`) });
    await forms.send("/checkout", { ...browserBuyerFields, ...browserBuyerAddress });
    const delivery = await forms.look("/checkout/shipping");
    const labels = delivery.querySelectorAll("label");
    const label = labels.find(({ textContent }) => textContent.startsWith(courierLabel));
    const shipping = readValue(delivery, `#${label?.getAttribute("for")}`);
    return forms.send("/checkout/shipping", { shipping });
  },
  steps: ["/cart", "/checkout", "/checkout/shipping", "/checkout/payment"],
  orderAt: async (page) => (await page.locator("[data-order]").getAttribute("data-order")) ?? "",
  async tryAgain(page) {
    await page.getByRole("link", { name: "Try again" }).click();
    await submitPaymentMethod(page, "By card, here");
  },
  async chooseAgain(page) {
    await page.getByRole("link", { name: /^(Try again|Go on with the payment)$/ }).click();
  },
};
