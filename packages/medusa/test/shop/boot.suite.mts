import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { expect, onTestFinished, test } from "vitest";
import { type Knex, KnexDatabase } from "../../src/store/knex-database.ts";
import { failHookOnce } from "./control-hook-handlers.mts";
import { expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** What the plugin says when a shop starts. */
export function bootSuite(open: () => TestShop): void {
  const told = () => open().logged.filter((line) => line.startsWith("warn pay-index:"));

  test("warnings name each unsafe module of this configuration, what replaces it, and the sandbox", () => {
    expect(told()).toEqual([
      expect.stringMatching(/events stay in this process.*event-bus-redis/),
      expect.stringMatching(/safe for one process.*locking-postgres/),
      expect.stringContaining("ready SANDBOX: no money moves."),
    ]);
  });

  test("a second process detects that another process is running", async () => {
    const knex = ModulesSdkUtils.createPgConnection({
      clientUrl: open().database.url,
      driverOptions: { connection: { ssl: false } },
    });
    onTestFinished(() => knex.destroy());
    const second = new KnexDatabase(knex as never as Knex);
    expect(await second.isOnlyProcess()).toBe(false);
  });

  test("the shop's own handler of a workflow hook runs, because the plugin registers none", async () => {
    const buyer = open().buyer();
    await buyer.isReadyToPay(open().shop);
    await buyer.initiate("pp_pay-index_hosted");
    failHookOnce("validate");
    const before = open().logged.length;
    const { body } = await buyer.complete();
    expect(JSON.stringify([body, open().logged.slice(before)])).toContain("The shop's own validate failed.");
  });

  test("a scheduled job of Medusa places a paid order whose first try failed", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    failHookOnce("validate");
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    await runSql(open(), "UPDATE pay_index_job SET due_at = $1 WHERE id = $2", [
      new Date().toISOString(),
      `${open().attempt(cartId)}/place-order`,
    ]);
    const placed = expect.poll(() => readOrderRecords(open(), cartId), { timeout: 20_000, interval: 200 });
    await placed.toMatchObject([expectedCapturedOrder(24.99)]);
  });
}
