import { DataSource } from "typeorm";
import { expect, onTestFinished, test } from "vitest";
import { findBootWarnings } from "../src/boot-warnings.ts";
import { pluginEntities } from "../src/entities/entities.ts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { bootInChildProcess } from "./shop/boot-in-child-process.mts";
import { teaPlan } from "./shop/subscriptions/subscription-test-shop.mts";

const database = { kind: "sqljs" } as const;

test("a shop without a scheduler boots with a warning that names the solution", async () => {
  const { code, said } = await bootInChildProcess(database, { plans: { tea: teaPlan } }, { isEmpty: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).toMatch(
    /PayIndex.* scheduler_missing: .* Add DefaultSchedulerPlugin\.init\(\) to the plugins\./,
  );
  expect(said).toMatch(/plans_not_sold: .*acceptRawCards/);
});

test("a shop with a scheduler gets no such warning, but a warning that its plans cannot be bought", async () => {
  const merchants = [{ id: "10002", key: "k", variants: ["hosted"] }];
  const plugin = { plans: { tea: teaPlan }, acceptRawCards: true, merchants };
  const { code, said } = await bootInChildProcess(database, plugin, { isEmpty: true, hasScheduler: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).not.toContain("scheduler_missing");
  expect(said).toMatch(/plans_not_sold: .*no merchant/);
});

test("a merchant whose tenant names no channel is a warning at start (D5)", async () => {
  const merchant = { id: "10002", key: "k", variants: ["hosted"] };
  const plugin = { merchants: [merchant, { ...merchant, tenant: "north" }] };
  const { code, said } = await bootInChildProcess(database, plugin, { isEmpty: true, hasScheduler: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).toMatch(
    /merchant_without_channel: The merchant 10002 has the tenant "north", which is not the id of a channel.* Use one of "default" \(__default_channel__\)\./,
  );
});

test("a payment method whose variant no merchant sells is a warning at start with a solution", async () => {
  const place = await createSqljsDatabase();
  onTestFinished(() => place.remove());
  const plugin = { merchants: [{ id: "10002", key: "k", variants: ["hosted", "card"] }] };
  const { code, said } = await bootInChildProcess(place.database, plugin, { hasScheduler: true });
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("booted") });
  expect(said).toMatch(
    /method_not_sold: Buyers cannot use the payment method "link"\. No merchant of the tenant "default" has the variant "link"\. Add it to the variants of the merchant that sells it, or choose another variant/,
  );
  expect(said).toMatch(
    /the payment method "card"\. The variant "card" needs the option acceptRawCards\. Set it to true, or/,
  );
  expect(said).not.toContain('the payment method "hosted"');
});

test("the log of a default Vendure has the notify address and the configuration at start, and no key (B-21, B-50, B-51)", async () => {
  const merchants = [{ id: "10002", key: "a-key-that-nobody-may-see", variants: ["hosted"] }];
  const options = { isEmpty: true, hasScheduler: true, logsInfo: true };
  const { said } = await bootInChildProcess(database, { merchants, schedule: "*/5 * * * * *" }, options);
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
});

test("a process without the plugin's tables gets a warning with their names and the command", async () => {
  const rawConnection = await new DataSource({
    type: "sqljs",
    entities: pluginEntities,
  }).initialize();
  onTestFinished(() => rawConnection.destroy());
  const warnings = await findBootWarnings({
    config: { schedulerOptions: {} },
    connection: { rawConnection },
    options: { core: { merchants: [] }, own: { plans: new Map() } },
  } as never);
  expect(warnings).toContainEqual({
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
  const warnings = await findBootWarnings({
    config: { schedulerOptions: {} },
    connection: { rawConnection: { getRepository: broken } },
    options: { core: { merchants: [] }, own: { plans: new Map(), hasPlanField: true } },
  } as never);
  expect(warnings).toContainEqual({
    code: "plans_unread",
    message: expect.stringContaining("[e-mail] [digits] at postgres://[credentials]@db"),
  });
});
