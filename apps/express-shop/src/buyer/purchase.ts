import type { Variant } from "@pay-index/core";
import type { Browser } from "./browser.ts";
import { until } from "./until.ts";

/** The sandbox's test cards that a buyer of the demo may have. */
export const cards = {
  good: "4242424242424242",
  /** The bank wants to see the buyer first (3D). */
  asks: "4141414141414141",
  declined: "4000000000001018",
};

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};

export interface Wish {
  readonly variant: Variant;
  readonly card: string;
}

/** From the product to the moment of paying: the order exists then. Gives the address of its page. */
export async function fillCart(browser: Browser, shopUrl: string): Promise<URL> {
  await browser.open(shopUrl);
  await browser.submit('button[value="lamp"]');
  const { url } = await browser.submit('form[action="/orders"] button');
  return new URL(url.pathname.replace("/checkout/", "/orders/"), url);
}

/** Sends the checkout form, and the card where the shop takes one. Ends where the shop sends the buyer. */
export async function checkOut(browser: Browser, { variant, card }: Wish): Promise<void> {
  const { url } = await browser.submit('form[action^="/checkout/"] button', { ...buyer, variant });
  if (url.pathname.endsWith("/card"))
    await browser.submit("input[name=card_number]", cardForm("card_", card));
}

/** Passes whatever pages the gateway shows, as a buyer who wants to pay. Ends back in the shop. */
export async function passGateway(browser: Browser, card: string): Promise<void> {
  const gateway = browser.page.url.origin;
  for (let pages = 0; browser.page.url.origin === gateway; pages++) {
    const { root, url } = browser.page;
    if (pages > 5) throw new Error(`the gateway does not let the buyer go from ${url.pathname}`);
    if (root.querySelector("input[name=number]"))
      await browser.submit("input[name=number]", cardForm("", card));
    else if (root.querySelector("button[value=approve]")) await browser.submit("button[value=approve]");
    else if (root.querySelector(".methods a")) await browser.click('.methods a[href$="/wechat"]');
    else await browser.click('a[href$="/return"]');
  }
}

/** Loads the waiting page again until it leads to the order. */
export async function waitForOrder(browser: Browser): Promise<void> {
  await until("the waiting page to go on", async () => {
    if (browser.page.url.pathname.startsWith("/orders/")) return true;
    await browser.open(browser.page.url);
    return undefined;
  });
}

function cardForm(prefix: string, number: string): Record<string, string> {
  const year = String(new Date().getFullYear() + 2);
  return {
    [`${prefix}number`]: number,
    [`${prefix}month`]: "12",
    [`${prefix}year`]: year,
    [`${prefix}cvv`]: "123",
  };
}
