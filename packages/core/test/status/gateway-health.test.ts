import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { hostedSaleInput, notificationFields, TestShop } from "../fixtures/test-shop.ts";

const unsigned = (shop: TestShop) => shop.post(notificationFields(shop.lastForm));

async function startedShop(store?: MemoryStore) {
  const shop = new TestShop({}, store);
  await shop.gateway.start(hostedSaleInput());
  await shop.gateway.sweep();
  return shop;
}

test("B-21: the health contains the notify address, and no token", async () => {
  const shop = await startedShop();
  const health = await shop.gateway.health();
  expect(health.notifyUrl).toBe("http://shop.test/pay/notify/<gateway order ID>/<token>");
  const token = shop.lastForm.get("pay_notifyurl")?.split("/").at(-1) ?? "";
  expect(JSON.stringify(health)).not.toContain(token);
});

test("a shop without failures has no problem", async () => {
  const shop = await startedShop();
  expect(await shop.gateway.health()).toEqual({
    problems: [],
    notifyUrl: expect.any(String),
    disputeWebhooks: [],
    lastNotificationAt: undefined,
    refusals: [],
    notVerified: undefined,
    lastSweepAt: "2026-03-01T12:00:00.000Z",
    startWarnings: [],
    overdueJobs: { count: 0, hasMore: false, oldestAt: undefined },
    reviewItems: { count: 0, hasMore: false, oldestAt: undefined },
  });
});

test("a refused notification is a problem until a verified one arrives", async () => {
  const shop = await startedShop();
  shop.pass(60);
  await unsigned(shop);
  const refused = await shop.gateway.health();
  expect(refused).toMatchObject({
    problems: ["notifications-refused"],
    refusals: [{ code: "unsigned", at: "2026-03-01T12:01:00.000Z" }],
    notVerified: expect.stringContaining("It has no sign."),
    reviewItems: { count: 1, oldestAt: "2026-03-01T12:01:00.000Z" },
  });
  shop.pass(60);
  await shop.notify();
  expect(await shop.gateway.health()).toMatchObject({
    problems: [],
    notVerified: undefined,
    lastNotificationAt: "2026-03-01T12:02:00.000Z",
    refusals: [{ code: "unsigned" }],
  });
});

test("a request with an unknown address is listed, and is no problem", async () => {
  const shop = await startedShop();
  const body = { kind: "raw", bytes: new Uint8Array(), contentType: undefined } as const;
  await shop.gateway.receive({ attemptId: "0".repeat(20), token: "0".repeat(26), body });
  shop.gateway.reportRefusal({ code: "large", message: "" });
  const { problems, refusals } = await shop.gateway.health();
  expect([problems, refusals.map(({ code }) => code).sort()]).toEqual([[], ["large", "unknown"]]);
});

test("a missing or late sweep is a problem", async () => {
  const shop = new TestShop();
  const problems = async () => (await shop.gateway.health()).problems;
  expect(await problems()).toEqual(["sweep-late"]);
  await shop.gateway.sweep();
  shop.pass(15 * 60);
  expect(await problems()).toEqual([]);
  shop.pass(1);
  expect(await problems()).toEqual(["sweep-late"]);
});

test("jobs are overdue 5 minutes after they were due", async () => {
  const shop = await startedShop();
  shop.placeOrder = () => Promise.reject(new Error("no stock"));
  await shop.notify();
  const { jobs } = await shop.store.load({ tenant: "default", reference: "order-1" });
  const dueAt = Date.parse(jobs.find(({ kind }) => kind === "place-order")?.dueAt ?? "");
  const overdue = async () => (await shop.gateway.health()).overdueJobs;
  shop.now = new Date(dueAt + 5 * 60_000 - 1);
  expect(await overdue()).toMatchObject({ count: 0 });
  shop.pass(1);
  expect(await overdue()).toMatchObject({ count: 1, oldestAt: new Date(dueAt).toISOString() });
  expect((await shop.gateway.health()).problems).toContain("jobs-overdue");
  expect((await shop.gateway.health({ tenants: ["north"] })).overdueJobs).toMatchObject({ count: 0 });
});

test("warnings of the host are a problem", async () => {
  const shop = await startedShop();
  const warning = { code: "scheduler_missing", message: "This shop has no scheduler." };
  shop.gateway.reportStartWarnings([warning]);
  expect(await shop.gateway.health()).toMatchObject({
    problems: ["start-warnings"],
    startWarnings: [warning],
  });
  shop.gateway.reportStartWarnings([]);
  expect((await shop.gateway.health()).problems).toEqual([]);
});

test("frequent sweeps and refusals store their time at most twice a minute", async () => {
  const store = new MemoryStore();
  const record = vi.spyOn(store, "recordActivity");
  const written = () => record.mock.calls.map(([{ name }]) => name);
  const shop = await startedShop(store);
  for (let second = 0; second < 29; second++) {
    await shop.sweepAfter(1);
    await unsigned(shop);
  }
  expect(written()).toEqual(["sweep", "refused-unsigned"]);
  await shop.sweepAfter(1);
  expect(written()).toEqual(["sweep", "refused-unsigned", "sweep"]);
});

test("a sweep does not fail if its time cannot be stored, and the next sweep stores its own", async () => {
  const shop = await startedShop();
  vi.spyOn(shop.store, "recordActivity").mockRejectedValueOnce(new Error("away"));
  await shop.sweepAfter(60, 1);
  expect((await shop.gateway.health()).lastSweepAt).toBe("2026-03-01T12:01:01.000Z");
});
