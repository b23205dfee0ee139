import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { launchOptions } from "../../../sandbox/test/fixtures/open-chromium.ts";

/** As a buyer has it: it blocks pop-ups and keeps pages for the back button, both of which tests switch off otherwise. */
const likeABuyers = ["--disable-popup-blocking", "--disable-back-forward-cache"];

/** With a profile of its own, which is deleted when it is closed. */
export async function openChromium(): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), "pay-index-app-"));
  const options = { ...launchOptions("all"), ignoreDefaultArgs: likeABuyers };
  const context = await chromium.launchPersistentContext(profile, options);
  context.once("close", () => void rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
