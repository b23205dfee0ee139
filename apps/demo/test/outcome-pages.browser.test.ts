import type { PageKind } from "@pay-index/pages";
import type { Browser, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../src/buyer/chromium.ts";
import { findAccessibilityFlaws } from "../src/suite/accessibility-check.ts";
import { OutcomePageBrowser, type OutcomePageBrowserOptions } from "./outcome-page-browser.ts";

const pageKinds = Object.keys({
  ...{ starting: 0, "starting-long": 0, confirming: 0, "confirming-long": 0, placing: 0, placed: 0 },
  ...{ held: 0, failed: 0, unreachable: 0, closed: 0, refunded: 0, review: 0, unavailable: 0 },
  ...{ "card-refused": 0, "card-unclear": 0, "link-open": 0, "link-paid": 0, "link-nothing-due": 0 },
  ...{ "link-ended": 0, "link-withdrawn": 0 },
} satisfies Record<PageKind, 0>) as PageKind[];

const card = {
  refusal: "card_invalid",
  problems: [
    { path: "card_number", message: "" },
    {
      path: "cart.lines.0",
      message: "Stoneware mug is sold out, and none will come before the end of the month.",
    },
  ],
} as const;

let browser: Browser;
const openBrowsers: OutcomePageBrowser[] = [];
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());
afterEach(async () => {
  const open = openBrowsers.splice(0);
  await Promise.all(open.map((window) => window.close()));
  expect(open.flatMap(({ complaints }) => complaints)).toEqual([]);
});

async function open(options?: OutcomePageBrowserOptions): Promise<OutcomePageBrowser> {
  const window = await OutcomePageBrowser.open(browser, options);
  openBrowsers.push(window);
  return window;
}

/** Contrast is a matter of the scheme, and width one of the words. */
const browserLooks = [
  { language: "en", width: 1180, colorScheme: "dark" },
  { language: "zh", width: 320, colorScheme: "light" },
  { language: "ar", width: 320, colorScheme: "dark" },
] as const;

