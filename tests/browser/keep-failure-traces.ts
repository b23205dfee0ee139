import { mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterEach, beforeEach, type TestContext } from "vitest";

type Task = TestContext["task"];

const folder = fileURLToPath(new URL("../../.screenshots/", import.meta.url));

// Whatever browser a test opens is recorded, and what a failed one saw is kept: a trace of each context, and a picture of each page. Loaded
// before the tests of every file, so that no test has to think of it.

/** What is recorded now. */
const open = new Set<BrowserContext>();
let task: Task | undefined;
let kept = 0;

const launch = chromium.launch.bind(chromium);
chromium.launch = async (options) => recordAll(await launch(options));
const launchPersistentContext = chromium.launchPersistentContext.bind(chromium);
chromium.launchPersistentContext = async (...given) => record(await launchPersistentContext(...given));

beforeEach(async (test) => {
  task = test.task;
  kept = 0;
  for (const context of open) await context.tracing.startChunk();
});
// The first hook of all, and so the last: what is still open serves the next test, too.
afterEach(async () => {
  for (const context of open) await keep(context);
  task = undefined;
});

function recordAll(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => record(await newContext(options));
  return browser;
}

async function record(context: BrowserContext): Promise<BrowserContext> {
  // The pages themselves at every step. A film of them would take a fifth of the time again.
  await context.tracing.start({ snapshots: true });
  // Opened before the first test begins: that starts a chunk of its own.
  if (task === undefined) await context.tracing.stopChunk();
  // Also when its browser is closed, or dies.
  context.once("close", () => open.delete(context));
  const close = context.close.bind(context);
  context.close = async (options) => {
    if (open.delete(context) && task !== undefined) await keep(context);
    await close(options);
  };
  open.add(context);
  return context;
}

/** Ends the chunk of this test. Nothing is written of a test that is well. */
async function keep(context: BrowserContext): Promise<void> {
  if (task?.result?.state !== "fail") return context.tracing.stopChunk();
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${nameOf(task)}${kept === 0 ? "" : `-${kept + 1}`}`;
  kept++;
  for (const [index, page] of context.pages().entries()) {
    // A page that hangs shows nothing, and the trace says why.
    await page
      .screenshot({ path: `${path}-page-${index + 1}.png`, fullPage: true, timeout: 5000 })
      .catch(() => undefined);
  }
  await context.tracing.stopChunk({ path: `${path}.zip` });
}

/** `express-shop-shop-two-tabs-charges-one-card`: whose test, its file, and what it says. */
function nameOf({ file, name, suite }: Task): string {
  const owner = basename(dirname(file.filepath.replace(/\/test\/.*/, "/test")));
  const parts = [owner, basename(file.filepath).replace(/\..*/, ""), suite?.name ?? "", name];
  return parts
    .filter(Boolean)
    .join(" ")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 150);
}
