import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Sandbox } from "../../src/index.ts";
import { type NotifiedShop, type ReplyHandler, replyOk } from "../fixtures/notified-shop.ts";
import { openChromium } from "../fixtures/open-chromium.ts";
import { type SandboxSetup, setUpSandbox } from "../fixtures/set-up-sandbox.ts";

/** Lines that Chromium writes of what is meant to be so. */
const expected = [
  /** A form that is sent back to be mended. */
  /status of 400/,
  /** An app is opened by the buyer, not by the page. */
  /Not allowed to launch/,
];

/** A sandbox and a shop of its own for each test, seen in Chromium. */
export interface InspectorSetup {
  readonly sandbox: Sandbox;
  readonly shop: NotifiedShop;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A paid card order whose notification the shop has answered. */
  paidOrder(orderId: string, more?: Record<string, string>): Promise<void>;
  answer(reply: ReplyHandler): void;
}

/** Sets the stage for the tests of this file. What a page complains about fails its test. */
export function setUpInspectorForEach(): InspectorSetup {
  let browser: Browser;
  let setup: SandboxSetup;
  let reply: ReplyHandler;
  const complaints: string[] = [];
  const pages: Page[] = [];
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    complaints.length = 0;
    reply = replyOk;
    const options = { frozen: false, allowAppSchemes: ["shop"] };
    setup = await setUpSandbox(options, (...args) => reply(...args));
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    expect(complaints).toEqual([]);
  });
  return {
    get sandbox() {
      return setup.sandbox;
    },
    get shop() {
      return setup.shop;
    },
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1180, height: 800 }, ...options });
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      pages.push(page);
      page.on("console", (message) => {
        const isExpected = expected.some((line) => line.test(message.text()));
        if (["error", "warning"].includes(message.type()) && !isExpected) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(setup.sandbox.url + path);
      return page;
    },
    async paidOrder(orderId, more) {
      expect(await setup.sell(orderId, more)).toMatchObject({ status: 0 });
      await setup.sandbox.nextDelivery(orderId);
    },
    answer(next) {
      reply = next;
    },
  };
}
