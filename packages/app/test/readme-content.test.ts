import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resultMessages } from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README has each message about the payment page", () => {
  const outcomes = ["paid", "failed", "cancelled", "unconfirmed", "shop_silent"];
  for (const [name, message] of Object.entries(resultMessages))
    if (!outcomes.includes(name)) expect(readme).toContain(`| ${message} |`);
});

test("no two outcomes have the same message", () => {
  expect(new Set(Object.values(resultMessages)).size).toBe(Object.keys(resultMessages).length);
});

test("phone-apps.md names what was tested, and with which versions", () => {
  const guide = readFileSync(new URL("../../../docs/guides/phone-apps.md", import.meta.url), "utf8");
  const [, tried = ""] = guide.split("\n## What was tried, and where\n");
  expect(tried).toMatch(/In a real browser.*Chromium/s);
  expect(tried).toContain("tested only with a simulated phone");
  const { devDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  for (const name of [
    "@capacitor/inappbrowser",
    "@capacitor/app",
    "expo-web-browser",
    "react-native-webview",
  ]) {
    const [version] = /^\d+\.\d+/.exec(devDependencies[name]) ?? [];
    expect(tried.replace(/\s+/g, " ")).toContain(`\`${name}\` ${version}`);
  }
});

test("the first example of the README closes the empty window if no payment was started", () => {
  const [, example = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const [, , otherwise = ""] = /try \{(.*startOrder\(.*)\} catch \(error\) \{(.*)\}/s.exec(example) ?? [];
  expect(otherwise).toContain("browser.close?.()");
});
