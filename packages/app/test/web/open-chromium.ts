import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** As a buyer has it: it blocks pop-ups and keeps pages for the back button, both of which tests switch off otherwise. */
const likeABuyers = ["--disable-popup-blocking", "--disable-back-forward-cache"];

/** With a profile of its own, which is deleted when it is closed. */
export async function openChromium(): Promise<BrowserContext> {
  const executablePath = [process.env.CHROMIUM, ...places].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (executablePath === undefined) {
    throw new Error(
      "There is no Chromium here: install it (apt-get install chromium), or set CHROMIUM to its path.",
    );
  }
  const profile = await mkdtemp(join(tmpdir(), "pay-index-app-"));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const options = { executablePath, args, ignoreDefaultArgs: likeABuyers };
  const context = await chromium.launchPersistentContext(profile, options);
  context.once("close", () => void rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
