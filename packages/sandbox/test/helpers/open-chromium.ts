import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The first has no address bar and tabs of its own, which nobody sees here and which cost as much again as the pages. */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export function openChromium(): Promise<Browser> {
  const found = [process.env.CHROMIUM, ...places].find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    throw new Error(
      "There is no Chromium here: install it (apt-get install chromium), or set CHROMIUM to its path.",
    );
  }
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  return chromium.launch({ executablePath: found, args });
}
