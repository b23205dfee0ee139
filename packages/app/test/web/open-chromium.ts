import { existsSync } from "node:fs";
import { type BrowserContext, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** As a buyer has it: it blocks pop-ups and keeps pages for the back button, both of which tests switch off otherwise. */
const likeABuyers = ["--disable-popup-blocking", "--disable-back-forward-cache"];

/** With a profile of its own. */
export function openChromium(profile: string): Promise<BrowserContext> {
  const found = [process.env.CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    throw new Error(
      "There is no Chromium here: install it (apt-get install chromium), or set CHROMIUM to its path.",
    );
  }
  return chromium.launchPersistentContext(profile, {
    executablePath: found,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    ignoreDefaultArgs: likeABuyers,
  });
}
