import { expect, onTestFinished, test } from "vitest";
import { bootInChildProcess, installWithOwnFramework, pluginFolder } from "./shop/boot-in-child-process.mts";
import { runSql } from "./shop/run-sql.mts";
import { createMedusaDatabase } from "./shop/test-shop.mts";

// Each starts a Medusa in a process of its own.
test.each([
  [
    "another copy of Medusa than the shop's",
    { install: installWithOwnFramework },
    /@pay-index\/medusa has found another copy of @medusajs\/framework/,
  ],
  [
    "another merchant than its providers",
    { merchant: { id: "10009" } },
    /Pass the same options to payIndexProviders\(…\) and to the plugin[\s\S]*merchants\.0\.id: is not the merchant that pp_pay-index_card was registered with/,
  ],
  [
    "a database without its migrations",
    { before: "DROP TABLE pay_index_job" },
    /does not have the tables pay_index_job\. Run npx medusa db:migrate/,
  ],
] as const)(
  "a plugin with %s stops the boot with a message",
  { timeout: 240_000 },
  async (...[, wrong, message]) => {
    const database = await createMedusaDatabase();
    onTestFinished(database.drop);
    if ("before" in wrong) await runSql({ database }, wrong.before);
    const plugin = "install" in wrong ? await wrong.install() : pluginFolder;
    const merchant = "merchant" in wrong ? wrong.merchant : {};
    const said = await bootInChildProcess(database.url, plugin, merchant);
    expect(said).toMatch(/^ended with 1: /);
    expect(said).toMatch(message);
  },
);
