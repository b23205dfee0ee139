import { EventEmitter, once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { runCli, runForShop, shopConfig, startCli } from "./fixtures/run-cli.ts";
import { listen, startShop } from "./fixtures/running-shop.ts";

const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];

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

  test("an error on the way is reported with what was found, and --after continues there", async () => {
    const { settings, start } = await startShop();
    for (let n = 1; n <= 3; n++) await start(`order-${n}`);
    const asked: string[] = [];
    const database = new DatabaseSync(settings.database);
    const gateway = await listen(async (request, response) => {
      asked.push(new URLSearchParams(await text(request)).get("pay_orderid") ?? "");
      if (asked.length === 2) database.exec("ALTER TABLE pay_index_payment RENAME TO away");
      response.end("<html>");
    });
    const operations = { query: { minimumGap: 0, concurrency: 1 } };
    const shop = { ...settings, gateway, options: { operations } };
    const run = await runForShop(shop, ["reconcile", ...period]);
    database.exec("ALTER TABLE away RENAME TO pay_index_payment");
    database.close();
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
    const again = await runCli(["reconcile", ...period, "--config", shopConfig], {
      shop: { ...settings, refuses: true },
    });
    expect(again.out).toMatch(
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
    const shop = { ...settings, options: { merchants } };
    const { out } = await runCli(["reconcile", ...period, "--tenant", tenant, "--config", shopConfig], {
      shop,
    });
    expect(out).toMatch(/^0 attempts of .*: 0 agree, 0 updated, 0 differ, 0 unanswered\.$/m);
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
