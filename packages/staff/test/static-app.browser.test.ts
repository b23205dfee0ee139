// The built static app in Chromium, with canned answers of the staff API.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import decodeQr from "qr/decode.js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as answers from "./fixtures/staff-answers.ts";
import { StaffServer } from "./fixtures/staff-server.ts";

const dist = new URL("../dist/app/", import.meta.url);
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

let browser: Browser;
let server: StaffServer;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  const executablePath = [process.env.CHROMIUM, ...places].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (executablePath === undefined) throw new Error("There is no Chromium here: set CHROMIUM to its path.");
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  server = await StaffServer.listen((name) => readFile(new URL(name, dist)).catch(() => undefined));
});
afterEach(async () => {
  await page?.context().close();
  await server[Symbol.asyncDispose]();
});

/** Opens a page of the app in a new browser window. */
async function open(hash: string, look: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ locale: "en-US", ...look });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  complaints.length = 0;
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${server.origin}/${hash}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Loading", { exact: true }).waitFor({ state: "detached" });
}

const paymentHash = "#/payment/default/cart-0";
const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: "The shop's text.", problems: [] } },
});
const outdated = refusal(409, "review_item_outdated");
const signedOut = refusal(401, "signed_out");
const without = (id: string) => ({
  body: {
    payment: {
      ...answers.payment,
      reviewItems: answers.payment.reviewItems.filter((item) => item.id !== id),
    },
  },
});

const isFocused = (element: Element) => element === document.activeElement;

const posted = () => server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);

