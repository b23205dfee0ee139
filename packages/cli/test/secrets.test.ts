import { createSandbox } from "@pay-index/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCli, runForShop, runJson, shopConfig } from "./fixtures/run-cli.ts";
import { createFolder, startShop } from "./fixtures/running-shop.ts";

const key = "abcdefghijkl";
const env = { PAY_INDEX_KEY: key };
const form = "memberid=10002&orderid=53&amount=19.99&returncode=00";

describe("a key in the form", () => {
  test.each(["sign", "verify"])("is refused by %s as the signed text", async (command) => {
    const run = await runJson([command], { env, stdin: `${form}&key=${key}&sign=${key}` });
    expect(run).toMatchObject({ code: 2, data: { error: { code: "input_unreadable" } } });
    expect(run.data.error.message).toContain("That is the signed text, not the form.");
    expect(run.out).not.toContain(key);
  });

  test.each([
    ["sign", "memberid=10002&orderid=KEY&amount=1&returncode=00"],
    ["verify", "memberid=10002&orderid=A&amount=1&returncode=00&transaction_id=KEY&sign=KEY"],
    ["verify", "pay_memberid=10002&pay_applydate=KEY&pay_md5sign=KEY"],
  ])("is replaced in what %s writes about %s", async (command, body) => {
    for (const flags of [[], ["--json"]]) {
      const { out, err } = await runCli([command, ...flags], { env, stdin: body.replaceAll("KEY", key) });
      expect(out).toContain("***");
      expect(out + err).not.toContain(key);
    }
  });
});

test("a card number is not displayed", async () => {
  const stdin = new URLSearchParams(`${form}&attach=4111*1111*1111*1111`);
  const args = ["sign", "--rule", "received-attach"];
  for (const flags of [[], ["--json"]]) {
    const { out } = await runCli([...args, ...flags], { env, stdin: String(stdin) });
    expect(out).toContain("attach=[digits]&");
  }
});

test("a signature is displayed as it is, also if a part of it looks like a card number", async () => {
  const sign = "5EEEB19EB9B1192FFBB7278447529657";
  expect((await runJson(["sign"], { env, stdin: form })).data.sign).toBe(sign);
  expect((await runCli(["sign"], { env, stdin: form })).out).toContain(`sign=${sign}\n`);
});

describe("a key or a password in the wrong place is not repeated", () => {
  const real = "realkey-of-a-merchant";
  test.each([
    [["sign", "--key-env", real], "must name an environment variable that is set"],
    [["verify", "--key-file", real], "The file of --key-file cannot be read"],
    [["sign", real], "There is no readable file"],
    [["sign", `-k${real}`], "There is no such option: -k."],
    [["sign", "--secret=realkey'cd"], "There is no such option: --secret."],
    [[`postgres://u:${real}@host/x`], "There is no such command"],
    [["trigger", "drop", "--sandbox", `https://u:${real}@127.0.0.1:1`], "no sandbox answers"],
    [["trigger", "drop", "--sandbox", real], "--sandbox or PAY_INDEX_SANDBOX_URL must be an address"],
    [["trigger", real], "There is no fault with this name."],
    [["doctor", "--config", real], "--config names a file that does not exist."],
    [["move", "--from", real, "--to", "postgres://h/x"], "There is no such file."],
  ] as const)("%j", async (args, message) => {
    const cwd = createFolder();
    const { code, out, err } = await runCli(args, { cwd, env });
    expect(code).toBeGreaterThan(0);
    expect(out + err).toContain(message);
    expect(out + err).not.toMatch(/realkey|REALKEY|'cd/);
    const json = await runJson(args, { cwd, env });
    expect(json.out + json.err).not.toMatch(/realkey|REALKEY|'cd/);
  });

  const byStaff = ["--operator", "user_7"];
  const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];
  test.each([
    ["review resolve", ["review", "resolve", "KEY", ...byStaff, "--action", "accept", "--note", "x"]],
    ["review retry", ["review", "retry", "KEY", ...byStaff]],
    ["replay", ["replay", "KEY", ...byStaff]],
    ["forget", ["forget", "KEY", "--yes"]],
    ["forget --tenant", ["forget", "order-1", "--tenant", "KEY", "--dry-run"]],
    ["reconcile --tenant", ["reconcile", ...period, "--tenant", "KEY"]],
    ["reconcile --after", ["reconcile", ...period, "--after", "KEY"]],
    ["review list --reference", ["review", "list", "--reference", "KEY"]],
  ])("%s, also if it is long", async (_name, args) => {
    const { settings } = await startShop();
    const given = args.map((arg) => (arg === "KEY" ? real.repeat(5000) : arg));
    const json = await runForShop(settings, given);
    const text = await runCli([...given, "--config", shopConfig], { shop: settings });
    const written = json.out + json.err + text.out + text.err;
    expect(written).not.toContain(real);
    expect(written.length).toBeLessThan(4000);
  });

  test("as an order or a merchant of a sandbox", async () => {
    const sandbox = await createSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    for (const flag of ["--order", "--merchant"]) {
      const { out } = await runJson(["trigger", "drop", flag, real, "--sandbox", sandbox.url]);
      expect(out).not.toContain(real);
    }
  });

  test("and --key-env reads a variable whose name has lower case", async () => {
    const run = await runCli(["sign", "--key-env", "shop_key"], { env: { shop_key: key }, stdin: form });
    expect(run.code).toBe(0);
  });
});
