import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { type CliOptions, runJson, startCli } from "./fixtures/run-cli.ts";
import { createFolder } from "./fixtures/running-shop.ts";

const never = "new Promise(() => undefined)";
const gateway = "{ health: async () => ({ problems: [] }), reviewItems: async () => [] }";
const message = "late key=s3cretkey postgres://u:passw0rd@h/x card 4111111111111111";

/** Runs a command with a configuration that is this text. */
function runWith(
  config: string,
  { args = ["review", "list"], ...options }: CliOptions & { args?: string[] } = {},
) {
  const cwd = createFolder();
  writeFileSync(join(cwd, "pay-index.config.mjs"), config);
  return runJson(args, { cwd, ...options });
}

const opens = (body: string) => `export default { options: {}, open() { ${body} } };`;

describe("close() that fails does not hide the result of a complete command", () => {
  test("if it throws", async () => {
    const shop = opens(`return { gateway: ${gateway}, close() { throw new Error("pool.end twice") } };`);
    const run = await runWith(shop);
    expect(run).toMatchObject({ code: 0, data: { ok: true, count: 0 } });
    expect(run.err).toBe("The shop did not close: pool.end twice The command itself is complete.\n");
  });

  test("if it never ends", async () => {
    const hurry = "const real = setTimeout; globalThis.setTimeout = (work) => real(work, 50);";
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(hurry)}`];
    const shop = opens(`return { gateway: ${gateway}, close: () => ${never} };`);
    const run = await runWith(shop, { flags, args: ["review", "list", "--open-timeout", "600"] });
    expect(run).toMatchObject({ code: 0, data: { ok: true } });
    expect(run.err).toContain("did not end within 5 seconds");
  });
});

test.each([
  ["in the configuration", `await ${never};`, 2, "config_unreadable"],
  ["in open()", opens(`setInterval(() => undefined, 1000); return ${never};`), 1, "shop_not_opened"],
])("a shop that never opens ends the command with an error: %s", async (...[, config, code, error]) => {
  const run = await runWith(config, { args: ["review", "list", "--open-timeout", "0.2"] });
  expect(run).toMatchObject({ code, data: { error: { code: error } } });
  expect(run.data.error.message).toContain("did not end in time");
});

test("a call of the gateway that never ends is an error", async () => {
  const shop = opens(`return { gateway: { ...${gateway}, reviewItems: () => ${never} }, close() {} };`);
  expect(await runWith(shop)).toMatchObject({ code: 1, err: "", data: { error: { code: "shop_failed" } } });
});

describe("code of the shop that fails by itself ends the command with an error without secrets", () => {
  test.each([
    ["a late exception", opens(`setImmediate(() => { throw new Error("${message}"); }); return ${never};`)],
    ["a rejection that nobody handles", `Promise.reject(new Error("${message}")); await ${never};`],
  ])("%s", async (_what, config) => {
    const run = await runWith(config);
    expect(run).toMatchObject({ code: 1, data: { ok: false, error: { code: "shop_failed" } } });
    expect(run.out + run.err).not.toMatch(/passw0rd|4111/);
  });

  test("process.exit(0) is no success", async () => {
    const run = await runWith(opens("process.exit(0);"));
    expect(run).toMatchObject({ code: 1, data: { ok: false, error: { code: "shop_failed" } } });
    expect(run.data.error.message).toContain("ended the process");
  });
});

test.each(["", "return {};", `return { gateway: {}, close() {} };`, `return { gateway: ${gateway} };`])(
  "open() { %s } is a configuration that cannot be used",
  async (body) => {
    const run = await runWith(opens(body));
    expect(run).toMatchObject({ code: 2, data: { error: { code: "config_unreadable" } } });
    expect(run.data.error.message).toContain("must return { gateway, close }");
  },
);

test("an error that is no Error is described", async () => {
  const run = await runWith(opens("throw { reason: 'no database' };"));
  expect(run.data.error.message).toContain("no database");
});

test("a closed pipe ends the command quietly", async () => {
  const child = startCli(["trigger", "--list", "--json"]);
  child.stdin.end();
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});
