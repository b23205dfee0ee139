import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { expect, onTestFinished, test } from "vitest";
import { type Knex, KnexDatabase } from "../../src/store/knex-database.ts";
import { failHookOnce } from "./control-hook-handlers.mts";
import { expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** What the plugin says when a shop starts. */
export function bootSuite(open: () => TestShop): void {
  test("the log has each unsafe module of this configuration, the sandbox, the notify address, and no key (B-21, B-50, B-51)", () => {
    const told = open().logged.filter((line) => line.startsWith("warn pay-index:"));
    expect(told).toEqual([
      expect.stringMatching(/events stay in this process.*event-bus-redis/),
      expect.stringMatching(/safe for one process.*locking-postgres/),
      expect.stringMatching(/ready SANDBOX: no money moves\. The gateway must reach \S+<gateway order ID>/),
    ]);
    const [ready = ""] = told.slice(-1);
    expect(JSON.parse(ready.slice(ready.indexOf("{")))).toMatchObject({
      notifyUrl: `${open().origin}/hooks/pay-index/notify/<gateway order ID>/<token>`,
      merchants: expect.arrayContaining([expect.objectContaining({ tenant: "default" })]),
      ...{ database: "postgres", schedule: "*/10 * * * * *" },
    });
    expect(open().logged.join()).not.toMatch(/sandbox-\w+-key/);
  });

  test("a second process detects that another process is running", async () => {
    const driverOptions = { connection: { ssl: false } };
    const knex = ModulesSdkUtils.createPgConnection({ clientUrl: open().database.url, driverOptions });
    onTestFinished(() => knex.destroy());
    expect(await new KnexDatabase(knex as never as Knex).isOnlyProcess()).toBe(false);
  });

  test("the shop's own handler of a workflow hook runs, because the plugin registers none", async () => {
    const { buyer } = await open().ready();
    await buyer.initiate("pp_pay-index_hosted");
    failHookOnce("validate");
    const before = open().logged.length;
    const { body } = await buyer.complete();
    expect(JSON.stringify([body, open().logged.slice(before)])).toContain("The shop's own validate failed.");
  });

  test("a scheduled job of Medusa places a paid order whose first try failed", async () => {
    const { cartId } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    await open().isNotPlaced(cartId);
    const now = new Date().toISOString();
    await runSql(open(), "UPDATE pay_index_job SET due_at = $1 WHERE reference = $2", [now, cartId]);
    await expect
      .poll(() => readOrderRecords(open(), cartId), { timeout: 20_000 })
      .toMatchObject([expectedCapturedOrder(24.99)]);
  });
}
