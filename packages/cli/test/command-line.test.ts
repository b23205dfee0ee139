import { createSandbox } from "@pay-index/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { readOwnManifest } from "../src/own-manifest.ts";
import { runCli, runJson } from "./fixtures/run-cli.ts";
import { createFolder } from "./fixtures/running-shop.ts";

const commands = "doctor sign verify trigger replay review reconcile migrate move forget".split(" ");

test("--help lists every command", async () => {
  const { code, out } = await runCli(["--help"], { cwd: createFolder() });
  expect(code).toBe(0);
  for (const name of commands) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
});

test("--version is the version of the package", async () => {
  const { version } = readOwnManifest();
  expect(await runCli(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test.each([
  [["--json", "sign", "missing.txt"], "sign", "input_unreadable"],
  [["review", "--json"], "review", "usage"],
  [["--json", "review", "list", "--limit", "0"], "review list", "usage"],
  [["--json"], "", "usage"],
  [["doctor", "--config", "--json"], "doctor", "usage"],
])("--json is accepted in %j, and the document names the command", async (args, command, code) => {
  const { out } = await runCli(args, { cwd: createFolder(), env: { PAY_INDEX_KEY: "a-key-of-the-shop" } });
  expect(JSON.parse(out)).toMatchObject({ command, ok: false, error: { code } });
});

const byStaff = ["--operator", "user_7", "--action", "record-refund", "--note", "x"];
const record = ["review", "resolve", "ITEM", ...byStaff, "--refund-reference", "R-1", "--refund-amount"];

const resolve = ["review", "resolve", "ITEM", "--action", "accept", "--note", "x", "--operator", "user_7"];

describe("wrong use ends with 2, before the shop is opened", () => {
  test.each([
    [[], "Name a command"],
    [["refund"], "There is no such command"],
    [["sign", "a", "b"], "Expected 1 argument but got 2. See --help."],
    [["reconcile", "--from", "2026-11-24T00:00:00Z"], "required option '--to <instant>'"],
    [["review", "resolve", "i", "--action", "accept", "--note", "x"], "--operator must name who acts"],
    [[...resolve, "--action", "pay"], "--action must be one of"],
    [["replay", "A"], "--operator must name who acts"],
    [["forget", "order-1", "--yes", "--dry-run"], "Use --dry-run"],
    [["doctor", "--timeout", "soon"], "--timeout must be a number of seconds"],
    [["trigger"], "Name a fault"],
    [["trigger", "drop", "--sandbox", "ftp://127.0.0.1"], "must be an address"],
    [["forget", " ", "--dry-run"], "Name the reference"],
    [["review"], "Name a command. See pay-index review --help."],
    [["doctor", "--config"], "option '--config <file>' argument missing"],
    [[...resolve, "--cycle", "0"], "--cycle must be a cycle of the subscription"],
    [["review", "retry", "X", "--operator", "4242424242424242"], "must not look like a card number"],
    [["review", "retry", "X", "--operator", "user@example.com"], "must not be an e-mail address"],
    [["reconcile", "--from", "x", "--to", "2026-11-24T00:00:00Z"], "an ISO instant with a time zone"],
    [["reconcile", "--from", "2026-11-24T00:00:00Z", "--to", "2026-11-23T00:00:00Z"], "must be later"],
    [["trigger", "drop", "--set", "copies=2"], "drop has the settings tries"],
    [["trigger", "drop", "--next", "0"], "--next must be a whole number"],
    [["trigger", "drop", "--order", "A1", "--all"], "Use only one of --next, --order and --all"],
    [["trigger", "wrong_amount"], "wrong_amount needs --set trueAmount="],
    [["trigger", "--list", "--next", "2"], "Use --list or --clear alone"],
    [["review", "list", "--kind", "order-not-plced"], "--kind must be one of"],
    [["review", "list", "--open-timeout", "0"], "--open-timeout must be a number of seconds"],
    [[...record, "5.00 USD garbage"], "--refund-amount must be an amount and a currency"],
    [[...record, "5.00"], "--refund-amount must be an amount and a currency"],
    [["migrate"], "--database or DATABASE_URL"],
    [["review", "list"], "There is no pay-index.config.ts"],
  ])("%j", async (args, message) => {
    const options = { cwd: createFolder(), env: { DATABASE_URL: "" } };
    const run = await runCli(args, options);
    expect({ code: run.code, out: run.out }).toEqual({ code: 2, out: "" });
    expect(run.err).toContain(message);
    const json = await runJson(args, options);
    expect(json).toMatchObject({ code: 2, err: "", data: { ok: false } });
    expect(json.data.error.message).toContain(message);
  });
});

describe("trigger", () => {
  test("lists every fault without a sandbox", async () => {
    const { code, data } = await runJson(["trigger", "--list"], { cwd: createFolder() });
    expect(code).toBe(0);
    const kinds = data.faults.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["drop", "wrong_amount", "lost_call"]));
  });

  test("causes a fault for the next sales, an order or all, clears them, and reports what the sandbox refuses", async () => {
    const sandbox = await createSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const run = (...args: string[]) => runJson(["trigger", ...args, "--sandbox", sandbox.url]);
    const wrong = ["wrong_amount", "--set", "trueAmount=0.01", "--set", "tries=2", "--next", "3"];
    const fault = { kind: "wrong_amount", trueAmount: "0.01", tries: 2 };
    expect(await run(...wrong)).toMatchObject({ code: 0, data: { faults: [{ fault, salesLeft: 3 }] } });
    await run("drop", "--all");
    await run("drop", "--all", "--merchant", "10002");
    await run("delay", "--set", "seconds=0.5", "--next", "2", "--merchant", "10002");
    expect((await sandbox.faults()).map(({ scope }) => scope)).toEqual([
      { of: "next", sales: 3 },
      { of: "all" },
      { of: "merchant", merchantId: "10002" },
      { of: "next", sales: 2, merchantId: "10002" },
    ]);
    expect(await run("--clear")).toMatchObject({ code: 0, data: { faults: [] } });
    expect(await sandbox.faults()).toEqual([]);
    for (const refused of [
      ["--set", "tries=many"],
      ["--order", "A1"],
    ])
      expect(await run("drop", ...refused)).toMatchObject({
        code: 1,
        data: { error: { code: "sandbox_failed" } },
      });
  });
});
