import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { runCli, runForShop, shopConfig, startCli } from "./fixtures/run-cli.ts";
import { listen, startShop } from "./fixtures/running-shop.ts";

const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];

const operations = { query: { minimumGap: 0, concurrency: 1 } };

/** A shop with started sales, and a gateway that answers no query. What `asked` returns is awaited before each reply. */
async function startUnansweredShop(sales: number, answer: (count: number) => unknown) {
  const { settings, start } = await startShop();
  for (let n = 1; n <= sales; n++) await start(`order-${n}`);
  const asked: string[] = [];
  const gateway = await listen(async (request, response) => {
    asked.push(new URLSearchParams(await text(request)).get("pay_orderid") ?? "");
    await answer(asked.length);
    response.end("<html>");
  });
  return { shop: { ...settings, gateway, options: { operations } }, asked };
}

/** The same, and the second query is held until it is released. `reconcile` runs, and is interrupted once. */
async function interruptReconcile(sales: number, flags: readonly string[]) {
  let hold = () => {};
  let release = () => {};
  const held = new Promise<void>((resolve) => (hold = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const { shop, asked } = await startUnansweredShop(sales, async (count) => {
    if (count !== 2) return;
    hold();
    await released;
  });
  const terminal = ["--import", "data:text/javascript,process.stderr.isTTY=true"];
  const child = startCli(["reconcile", ...period, "--config", shopConfig, ...flags], {
    shop,
    flags: terminal,
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const stopping = waitForText(child.stderr, "Stopping after the questions");
  await held;
  child.kill("SIGINT");
  await stopping;
  const ended = once(child, "close").then(async ([code]) => ({ code, out: await out, err: await err }));
  return { shop, asked, child, release, ended };
}

describe("reconcile", () => {
  test.each([true, false])("stops at once with a second Ctrl-C, with --json: %s", async (json) => {
    const { child, ended } = await interruptReconcile(3, json ? ["--json"] : []);
    child.kill("SIGINT");
    const { code, out, err } = await ended;
    expect(code).toBe(1);
    if (json) expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "interrupted" } });
    else expect(err.lastIndexOf("\u001b[?25h")).toBeGreaterThan(err.lastIndexOf("\u001b[?25l"));
  });

  test("stops with Ctrl-C, says where, and --after continues there", async () => {
    const { shop, asked, release, ended } = await interruptReconcile(4, ["--json"]);
    release();
    const { code, out } = await ended;
    const data = JSON.parse(out);
    expect(code).toBe(1);
    expect(data).toMatchObject({ ok: false, after: asked.at(-1), stopped: "It was interrupted." });
    expect(asked.length).toBeLessThan(4);
    await runForShop(shop, ["reconcile", ...period, "--after", data.after]);
    expect([asked.length, new Set(asked).size]).toEqual([4, 4]);
  });

  test("an error on the way is reported with what was found, and --after continues there", async () => {
    const rename = (from: string, to: string) => {
      const database = new DatabaseSync(shop.database);
      database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
      database.close();
    };
    const { shop, asked } = await startUnansweredShop(3, (count) => {
      if (count === 2) rename("pay_index_payment", "away");
    });
    const run = await runForShop(shop, ["reconcile", ...period]);
    rename("away", "pay_index_payment");
    expect(run.code).toBe(1);
    expect(run.data).toMatchObject({ ok: false, counts: { unanswered: 1 }, after: asked[0] });
    expect(run.data.stopped).toContain("no such table: pay_index_payment");
    await runForShop(shop, ["reconcile", ...period, "--after", run.data.after]);
    expect([asked.length, new Set(asked).size]).toEqual([4, 3]);
  });

  test("without the option operations.query ends with 1, and says what to do", async () => {
    const { settings } = await startShop();
    const run = await runForShop({ ...settings, options: { operations: {} } }, ["reconcile", ...period]);
    expect(run).toMatchObject({ code: 1, data: { error: { code: "operation_disabled" } } });
  });

  test("says which review item is open, also if the gateway and the shop agree", async () => {
    const { settings, start, payAtGateway } = await startShop("SQLite", { refuses: true });
    await payAtGateway(await start("order-1"));
    const { out } = await runCli(["reconcile", ...period, "--config", shopConfig], { shop: settings });
    expect(out).toMatch(
      /^differs: .*: the gateway says paid, the shop has paid\. Open review items: order-not-placed$/m,
    );
    const { data } = await runForShop(settings, ["reconcile", ...period]);
    expect(data.attempts).toMatchObject([{ finding: "differs", reviewKinds: ["order-not-placed"] }]);
  });

  test("refuses a tenant that no merchant and no stored payment has", async () => {
    const { settings } = await startShop();
    const run = await runForShop(settings, ["reconcile", ...period, "--tenant", "defualt"]);
    expect(run).toMatchObject({ code: 2, data: { error: { code: "usage" } } });
    expect(run.data.error.message).toBe(
      "--tenant names a tenant that no merchant and no stored payment has. The merchants have: default.",
    );
  });

  test("displays the counts behind a tenant that is a long number", async () => {
    const tenant = "123456789012345";
    const merchants = [{ id: "10002", key: "sandbox-hosted-key", tenant }];
    const { settings } = await startShop("SQLite", { options: { merchants } });
    const args = ["reconcile", ...period, "--tenant", tenant, "--config", shopConfig];
    const { out } = await runCli(args, { shop: { ...settings, options: { merchants } } });
    expect(out).toMatch(/^0 attempts of .*: 0 agree, 0 updated, 0 differ, 0 unanswered\.$/m);
  });

  test("a wrong period names the field", async () => {
    const { settings } = await startShop();
    const wrong = ["--from", "2026-11-01", "--to", "2026-11-24T00:00:00Z"];
    const { code, data } = await runForShop(settings, ["reconcile", ...wrong]);
    expect([code, data.error.code]).toEqual([2, "query_invalid"]);
    expect(data.error.problems).toContainEqual(expect.objectContaining({ path: "from" }));
    expect(data.error.message).toContain("an ISO instant with a time zone, such as 2026-11-24T00:00:00Z");
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
