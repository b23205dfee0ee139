import { fileURLToPath } from "node:url";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import { until } from "@pay-index-apps/demo/buyer/until";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openStage, type Stage } from "./stage.ts";

const screenshots = fileURLToPath(new URL("../../../.screenshots/", import.meta.url));

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
  context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
});
afterEach(async ({ task }) => {
  const path = `${screenshots}express-${task.name.replace(/\W+/g, "-")}.png`;
  if (task.result?.state === "fail") await page.screenshot({ path, fullPage: true });
  await context.close();
});

async function toCheckout(way: string): Promise<void> {
  await page.goto(stage.shopUrl);
  await page.getByRole("button", { name: "Add to the cart: Stoneware mug" }).click();
  await page.getByRole("link", { name: "Add something else" }).click();
  await page.getByRole("button", { name: "Add to the cart: Reading lamp" }).click();
  await page.getByRole("button", { name: "Go to the checkout" }).click();
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("E-mail").fill("grace@example.com");
  await page.getByLabel("Telephone").fill("2025550123");
  await page.getByLabel("Country").selectOption("US");
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
  expect(await page.title()).toContain("Paid");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
}

it("sells a hosted order, from the product to the paid order, by clicking", async () => {
  await toCheckout("On the payment page");
  expect(page.url()).toContain(stage.sandbox.url);
  await page.getByRole("link", { name: /Succeeds/ }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await seePaidOrder();
  expect(stage.sandbox.orders().at(-1)).toMatchObject({ variant: "hosted", amount: "56.50", state: "paid" });
});

it("sells by a card that the bank asks about (3D)", async () => {
  await toCheckout("By card, here");
  await typeCard("4141 4141 4141 4141");
  await page.getByRole("button", { name: "Approve" }).click();
  await seePaidOrder();
  expect(stage.sandbox.orders().at(-1)).toMatchObject({ variant: "card", state: "paid" });
});

it("brings a buyer whose card is declined back to an order that one click pays again (B-18)", async () => {
  await toCheckout("By card, here");
  await typeCard("4000 0000 0000 1018");
  await page.getByRole("button", { name: "Try again" }).click();
  await typeCard("4242 4242 4242 4242");
  await seePaidOrder();
});

it("works in a browser that runs no script", async () => {
  await context.close();
  context = await browser.newContext({ javaScriptEnabled: false });
  page = await context.newPage();
  await toCheckout("Wallet or bank");
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
