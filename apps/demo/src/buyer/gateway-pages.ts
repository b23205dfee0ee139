import type { FormBrowser } from "./form-browser.ts";
import { cardFormFields } from "./payment-choice.ts";
import { waitUntil } from "./wait-until.ts";

/** Completes the gateway's pages as a buyer who pays. Ends in the shop. */
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

/**
 * Reloads the waiting page until it displays the result, and follows its link. The shop can display the result on the
 * order's page instead.
 */
export async function waitForOrderPage(browser: FormBrowser): Promise<void> {
  await waitUntil("the waiting page to go on", async () => {
    const { url, root } = browser.page;
    if (url.pathname.startsWith("/orders/")) return true;
    if (root.querySelector("nav a.first") === null) await browser.open(url);
    else await browser.click("nav a.first");
    return undefined;
  });
}
