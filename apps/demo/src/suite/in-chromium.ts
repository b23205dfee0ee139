import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openChromium } from "../buyer/chromium.ts";
import type { Stage } from "./stage.ts";

const screenshots = fileURLToPath(new URL("../../../../.screenshots/", import.meta.url));

/** A shop, and a page in Chromium that is new for each test. */
export interface Visit {
  readonly stage: Stage;
  readonly page: Page;
  /** What the page itself complains about, such as something its policy forbids. */
  readonly complaints: readonly string[];
  /** Begins again in another kind of browser. */
  beginIn(options: BrowserContextOptions): Promise<void>;
}

/** For the tests of one file. A test that fails leaves a screenshot, under the shop's name. */
export function inChromium(name: string, openShop: () => Promise<Stage>): Visit {
  let browser: Browser;
  let stage: Stage;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  async function open(options: BrowserContextOptions): Promise<void> {
    context = await browser.newContext(options);
    context.setDefaultTimeout(15_000);
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  }

  beforeAll(async () => {
    browser = await openChromium();
    stage = await openShop();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  beforeEach(async () => {
    complaints.length = 0;
    await open({ viewport: { width: 360, height: 740 } });
  });
  afterEach(async ({ task }) => {
    const path = `${screenshots}${name}-${task.name.replace(/\W+/g, "-")}.png`;
    if (task.result?.state === "fail") await page.screenshot({ path, fullPage: true });
    await context.close();
  });

  return {
    get stage() {
      return stage;
    },
    get page() {
      return page;
    },
    complaints,
    async beginIn(options) {
      await context.close();
      await open(options);
    },
  };
}
