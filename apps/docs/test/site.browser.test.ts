import { findAccessibilityFlaws, type PartialCheck } from "@pay-index-apps/demo/suite/accessibility-check";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generatedPages, pageAddress, pageSources } from "../src/site-pages.ts";
import { useBuiltSite } from "./use-built-site.ts";

const desktop = { width: 1280, height: 800 };
const phone = { width: 320, height: 640 };
/** So many tabs keep two cores busy. */
const tabs = 3;

const site = useBuiltSite();

/** Opens a tab. What the browser complains about is added to the list. */
async function openTab(complaints: string[]): Promise<Page> {
  const page = await site.newPage({ viewport: desktop });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    // The site fetches linked pages in advance, and the test goes on before they have come.
    if (request.failure()?.errorText !== "net::ERR_ABORTED")
      complaints.push(`${page.url()}: ${request.url()} failed`);
  });
  return page;
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address);
  // The script of the page has run when the switch for dark mode has its name.
  await page.locator(".VPSwitchAppearance[title]:not([title=''])").first().waitFor({ state: "attached" });
  // A colour in the middle of a change has another contrast.
  await page.addStyleTag({ content: "* { transition: none !important; }" });
}

const setDark = (page: Page, isDark: boolean) =>
  page.evaluate(`document.documentElement.classList.toggle("dark", ${isDark})`);

type Check = readonly [size: typeof desktop, isDark: boolean, part?: PartialCheck];

/** What a page has of its own: its structure once, and the colours of its contents in each mode. */
const checksOfContents: readonly Check[] = [
  [phone, false, { contrast: "not", within: ["html"] }],
  [desktop, false, { contrast: "only", within: [".VPContent"] }],
  [desktop, true, { contrast: "only", within: [".VPContent"] }],
];

/** The bars and menus around the contents are the same on all pages of one kind. */
const pagesOfEachKind = ["/", "/zh/", "/guides/refund", "/zh/start/vendure"];
const checksOfKind: readonly Check[] = [
  [desktop, false],
  [desktop, true],
  [phone, false],
  [phone, true],
];

/** Returns what is wrong with a page on a desktop and on a phone, in light and in dark mode. */
async function flawsOf(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const [size, isDark, part] of pagesOfEachKind.includes(address) ? checksOfKind : checksOfContents) {
    await page.setViewportSize(size);
    await setDark(page, isDark);
    const { flaws, tooWide } = await findAccessibilityFlaws(page, part);
    const mode = `${address} ${size.width} ${isDark ? "dark" : "light"}`;
    found.push(...flaws.map((flaw) => `${mode}: ${flaw}`));
    if (tooWide !== 0) found.push(`${mode}: ${tooWide} pixels too wide`);
  }
  return found;
}

test("every page is accessible, fits a phone and reports no error, in light and dark mode", async () => {
  // The other pages of exports are written in the same way.
  const exports = generatedPages.slice(0, 3);
  const addresses = [...pageSources, ...exports].map(pageAddress);
  expect(addresses).toEqual(expect.arrayContaining(pagesOfEachKind));
  const found: string[] = [];
  const checkPages = async (page: Page): Promise<void> => {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      await openPage(page, address);
      found.push(...(await flawsOf(page, address)));
    }
  };
  await Promise.all(Array.from({ length: tabs }, async () => checkPages(await openTab(found))));
  expect(found).toEqual([]);
}, 600_000);

const searches = [
  { from: "/guides/refund", words: "unknownHold", title: "Options" },
  { from: "/zh/", words: "取消订阅", title: "员工页面" },
];

test.each(searches)(
  "the search for $words finds $title, without another server",
  async ({ from, words, title }) => {
    const complaints: string[] = [];
    const page = await openTab(complaints);
    const origins = new Set<string>();
    page.on("request", (request) => origins.add(new URL(request.url()).origin));
    await openPage(page, from);
    await page.locator(".DocSearch-Button").click();
    await page.locator("#localsearch-input").fill(words);
    await expect.poll(() => page.locator("#localsearch-list").textContent()).toContain(title);
    expect([...origins].filter((origin) => origin.startsWith("http"))).toEqual([new URL(site.url).origin]);
    expect(complaints).toEqual([]);
  },
);
