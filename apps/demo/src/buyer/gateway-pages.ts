import type { FormBrowser } from "./form-browser.ts";
import { cardFormFields } from "./payment-choice.ts";
import { waitUntil } from "./wait-until.ts";

/** Passes whatever pages the gateway shows, as a buyer who wants to pay. Ends back in the shop. */
export async function completeGatewayPages(browser: FormBrowser, card: string): Promise<void> {
  const gateway = browser.page.url.origin;
  for (let pages = 0; browser.page.url.origin === gateway; pages++) {
    const { root, url } = browser.page;
    if (pages > 5) throw new Error(`the gateway does not let the buyer go from ${url.pathname}`);
    if (root.querySelector("input[name=number]"))
      await browser.submit("input[name=number]", cardFormFields("", card));
    else if (root.querySelector("button[value=approve]")) await browser.submit("button[value=approve]");
    else if (root.querySelector(".methods a")) await browser.click('.methods a[href$="/wechat"]');
    else await browser.click('a[href$="/return"]');
  }
}

/** Loads the waiting page again until it tells the outcome, and follows its link. A shop may leave the outcome to its order's page. */
export async function waitForOrderPage(browser: FormBrowser): Promise<void> {
  await waitUntil("the waiting page to go on", async () => {
    const { url, root } = browser.page;
    if (url.pathname.startsWith("/orders/")) return true;
    if (root.querySelector("nav a.first") === null) await browser.open(url);
    else await browser.click("nav a.first");
    return undefined;
  });
}
