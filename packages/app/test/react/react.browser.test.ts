import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentResult } from "../../src/index.ts";
import { respondWith, type Sites } from "../local-sites.ts";
import { openChromium } from "../web/open-chromium.ts";
import { openReactSite } from "./react-site.ts";

/** What the shop's page has in Chromium. */
declare const kit: typeof import("../../src/react.ts") &
  typeof import("../../src/web.ts") &
  Pick<typeof import("react"), "createElement" | "StrictMode"> &
  Pick<typeof import("react-dom/client"), "createRoot"> &
  Pick<typeof import("react-dom"), "flushSync">;
declare const root: import("react-dom/client").Root;
/** What each call of `start` waits for. */
declare const starts: PromiseWithResolvers<import("../../src/react.ts").StartedCheckout>[];
declare const results: PaymentResult[];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let chromium: BrowserContext;

beforeAll(async () => {
  chromium = await openChromium();
  return () => chromium.close();
});

describe.each([
  { react: "react", dom: "react-dom" },
  { react: "react-19", dom: "react-dom-19" },
])("$react, in strict mode", (version) => {
  let site: Sites;
  let page: Page;

  beforeAll(async () => {
    site = await openReactSite(version);
    return () => site[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    site.status = respondWith("pending");
    site.asked.length = 0;
    page = await chromium.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(site.shop);
    await page.waitForFunction(() => "kit" in globalThis);
    await page.evaluate(() => {
      const root = kit.createRoot(document.getElementById("root") as HTMLElement);
      Object.assign(globalThis, { root, starts: [], results: [] });
    });
    return () => page.close();
  });

  /** Renders a button whose starts wait for `answer`. */
  const renderButton = (inPopUp = false) =>
    page.evaluate((inPopUp) => {
      const start = () => {
        const call = Promise.withResolvers<import("../../src/react.ts").StartedCheckout>();
        starts.push(call);
        return call.promise;
      };
      const onResult = (result: PaymentResult) => results.push(result);
      const browser = inPopUp ? () => kit.popUp({ returnUrl: "/paid" }) : undefined;
      const button = kit.createElement(kit.CheckoutButton, { start, onResult, browser }, "Pay");
      root.render(kit.createElement(kit.StrictMode, null, button));
    }, inPopUp);

  const answer = (started: import("../../src/react.ts").StartedCheckout) =>
    page.evaluate((started) => starts.at(-1)?.resolve(started), started);

  const started = () => ({ url: `${site.gateway}/pay`, attemptId: "A1", statusUrl: "/status/A1" });

  const renderStatus = (statusUrl: string) =>
    page.evaluate((statusUrl) => {
      const onResult = (result: PaymentResult) => results.push(result);
      const texts = { paid: "Merci." };
      const status = kit.createElement(kit.PaymentStatus, { statusUrl, texts, onResult });
      root.render(kit.createElement(kit.StrictMode, null, status));
    }, statusUrl);

  const button = () => page.getByRole("button", { name: "Pay" });
  const alert = () => page.getByRole("alert").textContent();
  const countStarts = () => page.evaluate(() => starts.length);
  const statusTexts = () => page.getByRole("status").allTextContents();

  async function findFlaws(): Promise<string[]> {
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
    return violations.map(({ id }) => id);
  }

  test("a double click starts once, and the button is busy without losing the focus, until the page is left or restored", async () => {
    await renderButton();
    await button().dblclick();
    await page.keyboard.press("Enter");
    expect(await countStarts()).toBe(1);
    expect(await button().getAttribute("aria-busy")).toBe("true");
    expect(await button().getAttribute("aria-disabled")).toBe("true");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Pay");
    expect(await findFlaws()).toEqual([]);
    await answer(started());
    await page.waitForURL(`${site.gateway}/pay`);
    await page.goBack({ waitUntil: "commit" });
    await page.waitForURL(`${site.shop}/`, { waitUntil: "commit" });
    await expect.poll(() => button().getAttribute("aria-busy")).toBe("false");
    await button().click();
    expect(await countStarts()).toBe(2);
    await answer({ url: "/orders/7" });
    await page.waitForURL(`${site.shop}/orders/7`);
  });

  test("a refusal and an error are displayed, and the next click starts again", async () => {
    await renderButton();
    await button().click();
    await answer({ message: "Please enter: phone number." });
    await expect.poll(alert).toBe("Please enter: phone number.");
    // The second click of a double click does not repeat what failed in between.
    await button().dispatchEvent("click", { detail: 2 });
    expect(await countStarts()).toBe(1);
    expect(await button().getAttribute("aria-busy")).toBe("false");
    expect(await findFlaws()).toEqual([]);
    const reported = page.waitForEvent("pageerror");
    await button().focus();
    await page.keyboard.press("Enter");
    expect(await alert()).toBe("");
    await page.evaluate(() => starts.at(-1)?.reject(new Error("the shop is down")));
    await expect.poll(alert).toBe("The payment page could not be opened.");
    expect((await reported).message).toBe("the shop is down");
    await button().click();
    await page.evaluate(() => starts.at(-1)?.resolve({ url: "javascript:alert(1)" }));
    await expect.poll(alert).toBe("The payment address is invalid.");
  });

  test("pop-up: it closes if the buyer leaves the page of the button, which then opens nothing", async () => {
    await renderButton(true);
    const opening = page.waitForEvent("popup");
    await button().click();
    const closed = (await opening).waitForEvent("close");
    // Without `flushSync`, the answer could come before the button knows that it has left.
    await page.evaluate(() => kit.flushSync(() => root.render(null)));
    await answer({ url: `${site.gateway}/pay` });
    await closed;
    expect(await page.evaluate(() => results)).toEqual([]);
  });

  test("pop-up: a paid payment is reported once, and the button stays busy", async () => {
    await renderButton(true);
    site.status = respondWith("paid");
    const opening = page.waitForEvent("popup");
    await button().click();
    await answer(started());
    await (await opening).getByRole("link", { name: "Order page" }).click({ noWaitAfter: true });
    await page.waitForFunction(() => results.length > 0);
    expect(await page.evaluate(() => results)).toMatchObject([{ status: 1, orderId: "A1", confirmed: true }]);
    expect(await button().getAttribute("aria-busy")).toBe("true");
  });

  test("the status is announced in one live region, and asked once at a time", async () => {
    const answered = Promise.withResolvers<void>();
    site.status = async ({ url }, response) => {
      if (url === "/status/A1") await answered.promise;
      response.end(JSON.stringify({ state: "paid" }));
    };
    await renderStatus("/status/A1");
    expect(await statusTexts()).toEqual(["The payment is not confirmed yet."]);
    await expect.poll(() => site.asked.length).toBe(1);
    await page.evaluate(() => fetch("/status/later"));
    expect(site.asked).toEqual(["/status/A1", "/status/later"]);
    const region = await page.getByRole("status").elementHandle();
    answered.resolve();
    await expect.poll(() => region?.textContent()).toBe("Merci.");
    expect(await page.evaluate(() => results)).toMatchObject([{ status: 1, confirmed: true }]);
    expect(await findFlaws()).toEqual([]);
  });

  test("a late answer about an order is not displayed for the next one", async () => {
    const late = Promise.withResolvers<void>();
    site.status = async ({ url }, response) => {
      if (url === "/status/A1") await late.promise;
      response.end(JSON.stringify({ state: url === "/status/A1" ? "paid" : "failed" }));
    };
    await renderStatus("/status/A1");
    await expect.poll(() => site.asked).toContain("/status/A1");
    const answered = page.waitForResponse(`${site.shop}/status/A1`);
    await renderStatus("/status/B2");
    await expect.poll(statusTexts).toEqual(["Payment failed."]);
    late.resolve();
    await (await answered).finished();
    expect(await statusTexts()).toEqual(["Payment failed."]);
    await renderStatus("");
    expect(await statusTexts()).toEqual(["The payment is not confirmed yet."]);
  });
});
