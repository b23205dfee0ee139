import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium } from "@pay-index-apps/demo/buyer/chromium";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildRelease } from "../src/build-release.ts";
import { serveSite } from "./serve-site.ts";

// A site with three pages, and with the settings and the theme of the real one.
const source = fileURLToPath(new URL("small-site", import.meta.url));
const into = mkdtempSync(join(tmpdir(), "pay-index-published-site-"));
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

let browser: Browser;
let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  writeFileSync(join(into, "CNAME"), "docs.example");
  buildRelease({ version: "0.9", into, source });
  writeFileSync(join(into, "a-page-that-is-gone.html"), "");
  buildRelease({ version: "0.10", into, source });
  browser = await openChromium();
  site = await serveSite(into);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(into, { recursive: true });
});

test("the newest release is in the root and in its folder, and an old one stays in its folder", () => {
  expect(JSON.parse(readFileSync(join(into, "versions.json"), "utf8"))).toEqual(["0.10", "0.9"]);
  const files = ["index.html", "v0.10/index.html", "v0.9/index.html", "CNAME", "a-page-that-is-gone.html"];
  expect(files.map((file) => existsSync(join(into, file)))).toEqual([true, true, true, true, false]);
  const page = (file: string) => readFileSync(join(into, file), "utf8");
  expect(page("index.html")).not.toContain('content="noindex"');
  expect(page("v0.10/index.html")).toContain('content="noindex"');
});

test("the menu of each version leads to the others, on a desktop and on a phone", async () => {
  const page = await browser.newPage({ viewport: desktop });
  await page.goto(`${site.url}/guides/upgrade`);
  await page.getByRole("button", { name: "Version 0.10" }).hover();
  await page.getByRole("link", { name: "Version 0.9", exact: true }).click();
  await page.waitForURL(`${site.url}/v0.9/`);

  await page.setViewportSize(phone);
  await page.locator(".VPNavBarHamburger").click();
  await page.locator(".VPNavScreen").getByRole("button", { name: "Version 0.9" }).click();
  await page.locator(".VPNavScreen").getByRole("link", { name: "Version 0.10 (newest)" }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await page.getByText("The home page of a small site.").isVisible()).toBe(true);
  await page.close();
});

test("only the pages of an old version name the newest one, in both languages", async () => {
  const page = await browser.newPage({ viewport: desktop });
  const note = page.locator(".older-version");
  await page.goto(`${site.url}/v0.9/guides/upgrade`);
  await expect.poll(() => note.textContent()).toContain("This page describes version 0.9.");
  await page.goto(`${site.url}/v0.9/zh/`);
  await expect.poll(() => note.textContent()).toContain("本页说明的是版本 0.9。");
  for (const path of ["/guides/upgrade", "/v0.10/guides/upgrade"]) {
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    expect(await note.count()).toBe(0);
  }
  await page.goto(`${site.url}/v0.9/`);
  await note.getByRole("link").click();
  await page.waitForURL(`${site.url}/`);
  await page.close();
});

test("a folder with other files is refused, because the root of the site is replaced", () => {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-other-folder-"));
  writeFileSync(join(folder, "letter.txt"), "");
  expect(() => buildRelease({ version: "0.9", into: folder, source })).toThrow("has no versions.json");
  expect(existsSync(join(folder, "letter.txt"))).toBe(true);
  rmSync(folder, { recursive: true });
});
