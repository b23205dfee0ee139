import { existsSync } from "node:fs";
import { join } from "node:path";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { serveSite, siteFolder } from "./serve-site.ts";

/** The built site and a browser, for the tests of a file. */
export function useBuiltSite() {
  if (!existsSync(join(siteFolder, "index.html")))
    throw new Error("The site is not built. Run this first: npx --yes pnpm@12 docs:build");
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
  return {
    newPage: (options?: Parameters<Browser["newPage"]>[0]): Promise<Page> => browser.newPage(options),
    get url(): string {
      return site.url;
    },
  };
}
