import type { FormBrowser } from "./form-browser.ts";
import { cardFormFields, type PaymentChoice } from "./payment-choice.ts";
import { sampleBuyer } from "./sample-buyer.ts";

const sampleAddress = { street: "12 St James's Square", postcode: "SW1Y 4JH", city: "London" };

/**
 * Goes from a product to the payment step of a shop with several checkout steps. Returns the order's name in its
 * address.
 */
export async function checkOutToPaymentStep(
  browser: FormBrowser,
  shopUrl: string,
  product = "lamp",
): Promise<string> {
  await browser.open(shopUrl);
  await browser.submit(`button[data-sku="${product}"]`);
  await browser.click('a[href="/checkout"]');
  await browser.submit('form[action="/checkout"] button', { ...sampleBuyer, ...sampleAddress });
  const { root } = await browser.submit('form[action="/checkout/shipping"] button');
  return root.querySelector("[data-order]")?.getAttribute("data-order") ?? "";
}

/** Chooses the payment method, and enters the card if the shop accepts it. Ends where the shop redirects the buyer. */
export async function submitPaymentChoice(
  browser: FormBrowser,
  { variant, card }: PaymentChoice,
): Promise<void> {
  const { url } = await browser.submit('form[action="/checkout/payment"] button', { variant });
  if (url.pathname.startsWith("/checkout/card/"))
    await browser.submit("input[name=card_number]", cardFormFields("card_", card));
}
