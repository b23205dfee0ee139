import { EventEmitter, once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { runForShop, shopConfig, startCli } from "./fixtures/run-cli.ts";
import { databaseKinds, listen, readOrders, startShop } from "./fixtures/running-shop.ts";

const byStaff = ["--operator", "user_7", "--operator-name", "Grace"];
const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];

describe.each(databaseKinds)("on %s", (kind) => {
  test("review: lists an order that was not placed, retries it with the shop's own order code", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind, { refuses: true });
    await payAtGateway(await start("order-1"));
    const listed = await runForShop(settings, ["review", "list"]);
    expect(listed).toMatchObject({
      code: 0,
      data: {
        count: 1,
        items: [{ kind: "order-not-placed", reference: "order-1", problem: { code: "out_of_stock" } }],
      },
    });
    expect((await runForShop(settings, ["review", "list", "--kind", "no-result"])).data.count).toBe(0);
    const [{ id }] = listed.data.items;
    const failed = await runForShop({ ...settings, refuses: true }, ["review", "retry", id, ...byStaff]);
    expect(failed).toMatchObject({ code: 1, data: { outcome: "failed", problem: { code: "out_of_stock" } } });
    expect(await runForShop(settings, ["review", "retry", id, ...byStaff])).toMatchObject({
      code: 0,
      data: { outcome: "done" },
    });
    expect(await readOrders(settings)).toEqual(["order-1"]);
    const { attempts, reviewItems } = await pay.status({ reference: "order-1" });
    expect(reviewItems).toEqual([]);
    expect(JSON.stringify(attempts[0]?.timeline)).toContain("user_7 (Grace) retried");
  });

  test("review: records a refund that was made at the gateway", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind, { refuses: true });
    await payAtGateway(await start("order-1"));
    const [{ id } = { id: "" }] = await pay.reviewItems();
    const refund = ["--refund-amount", "19.99 USD", "--refund-reference", "R-10"];
    const args = [
      "review",
      "resolve",
      id,
      "--action",
      "record-refund",
      "--note",
      "Sold out",
      ...refund,
      ...byStaff,
    ];
    expect(await runForShop(settings, args)).toMatchObject({ code: 0, data: { action: "record-refund" } });
    expect((await pay.status({ reference: "order-1" })).state).toBe("refunded");
    expect(await runForShop(settings, args)).toMatchObject({
      code: 1,
      data: { error: { code: "item_missing" } },
    });
  });

  test("replay: processes a quarantined notification after the key is corrected", async () => {
    const { settings, start, payAtGateway, serve } = await startShop(kind);
    const attemptId = await start("order-1");
    await serve({ key: "another-key-by-mistake" });
    await payAtGateway(attemptId);
    const wrong = await runForShop({ ...settings, key: "another-key-by-mistake" }, [
      "replay",
      attemptId,
      ...byStaff,
    ]);
    expect(wrong).toMatchObject({ code: 1, data: { verified: 0, quarantined: 1, state: "pending" } });
    expect(await runForShop(settings, ["replay", attemptId, ...byStaff])).toMatchObject({
      code: 0,
      data: { verified: 1, quarantined: 0, before: "pending", state: "paid" },
    });
    expect(await readOrders(settings)).toEqual(["order-1"]);
  });

  test("reconcile: finds a payment whose notification was lost, places its order, and then agrees", async () => {
    const { sandbox, settings, start } = await startShop(kind);
    const attemptId = await start("order-1");
    await start("order-2");
    await sandbox.setFaults({ of: "all" }, [{ kind: "drop" }]);
    await sandbox.resolve(attemptId, { outcome: "paid" });
    const first = await runForShop(settings, ["reconcile", ...period]);
    expect(first).toMatchObject({
      code: 1,
      data: {
        counts: { agrees: 1, updated: 1, differs: 0, unanswered: 0 },
        attempts: [{ attemptId, reference: "order-1", finding: "updated", before: "pending", state: "paid" }],
        stopped: null,
        after: attemptId,
      },
    });
    expect(await readOrders(settings)).toEqual(["order-1"]);
    expect(await runForShop(settings, ["reconcile", ...period])).toMatchObject({
      code: 0,
      data: { counts: { agrees: 2, updated: 0 }, attempts: [] },
    });
  });

  test("forget: lists, then deletes everything about a payment", async () => {
    const { settings, start, payAtGateway, pay } = await startShop(kind);
    await payAtGateway(await start("order-1"));
    const dry = await runForShop(settings, ["forget", "order-1", "--dry-run"]);
    expect(dry).toMatchObject({
      code: 0,
      data: { outcome: "dry-run", records: { attempts: 1, notifications: 1 } },
    });
    expect((await pay.status({ reference: "order-1" })).state).toBe("paid");
    const forgotten = await runForShop(settings, ["forget", "order-1", "--yes"]);
    expect(forgotten).toMatchObject({ code: 0, data: { outcome: "forgotten", records: dry.data.records } });
    expect((await pay.status({ reference: "order-1" })).state).toBe("none");
    expect(await runForShop(settings, ["forget", "order-1", "--yes"])).toMatchObject({ code: 1 });
  });
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

