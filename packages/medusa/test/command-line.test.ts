import { afterAll, beforeAll, expect, test } from "vitest";
import { readOrderRecords } from "./shop/order-records.mts";
import { runCommandLine } from "./shop/run-command-line.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// The command line with the configuration of `docs/reference/medusa.md`, on a real Medusa.

const operations = { query: { minimumGap: 0 } };

let stage: TestShop;
beforeAll(async () => {
  stage = await openTestShop({ operations });
}, 240_000);
afterAll(async () => {
  await stage?.close();
});

test("reconcile finds a payment whose notification was lost, and Medusa places its order", async () => {
  const buyer = stage.buyer();
  const cartId = await buyer.isReadyToPay(stage.shop);
  await buyer.start();
  const attemptId = stage.attempt(cartId);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
  await stage.control.resolve(attemptId, { outcome: "paid" });
  const settings = {
    origin: stage.origin,
    databaseUrl: stage.database.url,
    gateway: stage.sandbox.url,
    operations,
  };
  const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];
  expect(await runCommandLine(settings, ["reconcile", ...period])).toMatchObject({
    ok: false,
    counts: { updated: 1 },
    attempts: [{ attemptId, reference: cartId, finding: "updated", state: "paid" }],
  });
  expect(await readOrderRecords(stage, cartId)).toMatchObject([{ total: 24.99, transactions: [24.99] }]);
  const { findings } = await runCommandLine(settings, ["doctor"]);
  expect(findings.map(({ code }: { code: string }) => code)).not.toContain("shop_not_opened");
});