test("no page needs more than the strict CSP allows", async () => {
  for (const hash of ["#/overview", "#/attempts", "#/review-items", "#/health", paymentHash]) {
    await open(hash);
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function findFlaws() {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  return {
    flaws: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    tooWide: await page.evaluate(tooWide),
  };
}

test("a person who may only look has no button that changes something", async () => {
  server.answers.set("session", { body: { ...answers.session, permissions: ["view"] } });
  for (const hash of ["#/attempts", "#/review-items", paymentHash]) {
    await open(hash);
    const main = page.getByRole("main");
    await page.getByText("Grace Hopper", { exact: true }).waitFor();
    const buttons = await main.getByRole("button").allTextContents();
    const harmless = ["Search", "Newest attempts", "Older attempts", "Previous page", "Next page"];
    expect(buttons.filter((each) => !harmless.includes(each))).toEqual([]);
    expect(await main.getByRole("checkbox").count()).toBe(0);
    await page.context().close();
  }
});

test("a person who may resolve items is not offered to refund or to cancel", async () => {
  server.answers.set("session", { body: { ...answers.session, permissions: ["view", "resolve"] } });
  await open(paymentHash);
  const others = page.getByRole("button", {
    name: /^(?:Refund through the gateway|Cancel the subscription)/,
  });
  await page.getByRole("button", { name: "Other actions" }).first().waitFor();
  expect(await others.count()).toBe(0);
  const item = page.locator("[data-kind=amount-mismatch]");
  await item.getByRole("button", { name: "Other actions" }).click();
  expect(await item.getByRole("button", { name: "Record a refund", includeHidden: true }).count()).toBe(0);
  expect(await page.getByRole("radio").count()).toBe(2);
});

test("a payment displays the number of its attempts, and the merchant of each if there are several", async () => {
  await open(paymentHash);
  await page.getByText("12 attempts. The page displays the newest 2.").waitFor();
  expect((await page.getByRole("main").textContent())?.match(/Merchant: Main shop/g)).toHaveLength(1);
});

test.each(["attempts", "review-items", "health", "overview"])(
  "if the page %s cannot be loaded, it says so and has no old data",
  async (name) => {
    server.answers.set(name, refusal(500, "failure"));
    await open(`#/${name}`);
    const main = page.getByRole("main");
    const text = await main.getByRole("alert").textContent();
    expect(text).toMatch(/could not be loaded\. Reload the page\.$/);
    const data = ":is(dl, ol, svg[role=img]):not([data-testid=pay-index-capabilities] *)";
    expect(await main.locator(data).count()).toBe(0);
  },
);

test("a session that ends while a dialog is open loses nothing that was typed", async () => {
  await open(paymentHash);
  const item = page.locator("[data-kind=amount-mismatch]");
  await item.getByRole("button", { name: "Record a refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund ID at the gateway").fill("R-1");
  await dialog.getByLabel("Reason").fill("Statement 9.");
  for (const path of ["session", "payments/cart-0", "review-items", "review-items/resolve"])
    server.answers.set(path, signedOut);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Sign in in another tab, then try again here.").waitFor();
  expect(await dialog.getByLabel("Refund ID at the gateway").inputValue()).toBe("R-1");
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("Statement 9.");
  server.answers.clear();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The action was recorded. The timeline shows it.").waitFor();
  await dialog.waitFor({ state: "detached" });
  const refund = { amount: "1.00", reference: "R-1" };
  const sent = { ids: ["item-0"], action: "record-refund", note: "Statement 9.", refund };
  expect(posted()).toEqual([sent, sent]);
});

test("an item that somebody else resolves meanwhile keeps its dialog, and saving says what happened", async () => {
  await open(paymentHash);
  const item = page.locator("[data-kind=amount-mismatch]");
  await item.getByRole("button", { name: "Other actions" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Dismissed/ }).check();
  await dialog.getByLabel("Reason").fill("Statement 9.");
  server.answers.set("payments/cart-0", without("item-0"));
  server.answers.set("review-items/resolve", outdated);
  // The page reads its data again when staff return to it.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await item.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("Statement 9.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The item is already resolved, or its job is running.").waitFor();
  await dialog.waitFor({ state: "detached" });
  // The button that opened the dialog is gone.
  expect(await page.locator("main:focus").count()).toBe(1);
});

test("a dialog closes with Escape, and the focus returns to its button", async () => {
  await open(paymentHash);
  const button = page.getByRole("button", { name: "Cancel the subscription" });
  await button.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await button.evaluate(isFocused)).toBe(true);
  await button.press("Enter");
  await dialog.getByRole("button", { name: "Cancel the subscription" }).press("Enter");
  await page.getByText("The subscription is cancelled. The gateway charges no further cycle.").waitFor();
  expect(posted()).toEqual([{ attemptId: "20261128000000000000" }]);
});

test("a refund whose answer is lost is sent again as the same refund, and another one is another", async () => {
  await open(paymentHash);
  const button = page.getByRole("button", { name: /^Refund through the gateway/ });
  await button.click();
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Amount to refund (USD)");
  const send = dialog.getByRole("button", { name: "Refund", exact: true });
  await amount.fill("15");
  await send.click();
  await dialog.getByRole("alert").getByText("You can refund at most 14.99 USD.").waitFor();
  expect(await amount.evaluate(isFocused)).toBe(true);
  await amount.fill("5");
  await dialog.getByLabel("Reason for the gateway").fill("Returned");
  server.answers.set("attempts/refund", { status: 502, body: "Bad gateway" });
  await send.click();
  await dialog.getByRole("alert").getByText("The shop did not answer. Try again.").waitFor();
  server.answers.clear();
  await send.click();
  await page.getByText("The gateway made the refund.").waitFor();
  await button.click();
  await dialog.getByLabel("Reason for the gateway").fill("Again");
  await send.click();
  await dialog.waitFor({ state: "detached" });
  const [lost, sent, other] = posted() as { readonly requestId: string }[];
  expect(sent).toEqual(lost);
  expect(sent).toMatchObject({ attemptId: "20261128000000000000", amount: "5", reason: "Returned" });
  expect(other?.requestId).not.toBe(sent?.requestId);
});

test("who presses Enter at once after a change sends what is typed now", async () => {
  await open(paymentHash);
  await page.getByRole("button", { name: /^Refund through the gateway/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason for the gateway").fill("Returned");
  const amount = dialog.getByLabel("Amount to refund (USD)");
  await amount.fill("5");
  await amount.evaluate(async (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "7");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // React has drawn the change, and no effect has run.
    await Promise.resolve();
    field.form?.requestSubmit();
  });
  await dialog.waitFor({ state: "detached" });
  expect(posted()).toMatchObject([{ amount: "7" }]);
});

test("a payment link ends after its last day and replaces the open one, and its QR code has its address", async () => {
  await open("#/payment/default/invoice-7");
  const links = page.getByTestId("pay-index-links");
  await links.getByRole("button", { name: "New payment link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Last day").fill("2030-01-31");
  await dialog.getByRole("button", { name: "New payment link" }).click();
  await dialog.waitFor({ state: "detached" });
  const [first] = answers.paymentLinks.links;
  expect(posted()).toEqual([
    {
      ...{ reference: "invoice-7", tenant: "default", amount: "48.00", currency: "USD" },
      endsAt: new Date("2030-02-01T00:00:00").toISOString(),
      replaces: first?.linkId,
    },
  ]);
  await links.getByRole("button", { name: "QR code" }).click();
  const path = await links.getByRole("img").locator("path").getAttribute("d");
  const size = Number((await links.getByRole("img").getAttribute("viewBox"))?.split(" ").at(-1));
  expect(decodeQr(drawModules(path ?? "", size))).toBe(first?.url);
  expect(complaints).toEqual([]);
});

/** The drawn modules as a picture, eight pixels each. */
function drawModules(path: string, size: number) {
  const side = size * 8;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < 8; row++)
      for (let column = 0; column < 8; column++)
        data.fill(
          0,
          ((Number(y) * 8 + row) * side + Number(x) * 8 + column) * 4,
          ((Number(y) * 8 + row) * side + Number(x) * 8 + column) * 4 + 3,
        );
  return { width: side, height: side, data };
}

test("the filter is in the address: Back restores it", async () => {
  await open("#/attempts");
  await page.getByLabel("Show").selectOption({ label: "Paid" });
  await page.getByRole("searchbox", { name: "Search" }).fill(" ada ");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/attempts?group=paid&q=ada");
  await page.goBack();
  await page.goBack();
  expect(await page.getByLabel("Show").inputValue()).toBe("");
  const asked = server.requests.filter(({ path }) => path.startsWith("attempts")).map(({ path }) => path);
  expect(asked).toContain("attempts?group=paid&q=ada&limit=50");
});

test("names and texts of others are text, however long", async () => {
  const [first] = answers.queue.items;
  const evil = `<img src=x onerror="alert(1)">\u202e${"x".repeat(10_000)}`;
  const order = {
    id: null,
    name: evil,
    total: null,
    buyer: { name: evil, email: null, phone: null },
    goods: [],
  };
  const items = [{ ...first, evidence: evil, order }];
  server.answers.set("session", { body: { ...answers.session, operator: { id: "7", name: evil } } });
  server.answers.set("review-items", { body: { items, count: 1, counts: { "amount-mismatch": 1 } } });
  await open("#/review-items", { viewport: { width: 320, height: 900 } });
  expect(await page.getByText(evil).count()).toBeGreaterThan(2);
  expect(await findFlaws()).toEqual({ flaws: [], tooWide: 0 });
  expect(complaints).toEqual([]);
});
