import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { runCommand } from "../src/run-command.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

let place: string;
beforeEach(async () => {
  place = await createTemporaryFolder();
});

/** Runs the command without a terminal. Returns what it prints. */
async function run(args: readonly string[], nodeVersion = "22.18.0", env = {}): Promise<string> {
  const output = new PassThrough();
  const context = { args, env, input: new PassThrough(), output, nodeVersion, version: "1.2.3" };
  await runCommand(context).finally(() => output.end());
  return text(output);
}

test("creates a project from flags, and prints the next steps", async () => {
  const folder = join(place, "tea");
  const printed = await run(["--name", folder, "--host", "vendure", "--package-manager", "pnpm"]);
  expect(printed).toContain(`Created ${folder}`);
  expect(printed).toMatch(/cd .*tea\n {2}pnpm install\n {2}pnpm run demo/);
  expect(await readdir(folder)).toContain("src");
});

test.each([
  ["yarn/4.9.1 npm/? node/v22.18.0 linux x64", [], true],
  ["yarn/4.9.1 npm/? node/v22.18.0 linux x64", ["--package-manager", "npm"], false],
  ["npm/10.9.3 node/v22.18.0 linux x64", [], false],
  ["", [], false],
])("run by %j with the flags %j, prints that the project is for npm: %s", async (agent, flags, says) => {
  const env = { npm_config_user_agent: agent };
  const printed = await run([join(place, "tea"), "--yes", ...flags], "22.18.0", env);
  expect(printed).toContain("npm install");
  expect(await readdir(join(place, "tea", "src"))).toContain("payments.ts");
  expect(printed.includes("The project is for npm: this command does not know yarn.")).toBe(says);
});

test("without a terminal, names the missing flags and writes nothing", async () => {
  await expect(run([join(place, "tea"), "--host", "express"])).rejects.toMatchObject({
    code: "answer_missing",
    message: "No terminal can be asked for --package-manager. Add the flags, or add --yes for the defaults.",
  });
  await expect(run([])).rejects.toThrow("--name, --host, --package-manager");
  expect(await readdir(place)).toEqual([]);
});

test.each(["20.19.0", "22.17.1"])("refuses Node %s before it asks or writes", async (version) => {
  await expect(run([join(place, "tea"), "--yes"], version)).rejects.toMatchObject({
    code: "node_too_old",
    message: `The projects need Node 22.18 or later, and this is Node ${version}. Install a later Node.`,
  });
  expect(await readdir(place)).toEqual([]);
});

test("accepts a later Node", async () => {
  expect(await run([join(place, "tea"), "--yes"], "24.0.0")).toContain("Created");
});

test("prints help and version on any Node", async () => {
  expect(await run(["--help"], "20.19.0")).toContain("npx create-pay-index [folder] [flags]");
  expect(await run(["--version"], "20.19.0")).toBe("1.2.3\n");
});

test("the command prints the code, and ends with 2 for a wrong argument", async () => {
  const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  const running = promisify(execFile)(process.execPath, [cli, "--host", "magento"], { cwd: place });
  const stderr = expect.stringMatching(/^create-pay-index: host_unknown: There is no host "magento"\..*\n$/);
  await expect(running).rejects.toMatchObject({ code: 2, stdout: "", stderr });
});
