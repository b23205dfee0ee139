import { afterAll, beforeAll } from "vitest";
import { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { allPaymentsSuite } from "./all-payments.suite.ts";
import { looksSuite } from "./looks.suite.ts";
import { operationsSuite } from "./operations.suite.ts";
import { paymentPageSuite } from "./payment-page.suite.ts";
import { StaffBrowser, type StaffSuite } from "./staff-browser.ts";
import { type Browser, type Look, type StaffHostShop, StaffSite } from "./staff-site.ts";

/** Opens a site and a browser for the tests of a file. */
export function openStaffSite<Host extends StaffHostShop>(
  start: () => Promise<Host>,
): StaffSuite & { readonly host: () => Host } {
  let browser: Browser;
  let host: Host;
  let site: StaffSite;
  beforeAll(async () => {
    browser = await openChromium();
    host = await start();
    site = new StaffSite(host);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.[Symbol.asyncDispose]();
  });
  const open = (look?: Partial<Look>) => StaffBrowser.open(browser, site, look);
  return { host: () => host, site: () => site, open };
}

/** What the staff pages promise on each host. */
export function staffSuite(suite: StaffSuite): void {
  allPaymentsSuite(suite);
  paymentPageSuite(suite);
  operationsSuite(suite);
  looksSuite(suite);
}
