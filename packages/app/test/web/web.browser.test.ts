import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenPaymentOptions, PaymentResult } from "../../src/index.ts";
import type { Sites } from "../local-sites.ts";
import { openChromium } from "./open-chromium.ts";
import {
  openShopAndGatewaySites,
  respondPaid,
  respondPaidFor,
  respondPending,
} from "./shop-and-gateway-sites.ts";

/** What the shop's pages have in Chromium. */
declare const app: typeof import("../../src/index.ts") & typeof import("../../src/web.ts");
declare let result: Promise<PaymentResult>;

let chromium: BrowserContext;
let sites: Sites;
let page: Page;

beforeAll(async () => {
  chromium = await openChromium();
  sites = await openShopAndGatewaySites();
});
afterAll(async () => {
  await chromium?.close();
  await sites?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  sites.status = respondPaid;
  page = await shopPage("/");
});
afterEach(async () => {
  await page.goto(sites.shop);
  await page.evaluate(() => localStorage.clear());
  for (const each of chromium.pages().slice(1)) await each.close();
});

async function shopPage(path: string): Promise<Page> {
  const opened = await chromium.newPage();
  opened.setDefaultTimeout(10_000);
  await openAgain(path, opened);
  return opened;
}

/** Opens another page of the shop in a tab. */
async function openAgain(path: string, tab = page): Promise<void> {
  await tab.goto(sites.shop + path);
  await tab.waitForFunction(() => "app" in globalThis);
}

type Options = Partial<Omit<OpenPaymentOptions, "status" | "browser">> & {
  readonly status?: string | undefined;
};

/** How long a pending payment is asked about, in milliseconds. A busy machine answers within this time. */
const enough = 3000;
const withStatus: Options = { status: "/status", patience: 5000, attemptId: "A1" };

/** Leaves the shop's page for the payment page. */
async function leave(options: Options, from = page): Promise<void> {
  const left = from.waitForURL(`${sites.gateway}/**`);
  await from.evaluate(
    (given) => {
      const browser = app.sameTab({ returnUrl: "/paid" });
      Object.assign(globalThis, { result: app.openPayment({ ...given, browser }) });
    },
    { url: `${sites.gateway}/pay`, ...options },
  );
  await left;
}

function resume(options: Options = {}, from = page): Promise<PaymentResult | undefined> {
  return from.evaluate(
    (given) => app.resumePayment({ ...given, browser: app.sameTab({ returnUrl: "/paid" }) }),
    options,
  );
}

async function comeBack(
  link: "Succeeded" | "Failed" | "Order page" | "Elsewhere",
  from = page,
): Promise<void> {
  await from.getByRole("link", { name: link }).click();
  await from.waitForURL(`${sites.shop}/**`);
  await from.waitForFunction(() => "app" in globalThis);
}

/** Clicks, waits for what a shop does first, and has the payment page in a window of its own. */
async function clickForPopUp(options: Options): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.evaluate(
    (given) => {
      document.querySelector("button")!.onclick = () => {
        const browser = app.popUp({ returnUrl: "/paid" });
        const started = fetch("/start").then(() => app.openPayment({ ...given, browser }));
        Object.assign(globalThis, { result: started });
      };
    },
    { url: `${sites.gateway}/pay`, ...options },
  );
  await page.getByRole("button", { name: "Pay" }).click();
  const popUp = await opening;
  await popUp.waitForURL(`${sites.gateway}/**`);
  return popUp;
}

const outcome = (): Promise<PaymentResult> => page.evaluate(() => result);
/** Undefined while the payment goes on. */
const outcomeSoFar = () => page.evaluate(() => Promise.race([result, undefined]));

const success = { status: 1, message: "Payment successful.", orderId: "A1" };
const unknown = { status: 0, message: "The payment is not confirmed yet.", orderId: "A1" };

test("same tab: the page that the buyer returns to asks the shop, once", async () => {
  await leave(withStatus);
  await comeBack("Failed");
  expect(await resume()).toEqual({ ...success, confirmed: true });
  await page.reload();
  await page.waitForFunction(() => "app" in globalThis);
  expect(await resume()).toBeUndefined();
  expect(await resume({ status: "/status" })).toEqual({ ...success, orderId: "", confirmed: true });
});

test("same tab: the page that the back button restores asks the shop, and reports a closed page", async () => {
  sites.status = respondPending;
  await leave(withStatus);
  // In a timer, because the navigation ends the page in which this runs.
  await page.evaluate(() => void setTimeout(() => history.back()));
  // Such a page is not loaded once more.
  await page.waitForURL(`${sites.shop}/`, { waitUntil: "commit" });
  expect(await outcome()).toEqual({ ...unknown, message: "The payment page was closed.", confirmed: true });
});

