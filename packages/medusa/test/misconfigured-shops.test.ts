import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { bootInChildProcess, installWithOwnFramework, pluginFolder } from "./shop/boot-in-child-process.mts";
import { createMedusaDatabase } from "./shop/test-shop.mts";

// Each starts a Medusa in a process of its own.
const options = { timeout: 120_000 };

async function database(): Promise<string> {
  const { url, drop } = await createMedusaDatabase();
  onTestFinished(drop);
  return url;
}

test(
  "a plugin with another copy of Medusa than the shop's stops the boot with a message",
  options,
  async () => {
    expect(await bootInChildProcess(await database(), await installWithOwnFramework())).toMatch(
      /^ended with 1: [\s\S]*@pay-index\/medusa has found another copy of @medusajs\/framework/,
    );
  },
);

test("a shop without migrations stops at boot with a message", options, async () => {
  const url = await database();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("DROP TABLE pay_index_job").finally(() => client.end());
  expect(await bootInChildProcess(url, pluginFolder)).toMatch(
    /^ended with 1: [\s\S]*does not have the tables pay_index_job\. Run npx medusa db:migrate/,
  );
});

test.each([
  [
    "merchant",
    { id: "10009" },
    "merchants.0.id: is not the merchant that pp_pay-index_card was registered with",
  ],
])(
  "a plugin with another %s than its providers stops the boot, and the message names the difference",
  options,
  async (...given) => {
    const [, changes, problem] = given;
    const said = await bootInChildProcess(await database(), pluginFolder, { merchant: changes });
    expect(said).toMatch(
      /^ended with 1: [\s\S]*Pass the same options to payIndexProviders\(…\) and to the plugin/,
    );
    expect(said).toContain(problem);
  },
);

test(
  "the log of a shop that starts has the notify address and the configuration, and no key (B-21, B-50, B-51)",
  options,
  async () => {
    const said = await bootInChildProcess(await database(), pluginFolder, { logLevel: "info" });
    expect(said).toMatch(/^started$/m);
    const [, json = "{}"] =
      /pay-index: ready SANDBOX: no money moves\. The gateway must reach \S+<gateway order ID>\S+ (\{.*?\})(?="|\n|\s*$)/m.exec(
        said.replaceAll('\\"', '"'),
      ) ?? [];
    expect(JSON.parse(json), said).toMatchObject({
      notifyUrl: expect.stringMatching(/\/hooks\/pay-index\/notify\/<gateway order ID>\/<token>$/),
      merchants: expect.arrayContaining([expect.objectContaining({ tenant: "default" })]),
      database: "postgres",
      schedule: "*/10 * * * * *",
    });
  },
);
