import { describe, expect, test } from "vitest";
import { runForShop } from "./fixtures/run-cli.ts";
import { databaseKinds, readOrders, startShop } from "./fixtures/running-shop.ts";

const byStaff = ["--operator", "user_7", "--operator-name", "Grace"];
const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];

describe.each(databaseKinds)("on %s", (kind) => {
  test("review: lists an order that was not placed, retries it with the shop's own order code", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind, { refuses: true });
    await payAtGateway(await start("order-1"));
    const { code, data } = await runForShop(settings, ["review", "list"]);
    const problem = { code: "out_of_stock" };
    expect(code).toBe(0);
    expect(data.items).toMatchObject([{ kind: "order-not-placed", reference: "order-1", problem }]);
    expect((await runForShop(settings, ["review", "list", "--kind", "no-result"])).data.count).toBe(0);
    const retry = ["review", "retry", data.items[0].id, ...byStaff];
    const failed = await runForShop({ ...settings, refuses: true }, retry);
    expect(failed).toMatchObject({ code: 1, data: { outcome: "failed", problem } });
    expect(await runForShop(settings, retry)).toMatchObject({ code: 0, data: { outcome: "done" } });
    expect(await readOrders(settings)).toEqual(["order-1"]);
    const { attempts } = await pay.status({ reference: "order-1" });
    expect(JSON.stringify(attempts[0]?.timeline)).toContain("user_7 (Grace) retried");
  });

  test("review: records a refund that was made at the gateway", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind, { refuses: true });
    await payAtGateway(await start("order-1"));
    const [{ id } = { id: "" }] = await pay.reviewItems();
    const refund = ["--refund-amount", "19.99 USD", "--refund-reference", "R-10", "--note", "Sold out"];
    const args = ["review", "resolve", id, "--action", "record-refund", ...refund, ...byStaff];
    expect(await runForShop(settings, args)).toMatchObject({ code: 0, data: { action: "record-refund" } });
    expect((await pay.status({ reference: "order-1" })).state).toBe("refunded");
    const again = await runForShop(settings, args);
    expect(again).toMatchObject({ code: 1, data: { error: { code: "item_missing" } } });
  });

  test("replay: processes a quarantined notification after the key is corrected", async () => {
    const { settings, start, payAtGateway, serve } = await startShop(kind);
    const attemptId = await start("order-1");
    await serve({ key: "another-key-by-mistake" });
    await payAtGateway(attemptId);
    const replay = ["replay", attemptId, ...byStaff];
    const wrong = await runForShop({ ...settings, key: "another-key-by-mistake" }, replay);
    expect(wrong).toMatchObject({ code: 1, data: { verified: 0, quarantined: 1, state: "pending" } });
    const right = { verified: 1, quarantined: 0, before: "pending", state: "paid" };
    expect(await runForShop(settings, replay)).toMatchObject({ code: 0, data: right });
    expect(await readOrders(settings)).toEqual(["order-1"]);
  });

  test("reconcile: finds a payment whose notification was lost, places its order, and then agrees", async () => {
    const { sandbox, settings, start } = await startShop(kind);
    const attemptId = await start("order-1");
    await start("order-2");
    await sandbox.setFaults({ of: "all" }, [{ kind: "drop" }]);
    await sandbox.resolve(attemptId, { outcome: "paid" });
    const first = await runForShop(settings, ["reconcile", ...period]);
    expect(first).toMatchObject({ code: 1, data: { counts: { agrees: 1, updated: 1, differs: 0 } } });
    const updated = { attemptId, reference: "order-1", finding: "updated", before: "pending", state: "paid" };
    expect(first.data.attempts).toMatchObject([updated]);
    expect(await readOrders(settings)).toEqual(["order-1"]);
    const counts = { agrees: 2, updated: 0 };
    expect(await runForShop(settings, ["reconcile", ...period])).toMatchObject({ code: 0, data: { counts } });
  });

  test("forget: lists, then deletes everything about a payment", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind);
    await payAtGateway(await start("order-1"));
    const dry = await runForShop(settings, ["forget", "order-1", "--dry-run"]);
    const records = { attempts: 1, notifications: 1 };
    expect(dry).toMatchObject({ code: 0, data: { outcome: "dry-run", records } });
    expect((await pay.status({ reference: "order-1" })).state).toBe("paid");
    const forgotten = await runForShop(settings, ["forget", "order-1", "--yes"]);
    expect(forgotten).toMatchObject({ code: 0, data: { outcome: "forgotten", records } });
    expect((await pay.status({ reference: "order-1" })).state).toBe("none");
    expect(await runForShop(settings, ["forget", "order-1", "--yes"])).toMatchObject({ code: 1 });
  });
});

test("forget --before: erases old payments, and says which are still in use", async () => {
  const { settings, start, payAtGateway, pay } = await startShop();
  await payAtGateway(await start("order-1"));
  await start("order-2");
  const before = ["forget", "--before", new Date(Date.now() + 1).toISOString()];
  const counts = { forgotten: 1, refused: 1 };
  const refused = [{ reference: "order-2", refusals: [{ code: "open-attempt" }] }];
  const dry = await runForShop(settings, [...before, "--dry-run"]);
  expect(dry).toMatchObject({ code: 1, data: { dryRun: true, counts, refused } });
  expect((await pay.status({ reference: "order-1" })).state).toBe("paid");
  const run = await runForShop(settings, [...before, "--yes"]);
  expect(run).toMatchObject({ code: 1, data: { dryRun: false, counts } });
  expect((await pay.status({ reference: "order-1" })).state).toBe("none");
});

test.each([
  ["a day without a time zone", ["--before", "2024-01-01"], "time zone"],
  ["a day that no month has", ["--before", "2024-02-31T00:00:00Z"], "time zone"],
  ["a reference and an instant", ["order-1", "--before", "2024-01-01T00:00:00Z"], "either"],
  ["nothing", [], "either"],
])("forget refuses %s", async (_, args, problem) => {
  const { settings } = await startShop();
  const run = await runForShop(settings, ["forget", ...args, "--yes"]);
  expect(run).toMatchObject({ code: 2, data: { error: { code: "usage" } } });
  expect(run.data.error.message).toContain(problem);
});

test("forget refuses a payment that a buyer can still pay", async () => {
  const { settings, start } = await startShop();
  await start("order-1");
  const run = await runForShop(settings, ["forget", "order-1", "--yes"]);
  expect(run).toMatchObject({ code: 1, data: { ok: false, outcome: "refused" } });
  expect(run.data.refusals.map(({ code }: { code: string }) => code)).toContain("open-attempt");
});

test("replay of an unknown attempt says where to find the right one", async () => {
  const { settings } = await startShop();
  const run = await runForShop(settings, ["replay", "NOPE", ...byStaff]);
  expect(run).toMatchObject({ code: 1, data: { error: { code: "attempt_unknown" } } });
  expect(run.data.error.message).toContain("See pay-index review list");
});
