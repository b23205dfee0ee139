import { findFreePort } from "@pay-index/embedded-postgres";
import { PayIndexPlugin } from "@pay-index/vendure";
import { bootstrap } from "@vendure/core";
import { Client } from "pg";
import { DataSource } from "typeorm";
import { expect, onTestFinished, test } from "vitest";
import { findBootWarnings, findStaffPagesWarnings } from "../src/boot-warnings.ts";
import { pluginEntities } from "../src/entities/entities.ts";
import { createPostgresDatabase, createSqljsDatabase } from "./conformance/test-database.mts";
import { bootInChildProcess, templateProcessFile } from "./shop/boot-in-child-process.mts";

test("the log of a default Vendure has the notify address and the configuration at start, and no key (B-21, B-50, B-51)", async () => {
  const merchants = [{ id: "10002", key: "a-key-that-nobody-may-see", variants: ["hosted"] }];
  const plugin = { merchants, schedule: "*/5 * * * * *" };
  const options = { isEmpty: true, hasScheduler: true, logsInfo: true };
  const { code, said } = await bootInChildProcess({ kind: "sqljs" }, plugin, options);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  const [, json = "{}"] =
    /PayIndex.* ready SANDBOX: no money moves\. The gateway must reach \S+<gateway order ID>\S+ (\{.*\})/.exec(
      said,
    ) ?? [];
  expect(JSON.parse(json)).toEqual({
    notifyUrl: expect.stringMatching(/^http:.*\/notify\/<gateway order ID>\/<token>$/),
    gateway: "http://localhost:4400",
    sandbox: true,
    merchants: [{ id: "10002", tenant: "default", variants: ["hosted"] }],
    database: "sqljs",
    schedule: "*/5 * * * * *",
  });
  expect(said).not.toContain("nobody-may-see");
  expect(said).not.toContain("scheduler_missing");
});

test("outside the sandbox, the boot stops with a message about the password of older projects", async () => {
  const place = await createSqljsDatabase();
  onTestFinished(() => place.remove());
  const { code, said } = await bootInChildProcess(place.database, {
    ...{ sandbox: false, gateway: "https://gateway.example", publicUrl: "https://shop.example/pay" },
    merchants: [{ id: "10002", key: "5f0d9c1b7a3e4d2c8b6a" }],
  });
  expect(code).toBe(1);
  expect(said).toContain("authOptions.superadminCredentials.password: is the value of an example");
  expect(said).not.toContain("booted");
});

test.each([
  ["3.5.7", ["staff_pages_missing"]],
  ["3.6.0", []],
  ["3.10.0", []],
])("at Vendure %s, the log says whether the staff pages are missing", (version, expected) => {
  expect(findStaffPagesWarnings(version).map(({ code }) => code)).toEqual(expected);
});

test("without the plugin's tables, a server ends with an error that names them and the command", async () => {
  const place = await createPostgresDatabase();
  onTestFinished(() => place.remove());
  const { database } = place;
  // As a shop that added the plugin and has not run a migration.
  const client = new Client(database.kind === "postgres" ? database.url : "");
  await client.connect();
  await client.query("DROP TABLE pay_index_payment, pay_index_job");
  await client.end();
  const template = { hasScheduler: true, file: templateProcessFile };
  const { code, said } = await bootInChildProcess(database, {}, template);
  expect({ code, said }).toEqual({ code: 1, said: expect.any(String) });
  expect(said).toContain("The database does not have the tables pay_index_payment, pay_index_job.");
  expect(said).toContain("npx vendure migrate -g pay-index, then npx vendure migrate -r");
  expect(said).not.toContain("booted");
});

test("a plugin without options throws an error with the code to write", async () => {
  const boot = bootstrap({
    apiOptions: { port: await findFreePort(), adminApiPath: "admin-api", shopApiPath: "shop-api" },
    authOptions: {},
    dbConnectionOptions: { type: "sqljs" },
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [PayIndexPlugin],
  });
  await expect(boot).rejects.toMatchObject({
    code: "options_invalid",
    message: expect.stringContaining("PayIndexPlugin.init"),
  });
});

const findWarnings = (rawConnection: object, own: object, { config = {}, sandbox = true } = {}) =>
  findBootWarnings({
    config: { schedulerOptions: {}, ...config },
    connection: { rawConnection },
    core: { merchants: [], sandbox },
    own: { plans: new Map(), ...own },
  } as never);

test("outside the sandbox, a warning names settings with which others can use a session", async () => {
  const repository = { find: async () => [], exists: async () => true };
  const source = { getRepository: () => repository };
  const codes = async (cors: unknown, cookieOptions: object, sandbox = false) => {
    const config = {
      apiOptions: { cors },
      authOptions: { tokenMethod: ["bearer", "cookie"], cookieOptions },
    };
    const warnings = await findWarnings(source, {}, { config, sandbox });
    return warnings.map(({ code }) => code).filter((code) => /cors|cookie/.test(code));
  };
  expect(await codes(true, {})).toEqual(["cors_any_origin", "cookie_not_secure"]);
  expect(await codes({ origin: /./, credentials: true }, { secure: true })).toEqual(["cors_any_origin"]);
  expect(await codes({ origin: ["https://shop.example"] }, { secure: true })).toEqual([]);
  expect(await codes(true, {}, true)).toEqual([]);
});

test("a process without the plugin's tables gets a warning with their names and the command", async () => {
  const source = await new DataSource({ type: "sqljs", entities: pluginEntities }).initialize();
  onTestFinished(() => source.destroy());
  expect(await findWarnings(source, {})).toContainEqual({
    code: "tables_missing",
    message: expect.stringMatching(
      /^The database does not have the tables pay_index_payment, .*pay_index_job.*\. .*npx vendure migrate/,
    ),
  });
});

test("an error of the database is masked in the warning about plans (B-50)", async () => {
  const broken = () => {
    throw new Error("ada@example.com 4111.1111.1111.1111 at postgres://shop:s3cret@db");
  };
  expect(await findWarnings({ getRepository: broken }, { hasPlanField: true })).toContainEqual({
    code: "plans_unread",
    message: expect.stringContaining("[e-mail] [digits] at postgres://[credentials]@db"),
  });
});
