import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import { until } from "@pay-index-apps/demo/buyer/until";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openStage, type Stage } from "./stage.ts";

const screenshots = fileURLToPath(new URL("../../../.screenshots/", import.meta.url));
const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

let browser: Browser;
let stage: Stage;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await openChromium();
  stage = await openStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** What the page itself complains about, such as something its policy forbids. */
const complaints: string[] = [];
beforeEach(async () => {
  complaints.length = 0;
  await open({ viewport: { width: 360, height: 740 } });
});
afterEach(async ({ task }) => {
  const path = `${screenshots}medusa-${task.name.replace(/\W+/g, "-")}.png`;
  if (task.result?.state === "fail") await page.screenshot({ path, fullPage: true });
  await context.close();
});

async function open(options: Parameters<Browser["newContext"]>[0]): Promise<void> {
  context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
}

async function toPayment(): Promise<void> {
  await page.goto(stage.shopUrl);
  await page.getByRole("button", { name: "Add to the cart: Stoneware mug" }).click();
  await page.getByRole("link", { name: "Add something else" }).click();
  await page.getByRole("button", { name: "Add to the cart: Reading lamp" }).click();
  await page.getByRole("link", { name: "Go to the checkout" }).click();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("E-mail").fill("grace@example.com");
  await page.getByLabel("Telephone").fill("2025550123");
  await page.getByLabel("Country").selectOption("US");
  await page.getByLabel("Street and number").fill("1 Navy Yard");
  await page.getByLabel("Postcode").fill("20374");
  await page.getByLabel("City").fill("Washington");
  await page.getByRole("button", { name: "Go on to the delivery" }).click();
  await page.getByLabel("By courier, tomorrow").check();
  await page.getByRole("button", { name: "Go on to the payment" }).click();
}

async function choose(way: string): Promise<void> {
  await page.getByLabel(way).check();
  await page.getByRole("button", { name: "Order and pay" }).click();
}

async function typeCard(number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Month").fill("12");
  await page.getByLabel("Year").fill("2099");
  await page.getByLabel("CVV").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
}

async function seePaidOrder(): Promise<void> {
  await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  expect(await page.getByRole("status").textContent()).toContain("Thank you, Grace.");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
  const code = new URL(page.url()).pathname.replace("/orders/", "");
  expect(await stage.witness.orderState(code)).toBe("PaymentSettled");
  // 42.50 and 14.00 net, 15.00 for the courier, 20 % tax.
  expect(stage.sandbox.orders().at(-1)).toMatchObject({ amount: "85.80", currency: "USD", state: "paid" });
}

it("sells a hosted order, from the product to the paid order, by clicking", async () => {
  await toPayment();
  await choose("On the payment page");
  expect(page.url()).toContain(stage.sandbox.url);
  await page.getByRole("link", { name: /Succeeds/ }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await seePaidOrder();
});

it("sells by payment link", async () => {
  await toPayment();
  await choose("By payment link");
  await page.getByRole("link", { name: /Succeeds/ }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await seePaidOrder();
});

it("sells by a card that the bank asks about (3D)", async () => {
  await toPayment();
  await choose("By card, here");
  await typeCard("4141 4141 4141 4141");
  await page.getByRole("button", { name: "Approve" }).click();
  await seePaidOrder();
});

it("sells a subscription, and says beforehand what it costs each month", async () => {
  await toPayment();
  await choose("Every month by card");
  expect(await page.textContent("main")).toContain("You agree to $85.80 now, and the same each month");
  await typeCard("4242 4242 4242 4242");
  await seePaidOrder();
});

it("sells by a wallet that the buyer chose in the shop", async () => {
  await toPayment();
  await page.getByLabel("Wallet or bank").check();
  await page.getByLabel("With", { exact: true }).selectOption("alipay");
  await page.getByRole("button", { name: "Order and pay" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await seePaidOrder();
});

it("brings a buyer whose card is declined back to an order that one click pays again (B-18)", async () => {
  await toPayment();
  await choose("By card, here");
  await typeCard("4000 0000 0000 1018");
  await page.getByRole("link", { name: "Try again" }).click();
  await choose("By card, here");
  await typeCard("4242 4242 4242 4242");
  await seePaidOrder();
});

it("can be used with the keyboard alone", async () => {
  await page.goto(stage.shopUrl);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(page.url()).toContain("#content");
  await toPayment();
  await page.getByLabel("On the payment page").focus();
  await page.keyboard.press("ArrowDown");
  expect(await page.getByLabel("By card, here").isChecked()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByLabel("Card number").focus();
  for (const text of ["4242 4242 4242 4242", "12", "2099", "123"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await seePaidOrder();
});

const looks = [320, 1180].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function expectNoFlaw(): Promise<void> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as Found;
  const flaws = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const about = { url: page.url(), flaws, tooWide: await page.evaluate(tooWide) };
  expect(about).toEqual({ url: page.url(), flaws: [], tooWide: 0 });
}

it.each(looks)(
  "has no flaw that axe finds, nor a page that is too wide ($width px, $colorScheme)",
  async ({ width, colorScheme }) => {
    await context.close();
    await open({ viewport: { width, height: 800 }, colorScheme });
    for (const path of ["/", "/cart", "/nothing"]) {
      await page.goto(stage.shopUrl + path);
      await expectNoFlaw();
    }
    await toPayment();
    for (const path of ["/cart", "/checkout", "/checkout/shipping", "/checkout/payment"]) {
      await page.goto(stage.shopUrl + path);
      await expectNoFlaw();
    }
    await choose("By card, here");
    await expectNoFlaw();
    await typeCard("4000 0000 0000 1018");
    await page.getByRole("heading", { name: "The payment did not work" }).waitFor();
    await expectNoFlaw();
    await page.getByRole("link", { name: "Try again" }).click();
    await choose("By card, here");
    await typeCard("4242 4242 4242 4242");
    await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
    await expectNoFlaw();
  },
);

it("works in a browser that runs no script", async () => {
  await context.close();
  await open({ javaScriptEnabled: false });
  await toPayment();
  await choose("Wallet or bank");
  await page.getByRole("link", { name: /WeChat/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  // The waiting page goes on by itself every five seconds; this buyer does not like to wait.
  await until("the paid order", async () => {
    if (page.url().includes("/orders/")) return true;
    await page.getByRole("link", { name: "Check again" }).click();
    return undefined;
  });
  expect(await page.title()).toContain("Paid");
});
