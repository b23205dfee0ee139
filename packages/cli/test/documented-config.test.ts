import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runJson } from "./fixtures/run-cli.ts";
import { startShop } from "./fixtures/running-shop.ts";
import { type ShopSettings, shopOptions } from "./shops/shop.ts";

/** The two files that the README has for Express: `shop.ts`, and the configuration. */
function readExamples(): readonly [shop: string, config: string] {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = readme.matchAll(/```ts\n(.*?)```/gs);
  const [shop = "", config = ""] = [...blocks].map(([, code = ""]) => code);
  expect(shop).toContain("function createApp");
  expect(config).toContain("defineConfig");
  return [shop, config];
}

/** Runs `doctor` in a folder with these files. The imports of the packages resolve in it. */
async function diagnose(shop: string, config: string, settings: ShopSettings) {
  const folder = mkdtempSync(fileURLToPath(new URL("documented-", import.meta.url)));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = `
    import { sqlite } from "@pay-index/sqlite";
    export const pool = undefined;
    export const options = {
      ...${JSON.stringify(shopOptions(settings))},
      store: sqlite(${JSON.stringify(settings.database)}),
      amountDue: () => undefined,
      onPaid: () => undefined,
      onEvent: () => undefined,
      orderPage: () => "/",
    };`;
  writeFileSync(join(folder, "shop.ts"), shop + own);
  writeFileSync(join(folder, "pay-index.config.ts"), config);
  const { data } = await runJson(["doctor"], { cwd: folder });
  return data.findings.map(({ code }: { code: string }) => code);
}

test("doctor has no findings for the example in the README", async () => {
  const { settings } = await startShop();
  expect(await diagnose(...readExamples(), settings)).toEqual([]);
});
