import { ada } from "@pay-index-apps/demo/buyer/ada";
import type { Browser } from "@pay-index-apps/demo/buyer/browser";
import { cardForm, type Wish } from "@pay-index-apps/demo/buyer/wish";

/** From the product to the moment of paying: the order exists then. Gives the address of its page. */
export async function fillCart(browser: Browser, shopUrl: string, product = "lamp"): Promise<URL> {
  await browser.open(shopUrl);
  await browser.submit(`button[value="${product}"]`);
  const { url } = await browser.submit('form[action="/orders"] button');
  return new URL(url.pathname.replace("/checkout/", "/orders/"), url);
}

/** Sends the checkout form, and the card where the shop takes one. Ends where the shop sends the buyer. */
export async function checkOut(browser: Browser, { variant, card }: Wish): Promise<void> {
  const { url } = await browser.submit('form[action^="/checkout/"] button', { ...ada, variant });
  if (url.pathname.endsWith("/card"))
    await browser.submit("input[name=card_number]", cardForm("card_", card));
}