it.each(browserLooks)(
  "axe finds no flaw on any page, and no page is too wide ($language, $width px, $colorScheme)",
  async ({ language, width, colorScheme }) => {
    const viewport = { width, height: 700 };
    const window = await open({ language, viewport, colorScheme, reducedMotion: "reduce" });
    // A page that was answered would go on by itself, while the test goes to the next one.
    window.answer = () => undefined;
    for (const kind of pageKinds) {
      window.kind = kind;
      window.more = kind.startsWith("card") ? { card } : {};
      await window.visit(kind === "confirming" ? "?hint=fail" : "");
      const { flaws, tooWide } = await findAccessibilityFlaws(window.page);
      expect({ kind, flaws, tooWide }).toEqual({ kind, flaws: [], tooWide: 0 });
      // High enough for a finger.
      for (const link of await window.page.getByRole("link").all())
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  },
);

it("an Arabic page and its list have the direction from right to left", async () => {
  const window = await open({ language: "ar", viewport: { width: 320, height: 700 } });
  window.kind = "card-refused";
  window.more = { card };
  await window.visit();
  const measured = await window.page.evaluate(`(() => {
    const style = getComputedStyle(document.querySelector("ul"));
    return [getComputedStyle(document.body).direction, style.textAlign, parseFloat(style.paddingRight) > 0, style.paddingLeft];
  })()`);
  expect(measured).toEqual(["rtl", "start", true, "0px"]);
});

it("the page works with the keyboard: Tab focuses each link visibly, and Enter follows it", async () => {
  const window = await open();
  await window.visit();
  for (const text of ["See your order", "Check again"]) {
    await window.page.keyboard.press("Tab");
    const focused = await window.page.evaluate(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [document.activeElement.textContent, outlineStyle, parseFloat(outlineWidth) >= 2];
    })()`);
    expect(focused).toEqual([text, "solid", true]);
  }
  await window.page.keyboard.press("Shift+Tab");
  await window.page.keyboard.press("Enter");
  await window.page.waitForURL("**/orders/7");
});

it.each([
  ["reduce", "none"],
  ["no-preference", "turn"],
] as const)(
  "the page has no animation if the buyer wants reduced motion (%s)",
  async (reducedMotion, animation) => {
    const window = await open({ reducedMotion });
    await window.visit();
    const moving = `[...document.querySelectorAll("*")].map((each) => getComputedStyle(each).animationName)
    .filter((name) => name !== "none")[0] ?? "none"`;
    expect(await window.page.evaluate(moving)).toBe(animation);
  },
);

describe("the script of a page that waits", () => {
  it("opens the page of the outcome, and leaves no waiting page in the history", async () => {
    const window = await open();
    await window.page.goto("http://shop.test/");
    await window.visit("?hint=fail");
    window.kind = "placed";
    await window.page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
    expect(new URL(window.page.url()).search).toBe("");
    await window.page.goBack();
    expect(window.page.url()).toBe("http://shop.test/");
  });

  it("redirects to the address that the shop or the gateway returns", async () => {
    const window = await open();
    window.kind = "starting";
    await window.visit();
    window.answer = (route) => route.fulfill({ json: { state: "pending", url: "http://shop.test/gateway" } });
    await window.page.waitForURL("**/gateway");
  });

  it("continues after a placed payment, and after the shop could not be asked", async () => {
    for (const [from, to] of [
      ["placing", "placed"],
      ["unavailable", "confirming"],
      ["confirming", "review"],
    ] as const) {
      const window = await open();
      window.kind = from;
      await window.visit();
      const before = await window.heading();
      window.kind = to;
      await expect.poll(() => window.heading()).not.toBe(before);
      expect(window.opened).toHaveLength(2);
    }
  });

  it("asks with growing pauses of at most 30 seconds, and stops after an hour", async () => {
    const window = await open();
    await window.visitAtNoon();
    await expect
      .poll(
        async () => {
          await window.pass(30);
          return (await window.pauses()).at(-1);
        },
        { timeout: 30_000 },
      )
      .toBe(30_000);
    const pauses = await window.pauses();
    expect(pauses.slice(0, 3)).toEqual([1000, 1000, 1250]);
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.length).toBeLessThan(20);
    const last = window.asked + 1;
    await window.page.clock.fastForward("58:00");
    await expect.poll(() => window.asked).toBe(last);
    expect((await window.pauses()).length).toBe(pauses.length);
    await window.page.clock.fastForward("10:00");
    await window.pass(2);
    expect(window.asked).toBe(last);
  });

  const silent: Record<string, (route: Route) => Promise<void> | void> = {
    "knows nothing new": (route) => route.fulfill({ json: { state: "pending", page: "confirming" } }),
    "is gone": (route) => route.abort("connectionrefused"),
    "never answers": () => undefined,
    "claims a failure that is no page": (route) => route.fulfill({ json: { state: "failed" } }),
  };

  it.each(Object.entries(silent))(
    "displays a long wait after a minute, and never a failure, when the shop %s (B-08)",
    async (_, answer) => {
      const window = await open();
      window.answer = answer;
      await window.visitAtNoon();
      await window.pass(58);
      expect(await window.heading()).toBe("Confirming your payment");
      await window.pass(4);
      expect(await window.heading()).toBe("Still waiting for confirmation");
      expect(await window.page.title()).toBe("Still waiting for confirmation");
      expect(await window.news()).toContain("We will e-mail you as soon as there is news.");
      expect(await window.page.textContent("main")).not.toMatch(/fail|did not|Confirming/);
      expect(window.opened).toHaveLength(1);
    },
  );

  it("asks again after requests without an answer, and displays the outcome", async () => {
    const window = await open();
    window.answer = () => undefined;
    await window.visitAtNoon();
    await window.pass(60);
    expect(window.asked).toBeGreaterThan(3);
    window.kind = "placed";
    window.answer = (route) => route.fulfill({ json: { state: "paid", page: "placed" } });
    await window.page.clock.resume();
    await window.page.getByRole("heading", { name: "Thank you for your order" }).waitFor({ timeout: 30_000 });
  });

  it("asks at once when the buyer returns to the tab, and continues to ask while the address returns 404", async () => {
    const window = await open();
    window.answer = (route) => route.fulfill({ status: 404, body: "unknown" });
    await window.visitAtNoon();
    const comeBack = () => window.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await comeBack();
    await expect.poll(() => window.asked).toBe(1);
    await window.pass(60);
    expect(window.asked).toBeGreaterThan(3);
    expect(await window.heading()).toBe("Still waiting for confirmation");
  });
});

describe("without scripts", () => {
  const thanks = "Thank you for your order";

  it("a waiting page reloads only while the buyer chooses this, and asks when the buyer clicks (WCAG 2.2.1)", async () => {
    const window = await open({ javaScriptEnabled: false });
    const reloads = () => window.page.locator("meta[http-equiv]").count();
    const click = (name: string) => window.page.getByRole("link", { name, exact: true }).click();
    await window.visit("?hint=fail");
    expect(await reloads()).toBe(0);
    expect(await window.page.getByText("continues automatically").isVisible()).toBe(false);
    await click("Check automatically");
    await click("Stop checking automatically");
    expect(await reloads()).toBe(0);
    expect(new URL(window.page.url()).search).toBe("?hint=problem");
    await click("Check automatically");
    window.kind = "placed";
    await window.page.getByRole("heading", { name: thanks }).waitFor();
    expect(new URL(window.page.url()).search).toBe("?asked=2&hint=problem");
    window.kind = "confirming";
    await window.visit();
    window.kind = "placed";
    await click("Check again");
    await window.page.getByRole("heading", { name: thanks }).waitFor();
    expect(window.asked).toBe(0);
  });
});

it("a page with an outcome asks the shop again if the buyer opens it again or returns to it", async () => {
  const window = await open();
  window.kind = "failed";
  await window.visit();
  await window.page.getByRole("link", { name: "Try again" }).click();
  await window.page.waitForURL("**/retry/7");
  window.kind = "placed";
  await window.page.goBack();
  expect(await window.heading()).toBe("Thank you for your order");
  await window.page.reload();
  expect(await window.heading()).toBe("Thank you for your order");
  expect(window.asked).toBe(0);
});
