import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const chromiumPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** The same engine without an address bar and tabs, which need as much memory as the pages. */
const headlessShellPath = "/usr/bin/chromium-headless-shell";
const launchArguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/**
 * Opens the system's own Chromium, the headless shell if it is installed. @throws Error with installation instructions
 */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium([headlessShellPath, ...chromiumPaths]),
    args: launchArguments,
  });
}

/**
 * Opens a Chromium that refuses cookies and stores nothing, with its own settings, which the headless shell does not
 * have.
 */
export async function openChromiumWithoutCookies(options: BrowserContextOptions): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), "pay-index-buyer-"));
  await mkdir(join(profile, "Default"));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const launch = { executablePath: findChromium(chromiumPaths), args: launchArguments, ...options };
  const context = await chromium.launchPersistentContext(profile, launch);
  context.once("close", () => void rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}

function findChromium(where: readonly string[]): string {
  const found = [process.env.CHROMIUM, ...where].find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    "There is no Chromium here: install it (apt-get install chromium), or set CHROMIUM to its path.",
  );
}
