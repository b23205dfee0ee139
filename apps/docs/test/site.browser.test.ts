import { existsSync } from "node:fs";
import { join } from "node:path";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import { findFlaws } from "@pay-index-apps/demo/suite/accessibility-check";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageAddress, pageSources } from "../src/site-pages.ts";
import { serveSite, siteFolder } from "./serve-site.ts";

if (!existsSync(join(siteFolder, "index.html")))
  throw new Error("The site is not built. Run this first: npx --yes pnpm@12 docs:build");

const desktop = { width: 1280, height: 800 };
const phone = { width: 320, height: 640 };
/** So many tabs keep two cores busy. */
const tabs = 3;

let browser: Browser;
let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  browser = await openChromium();
  site = await serveSite();
});
afterAll(async () => {
  await browser.close();
  site.close();
});

/** Opens a page of the site and returns what the browser complains about. */
async function open(page: Page, address: string): Promise<string[]> {
  const complaints: string[] = [];
  page.removeAllListeners();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("requestfailed", (request) => complaints.push(request.url()));
  await page.goto(site.url + address);
  // The script of the page has run when the switch for dark mode has its name.
  await page.locator(".VPSwitchAppearance[title]:not([title=''])").first().waitFor({ state: "attached" });
  // A colour in the middle of a change has another contrast.
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  return complaints;
}

const setDark = (page: Page, isDark: boolean) =>
  page.evaluate(`document.documentElement.classList.toggle("dark", ${isDark})`);

/** Returns what is wrong with a page on a desktop and on a phone, in light and in dark mode. */
async function flawsOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    for (const isDark of [false, true]) {
      await setDark(page, isDark);
      const { flaws, tooWide } = await findFlaws(page);
      const mode = `${address} ${size.width} ${isDark ? "dark" : "light"}`;
      found.push(...flaws.map((flaw) => `${mode}: ${flaw}`));
      if (tooWide !== 0) found.push(`${mode}: ${tooWide} pixels too wide`);
    }
  }
  return found;
}

test("every page is accessible, fits a phone and reports no error, in light and dark mode", async () => {
  const addresses = pageSources.map(pageAddress);
  const found: string[] = [];
  const checkNext = async (page: Page): Promise<void> => {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      const complaints = await open(page, address);
      found.push(...complaints, ...(await flawsOf(page, address)));
    }
  };
  const context = await browser.newContext();
  await Promise.all(Array.from({ length: tabs }, async () => checkNext(await context.newPage())));
  expect(found).toEqual([]);
}, 600_000);
