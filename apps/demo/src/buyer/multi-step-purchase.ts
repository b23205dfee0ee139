import type { FormBrowser } from "./form-browser.ts";
import { cardFormFields, type PaymentChoice } from "./payment-choice.ts";
import { sampleBuyer } from "./sample-buyer.ts";

const sampleAddress = { street: "12 St James's Square", postcode: "SW1Y 4JH", city: "London" };

/** From the product to the moment of paying, where a shop asks one thing after the other. Gives the name of the order in its address. */
export async function openPaymentStep(
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

/** Chooses how to pay, and types the card where the shop takes one. Ends where the shop sends the buyer. */
export async function submitPaymentChoice(
  browser: FormBrowser,
  { variant, card }: PaymentChoice,
): Promise<void> {
  const { url } = await browser.submit('form[action="/checkout/payment"] button', { variant });
  if (url.pathname.startsWith("/checkout/card/"))
    await browser.submit("input[name=card_number]", cardFormFields("card_", card));
}
