import type { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { cardFormFields, type PaymentChoice } from "@pay-index-apps/demo/buyer/payment-choice";
import { sampleBuyer } from "@pay-index-apps/demo/buyer/sample-buyer";

/** Goes from a product to the checkout, which creates the order. Returns the address of the order's page. */
export async function openCheckoutOfNewOrder(
  browser: FormBrowser,
  shopUrl: string,
  product = "lamp",
): Promise<URL> {
  await browser.open(shopUrl);
  await browser.submit(`button[value="${product}"]`);
  const { url } = await browser.submit('form[action="/orders"] button');
  return new URL(url.pathname.replace("/checkout/", "/orders/"), url);
}

/** Submits the checkout form, and the card if the shop accepts it. Ends where the shop redirects the buyer. */
export async function submitPaymentChoice(
  browser: FormBrowser,
  { variant, card }: PaymentChoice,
): Promise<void> {
  const { url } = await browser.submit('form[action^="/checkout/"] button', { ...sampleBuyer, variant });
  if (url.pathname.endsWith("/card"))
    await browser.submit("input[name=card_number]", cardFormFields("card_", card));
}
