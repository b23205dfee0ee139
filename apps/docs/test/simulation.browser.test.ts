import { findAccessibilityFlaws } from "@pay-index-apps/demo/suite/accessibility-check";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type AddedFault, faultNames } from "../../../tests/simulation/faults.ts";
import { simulate } from "../../../tests/simulation/simulation.ts";
import { useBuiltSite } from "./use-built-site.ts";

const site = useBuiltSite();

/** What Node gets for a seed: without the faults that it draws, and with those that a reader adds. */
async function digestOf(seed: number, ...added: AddedFault[]): Promise<string> {
  const { digest } = await simulate(seed, { without: faultNames, added });
  return String(digest >>> 0);
}

async function openPage(address: string): Promise<Page> {
  // So high that a drag needs no scrolling.
  const page = await site.newPage({ viewport: { width: 1280, height: 1600 } });
  await page.goto(`${site.url}/explanation/${address}`);
  return page;
}

const digest = (page: Page) => page.locator(".player-digest").textContent();
const now = (page: Page) => page.locator(".player-now").textContent();
const step = (page: Page, text: string) => page.getByRole("option", { name: text }).first();

test("a reader steps through a seed, adds faults by keyboard and by mouse, and gets what Node gets", async () => {
  const page = await openPage("simulation?seed=820");
  await expect.poll(() => digest(page)).toBe(await digestOf(820));

  await step(page, "The gateway sends success").click();
  await page.getByRole("listbox").press("ArrowDown");
  expect(await now(page)).toContain("Process 1 stores a notification of order-0");
  await page.getByRole("button", { name: "Back" }).press("Enter");
  expect(await now(page)).toContain("The gateway sends success");
  expect(page.url()).toContain("?seed=820&step=24");

  const lost = { fault: "acknowledgement lost", line: 23 } as const;
  await page.getByRole("button", { name: "Lose the OK of the shop" }).press("Enter");
  await expect.poll(() => digest(page)).toBe(await digestOf(820, lost));
  expect(await now(page)).toContain("Fault: Lose the OK of the shop");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("No finding");

  await page.getByText("Shop and database").click();
  const line = await step(page, "Process 1 begins a transaction").getAttribute("id");
  await page
    .getByRole("button", { name: "End the process" })
    .dragTo(step(page, "Process 1 begins a transaction"));
  const ended = { fault: "process dies", line: Number(line?.replace("step-", "")) - 1 } as const;
  const expected = await digestOf(820, lost, ended);
  await expect.poll(() => digest(page)).toBe(expected);
  expect(await page.getByRole("listbox").textContent()).toContain("Process 3 begins a transaction");
  expect(await now(page)).toContain("Fault: End the process");
  await page.getByRole("button", { name: "Forward" }).click();
  await page.getByRole("row", { name: /^process 1 .*ended$/ }).waitFor();

  // The address leads another reader to the same run and step.
  const other = await openPage("simulation");
  await other.goto(page.url());
  await expect.poll(() => digest(other)).toBe(expected);
  expect(await now(other)).toBe(await now(page));

  await other.getByRole("button", { name: "Remove: End the process" }).click();
  await expect.poll(() => digest(other)).toBe(await digestOf(820, lost));
});

test("the keys visit the steps of the watched order only, and those without an order", async () => {
  const page = await openPage("simulation?seed=1");
  await page.getByLabel("Show").selectOption("order-1");
  const timeline = page.getByRole("listbox");
  const listed = await timeline.getByRole("option").allTextContents();
  const visited: string[] = [];
  for (const key of ["Home", ...Array.from(listed.slice(1), () => "ArrowDown")]) {
    await timeline.press(key);
    visited.push((await timeline.getByRole("option", { selected: true }).textContent()) ?? "");
  }
  expect(visited).toEqual(listed);
  expect(listed.join()).not.toContain("order-0");
});

test("with its own faults and core's SQL in Node, a seed has the same digest in the browser", async () => {
  const { createSqlStore } = await import("../../../tests/simulation/sqlite-store.ts");
  const outcome = await simulate(92, { createSqlStore });
  expect(outcome.plan.store).toBe("sql");
  const page = await openPage("simulation?seed=92&own=1");
  await expect.poll(() => digest(page)).toBe(String(outcome.digest >>> 0));
});

test("the simulation is accessible, fits a phone, and is loaded on its page only", async () => {
  const page = await openPage("simulation?seed=820&step=30&add=20:money goes back");
  await expect.poll(() => now(page)).toContain("Step 30");
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  const found: unknown[] = [];
  for (const width of [1280, 320])
    for (const isDark of [false, true]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.evaluate(`document.documentElement.classList.toggle("dark", ${isDark})`);
      const { flaws, tooWide } = await findAccessibilityFlaws(page);
      found.push(...flaws, tooWide);
    }
  expect(found).toEqual([0, 0, 0, 0]);

  const other = await site.newPage();
  const requests: string[] = [];
  other.on("request", (request) => requests.push(request.url()));
  await other.goto(`${site.url}/explanation/payment-state`, { waitUntil: "networkidle" });
  expect(requests.filter((url) => /worker|player/.test(url))).toEqual([]);
});
