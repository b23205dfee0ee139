import { afterAll, beforeAll, test } from "vitest";
import { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { allPaymentsSuite } from "./all-payments.suite.ts";
import { looksSuite } from "./looks.suite.ts";
import { operationsSuite, refundAndRenewalSuite } from "./operations.suite.ts";
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
  refundAndRenewalSuite(suite);
  operationsSuite(suite);
  looksSuite(suite);
}

/** What is enough where the same pages were built and linked in another way. */
export function resolutionSuite({ site, open }: StaffSuite): void {
  test("staff resolve an item of the queue", async () => {
    const sale = await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
    await using staff = await open();
    await staff.queue();
    await staff.queuedOf(sale).getByRole("link").click();
    await staff.resolve(/^Dismissed/, "Given back.");
    await staff.timeline.getByText(/dismissed the payment: Given back\.$/).waitFor();
    await staff.hasNoFlaws();
  });
}