/** A gateway in front of the sandbox. It holds the queries from the `first` one on, until they are released. */
async function holdQueries(sandboxUrl: string, first: number) {
  const held: (() => void)[] = [];
  let count = 0;
  const reports = new EventEmitter();
  const gateway = await listen(async (request, response) => {
    const body = await text(request);
    count += 1;
    if (count >= first)
      await new Promise<void>((resolve) => {
        held.push(resolve);
        reports.emit("held");
      });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await fetch(`${sandboxUrl}${request.url}`, { method: "POST", body, headers });
    response.end(await reply.text());
  });
  const isHeld = async (number: number) => {
    while (held.length < number) await once(reports, "held");
  };
  const release = () => {
    for (const each of held) each();
  };
  return { gateway, isHeld, release };
}

describe("reconcile", () => {
  test("reports the attempts whose questions run when Ctrl-C stops it", async () => {
    const { sandbox, settings, start } = await startShop();
    const attempts: string[] = [];
    for (let n = 1; n <= 4; n++) attempts.push(await start(`order-${n}`));
    await sandbox.setFaults({ of: "all" }, [{ kind: "drop" }]);
    for (const each of attempts) await sandbox.resolve(each, { outcome: "paid" });
    const { gateway, isHeld, release } = await holdQueries(sandbox.url, 1);
    const operations = { query: { minimumGap: 0, concurrency: 2 } };
    const shop = { ...settings, gateway, options: { operations } };
    const child = startCli(
      ["reconcile", ...period, "--tenant", "default", "--config", shopConfig, "--json"],
      { shop },
    );
    const out = text(child.stdout);
    const stopping = waitForText(child.stderr, "Stopping after the questions");
    await isHeld(2);
    child.kill("SIGTERM");
    await stopping;
    release();
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(JSON.parse(await out)).toMatchObject({
      counts: { updated: 2, agrees: 0 },
      tenants: ["default"],
      stopped: "It was interrupted.",
    });
    expect(await readOrders(settings)).toEqual(["order-3", "order-4"]);
  });

  test.each([true, false])("stops at once with a second Ctrl-C, with --json: %s", async (json) => {
    const { sandbox, settings, start } = await startShop();
    for (let n = 1; n <= 3; n++) await start(`order-${n}`);
    const { gateway, isHeld } = await holdQueries(sandbox.url, 2);
    const operations = { query: { minimumGap: 0, concurrency: 1 } };
    const shop = { ...settings, gateway, options: { operations } };
    const flags = ["--import", "data:text/javascript,process.stderr.isTTY=true"];
    const args = ["reconcile", ...period, "--config", shopConfig, ...(json ? ["--json"] : [])];
    const child = startCli(args, { shop, flags });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const stopping = waitForText(child.stderr, "Stopping after the questions");
    await isHeld(1);
    child.kill("SIGINT");
    await stopping;
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    if (json) expect(JSON.parse(await out)).toMatchObject({ ok: false, error: { code: "interrupted" } });
    else
      expect((await err).lastIndexOf("\u001b[?25h")).toBeGreaterThan((await err).lastIndexOf("\u001b[?25l"));
  });

  test("stops with Ctrl-C, says where, and --after continues there", async () => {
    const { settings, start } = await startShop();
    for (let n = 1; n <= 4; n++) await start(`order-${n}`);
    const asked: string[] = [];
    let release: () => void = () => undefined;
    let reportSecond: () => void = () => undefined;
    const second = new Promise<void>((resolve) => {
      reportSecond = resolve;
    });
    const gateway = await listen(async (request, response) => {
      asked.push(new URLSearchParams(await text(request)).get("pay_orderid") ?? "");
      if (asked.length === 2) {
        await new Promise<void>((resolve) => {
          release = resolve;
          reportSecond();
        });
      }
      response.end("<html>");
    });
    const shop = {
      ...settings,
      gateway,
      options: { operations: { query: { minimumGap: 0, concurrency: 1 } } },
    };
    const child = startCli(["reconcile", ...period, "--config", shopConfig, "--json"], { shop });
    const out = text(child.stdout);
    const stopping = waitForText(child.stderr, "Stopping after the questions");
    await second;
    child.kill("SIGINT");
    await stopping;
    release();
    const [code] = await once(child, "close");
    const data = JSON.parse(await out);
    expect(code).toBe(1);
    expect(data).toMatchObject({ ok: false, after: asked.at(-1), stopped: "It was interrupted." });
    const before = asked.length;
    await runForShop(shop, ["reconcile", ...period, "--after", data.after]);
    expect(new Set(asked).size).toBe(4);
    expect(asked.length).toBe(4);
    expect(before).toBeLessThan(4);
  });

  test("without the option operations.query ends with 1, and says what to do", async () => {
    const { settings } = await startShop();
    const run = await runForShop({ ...settings, options: { operations: {} } }, ["reconcile", ...period]);
    expect(run).toMatchObject({ code: 1, data: { error: { code: "operation_disabled" } } });
  });

  test("a wrong period names the field", async () => {
    const { settings } = await startShop();
    const run = await runForShop(settings, [
      "reconcile",
      "--from",
      "2026-11-01",
      "--to",
      "2026-11-24T00:00:00Z",
    ]);
    expect(run.code).toBe(2);
    expect(run.data.error).toMatchObject({
      code: "query_invalid",
      problems: expect.arrayContaining([expect.objectContaining({ path: "from" })]),
    });
    expect(run.data.error.message).toContain("an ISO instant with a time zone, such as 2026-11-24T00:00:00Z");
  });
});

/** Resolves when a process has written this text. */
function waitForText(stream: Readable, wanted: string): Promise<void> {
  let written = "";
  return new Promise((resolve) => {
    stream.on("data", (chunk) => {
      written += chunk;
      if (written.includes(wanted)) resolve();
    });
  });
}