test("same tab, two tabs: each tab resolves its own payment", async () => {
  const other = await shopPage("/");
  await leave(withStatus);
  await leave({ ...withStatus, attemptId: "B2" }, other);
  await comeBack("Succeeded");
  expect(await resume()).toMatchObject({ orderId: "A1", confirmed: true });
  await openAgain("/", other);
  expect(await resume({}, other)).toMatchObject({ orderId: "B2", confirmed: true });
});

test("same tab, two orders: the return of the older one is about it, also after back, forward and reload", async () => {
  await leave(withStatus);
  await openAgain("/");
  await leave({ ...withStatus, attemptId: "B2" });
  await comeBack("Failed");
  // The browser restores such pages, and does not load them once more.
  const restored = { waitUntil: "commit" } as const;
  const again = [() => page.reload(), () => page.goBack(restored).then(() => page.goForward(restored))];
  for (const load of [async () => undefined, ...again]) {
    await load();
    await page.waitForFunction(() => "app" in globalThis);
    expect(await resume()).toBeUndefined();
    sites.status = respondPaidFor("A1");
    expect(await resume({ status: "/status" })).toEqual({ ...success, confirmed: true });
    sites.status = respondPaidFor("B2");
    expect(await resume({ status: "/status" })).toEqual({ ...unknown, confirmed: false });
  }
  await openAgain("/");
  expect(await resume()).toEqual({ ...success, orderId: "B2", confirmed: true });
});

test("pop-up: the payment ends only at the return address, and the pop-up closes", async () => {
  const popUp = await clickForPopUp({});
  expect(await popUp.evaluate(() => opener)).toBeNull();
  await comeBack("Elsewhere", popUp);
  // Timers run in their order: by then the waiting page has looked where the window is.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(await outcomeSoFar()).toBeUndefined();
  await popUp.goBack();
  const closed = popUp.waitForEvent("close");
  await popUp.getByRole("link", { name: "Succeeded" }).click();
  expect(await outcome()).toEqual({ ...success, confirmed: false });
  await closed;
});

test("APP-RETURN: the order page of an adapter, which has neither field, is a return if the shop can be asked", async () => {
  const popUp = await clickForPopUp(withStatus);
  await popUp.getByRole("link", { name: "Order page" }).click({ noWaitAfter: true });
  expect(await outcome()).toEqual({ ...success, confirmed: true });
  sites.status = respondPending;
  await leave(withStatus);
  await comeBack("Order page");
  expect(await resume({ patience: enough })).toEqual({ ...unknown, confirmed: true });
});

test("pop-up closed, B-42: the result is a failure, or the shop's answer if the shop can be asked", async () => {
  await (await clickForPopUp({})).close();
  expect(await outcome()).toMatchObject({ status: 2, message: "The payment page was closed." });
  await (await clickForPopUp(withStatus)).close();
  expect(await outcome()).toEqual({ ...success, confirmed: true });
});

test("pop-up blocked: the launch fails, or the payment continues in the same tab", async () => {
  await page.goto(`${sites.shop}/too-early`);
  await page.waitForFunction(() => "result" in globalThis);
  expect(await outcome()).toMatchObject({ status: 2, message: "The payment page could not be opened." });
  expect(await resume()).toBeUndefined();
  await page.goto(`${sites.shop}/too-early?or=else`);
  await page.waitForURL(`${sites.gateway}/**`);
  await comeBack("Succeeded");
  expect(await resume()).toEqual({ ...success, confirmed: false });
});

test("a return in a new tab resolves there and in the waiting tab", async () => {
  await clickForPopUp(withStatus);
  const other = await shopPage("/paid?paymentStatus=succeeded&orderID=B2");
  expect(await resume({ patience: enough }, other)).toBeUndefined();
  expect(await outcomeSoFar()).toBeUndefined();
  const back = await shopPage("/paid?paymentStatus=succeeded&orderID=A1");
  expect(await resume({}, back)).toEqual({ ...success, confirmed: true });
  expect(await outcome()).toEqual({ ...success, confirmed: true });
});

test("relaunch: a new page resumes the open payment", async () => {
  await leave(withStatus);
  await page.close();
  page = await shopPage("/");
  const gone = { ...unknown, message: "The screen with the payment page is gone.", confirmed: true };
  sites.status = respondPending;
  expect(await resume({ patience: enough })).toEqual(gone);
  sites.status = respondPaid;
  expect(await resume()).toEqual({ ...success, confirmed: true });
  expect(await resume()).toBeUndefined();
});
