import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openChromium, openChromiumWithoutCookies } from "../buyer/chromium.ts";
import type { TestShopProcess } from "./test-shop.ts";

/** A shop, and a buyer's browser that is new for each test. */
export interface ChromiumVisit {
  readonly stage: TestShopProcess;
  readonly page: Page;
  /** What the pages themselves complain about, such as something that a policy forbids. */
  readonly complaints: readonly string[];
  /** Begins again in another kind of browser. */
  beginIn(options: BrowserContextOptions): Promise<void>;
  /** Begins again in a browser that refuses cookies. */
  beginWithoutCookies(): Promise<void>;
  /** One more tab of the same browser. */
  newTab(): Promise<Page>;
  /** Closes the window, and opens another one of the same browser. */
  reopen(): Promise<void>;
}

/** As most buyers have it. */
const phoneOptions: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};

/** A shop takes 20 cards from one address in a quarter of an hour, and a test sends five at most. */
const [enoughCards, quarterHour] = [15, 15 * 60];

/** For the tests of one file, which share the shop. */
export function setUpChromiumVisit(openShop: () => Promise<TestShopProcess>): ChromiumVisit {
  let browser: Browser;
  let stage: TestShopProcess;
  let context: BrowserContext;
  let page: Page;
  let cards = 0;
  const complaints: string[] = [];

  async function begin(opened: BrowserContext): Promise<void> {
    context = opened;
    context.setDefaultTimeout(15_000);
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    context.on("weberror", (error) => complaints.push(error.error().message));
    context.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname.includes("/card/")) cards++;
    });
    page = await context.newPage();
  }

  /** For the next test. */
  async function tidy(): Promise<void> {
    stage.goOn();
    await stage.sandbox.clearFaults();
    await stage.sandbox.setQuirks("none");
    if (cards < enoughCards) return;
    await stage.pass(quarterHour);
    cards = 0;
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
    await begin(await browser.newContext(phoneOptions));
  });
  afterEach(async () => {
    await context.close();
    await tidy();
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
      await begin(await browser.newContext(options));
    },
    async beginWithoutCookies() {
      await context.close();
      await begin(await openChromiumWithoutCookies(phoneOptions));
    },
    newTab: () => context.newPage(),
    async reopen() {
      await page.close();
      page = await context.newPage();
    },
  };
}
