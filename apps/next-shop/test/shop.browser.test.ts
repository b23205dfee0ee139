import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import { type ChildServer, startChildServer } from "@pay-index-apps/demo/run/child-server";
import { payOnGatewayPage } from "@pay-index-apps/demo/suite/browser-actions";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const cwd = fileURLToPath(new URL("..", import.meta.url));
const staffPassword = "let me see";

let browser: Browser;
let sandbox: Sandbox;
let shop: ChildServer;
let folder: string;
let origin: string;

beforeAll(async () => {
  const env = { NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [next, "build"], { cwd, env: { ...process.env, ...env } });
  folder = await mkdtemp(join(tmpdir(), "pay-index-next-shop-"));
  sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [100, 200] });
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  shop = await startChildServer({
    name: "shop",
    args: [next, "start", "--port", port, "--hostname", "127.0.0.1"],
    cwd,
    env: {
      ...env,
      SHOP_URL: origin,
      GATEWAY_URL: sandbox.url,
      DATABASE_FILE: join(folder, "shop.db"),
      STAFF_PASSWORD: staffPassword,
    },
    ready: /Ready in/,
  });
  browser = await openChromium();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await shop?.end();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The shop needs its own address before it listens. */
async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

async function fillForm(page: Page): Promise<void> {
  await page.goto(origin);
  await fillFields(page);
}

async function fillFields(page: Page): Promise<void> {
  for (const [label, text] of [
    ["First name", "Ada"],
    ["Last name", "Lovelace"],
    ["E-mail", "ada@example.com"],
    ["Telephone", "2070000000"],
    ["Country", "GB"],
  ] as const)
    await page.getByLabel(label).fill(text);
}

const buy = (page: Page) => page.getByRole("button", { name: /^Pay / });

async function seePaid(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/orders\//);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
}

/** Without scripts, the waiting page looks when the buyer wants it to. */
async function checkAgainUntilKnown(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        if (page.url().includes("/wait/")) await page.getByRole("link", { name: "Check again" }).click();
        return page.url();
      },
      { timeout: 60_000 },
    )
    .toContain("/orders/");
}

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("a phone %s", (_, javaScriptEnabled) => {
  const options = { javaScriptEnabled };

  test("buys the mug and sees that it is paid", async () => {
    const page = await openPage(options);
    await fillForm(page);
    await buy(page).click();
    await payOnGatewayPage(page);
    if (!javaScriptEnabled) await checkAgainUntilKnown(page);
    await seePaid(page);
  });

  test("names the field that is missing", async () => {
    const page = await openPage(options);
    await fillForm(page);
    await page.getByLabel("Telephone").fill("");
    await buy(page).click();
    await page.getByRole("alert").filter({ hasText: "phone number" }).waitFor();
  });
});

test("a buyer whose card is declined can pay the same order again", async () => {
  const page = await openPage();
  await fillForm(page);
  await buy(page).click();
  await page.getByRole("link", { name: /Is declined/ }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.locator('a[href$="/return"]').click();
  await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
  const url = page.url();
  await fillFields(page);
  await buy(page).click();
  await payOnGatewayPage(page);
  await seePaid(page);
  expect(page.url()).toBe(url);
});

test("a double click starts one payment", async () => {
  const before = sandbox.orders().length;
  const page = await openPage();
  await fillForm(page);
  await buy(page).dblclick();
  await payOnGatewayPage(page);
  await seePaid(page);
  expect(sandbox.orders().length - before).toBe(1);
});

test("the staff pages load, and know their member", async () => {
  const page = await openPage({
    httpCredentials: { username: "staff", password: staffPassword },
  });
  await page.goto(`${origin}/staff`);
  expect(new URL(page.url()).pathname).toBe("/staff/");
  await page.getByRole("heading").first().waitFor();
  const stranger = await fetch(`${origin}/staff/api/session`);
  expect(stranger.status).toBe(401);
});

test("a server with a wrong setting ends when it starts, and says which", async () => {
  const env = { ...process.env, NODE_ENV: "production" as const, GATEWAY_URL: "no address" };
  const args = [next, "start", "--port", "0", "--hostname", "127.0.0.1"];
  await expect(promisify(execFile)(process.execPath, args, { cwd, env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("gateway: must be an address"),
  });
});
