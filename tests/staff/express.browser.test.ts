// The staff pages of a shop without an admin of its own: the sample shop on Express, run from the sources.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findAccessibilityFlaws } from "../../apps/demo/src/suite/accessibility-check.ts";
import { ExpressSite } from "./express-site.ts";
import { openStaffSite, staffSuite } from "./staff.suite.ts";

const suite = openStaffSite(() => ExpressSite.start());
const { site, open } = suite;

staffSuite(suite);

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const screenshots = fileURLToPath(new URL("../../.screenshots/", import.meta.url));

test("a buyer pays a payment link of staff on a phone, and staff see that it is paid (LINK-OPEN)", async () => {
  const sale = await site().begin();
  await using staff = await open();
  await staff.payment(sale);
  const links = staff.page.getByTestId("pay-index-links");
  await links.getByRole("button", { name: "New payment link" }).click();
  await staff.dialog.getByRole("button", { name: "New payment link" }).click();
  const address = await links.getByText(/\/pay\/link\//).textContent();
  const context = await staff.page.context().browser()?.newContext(phone);
  const page = (await context?.newPage()) ?? expect.unreachable("there is no browser");
  const isClean = async (name: string) => {
    expect(await findAccessibilityFlaws(page)).toEqual({ url: page.url(), flaws: [], tooWide: 0 });
    await page.screenshot({ path: `${screenshots}link-on-phone-${name}.png` });
  };
  try {
    await page.goto(address ?? "");
    await page.getByText(`Amount: ${site().host.price} USD.`).waitFor();
    await isClean("opened");
    await page.getByRole("link", { name: "Continue to payment" }).tap();
    await page.getByRole("link", { name: /Succeeds/ }).tap();
    await page.getByRole("button", { name: /^Pay / }).tap({ noWaitAfter: true });
    await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
    await isClean("paid");
    await page.goto(address ?? "");
    await page.getByRole("heading", { name: "This order is already paid" }).waitFor();
    await isClean("paid-already");
  } finally {
    await context?.close();
  }
  expect(await site().host.isPlaced(sale)).toBe(true);
  await staff.payment(sale);
  await links.locator("[data-state=paid]").waitFor();
  await staff.hasNoFlaws();
});

test("more than fifty attempts and review items have several pages", async () => {
  for (let left = 51; left > 0; left--) await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
  await using staff = await open();
  for (const [list, forward, back] of [
    ["review-items", "Next page", "Previous page"],
    ["attempts", "Older attempts", "Newest attempts"],
  ] as const) {
    await staff.open(list);
    const rows = staff.page.locator("[data-kind], [data-attempt]");
    await expect.poll(() => rows.count()).toBe(50);
    const first = (await rows.first().textContent()) ?? "";
    await staff.page.getByRole("button", { name: forward }).click();
    await expect.poll(() => rows.first().textContent()).not.toBe(first);
    await staff.page.getByRole("button", { name: back }).click();
    await expect.poll(() => rows.first().textContent()).toBe(first);
  }
  // As a link to a page that does not exist any more.
  await staff.queue("offset=900");
});
