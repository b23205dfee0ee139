import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createFakeProgram } from "./fake-program.ts";

const script = fileURLToPath(new URL("publish-packages.ts", import.meta.url));

/** npm of an account with two-factor authentication: it knows no package, and asks before it publishes one. */
const npmThatAsks = `
if (args[0] === "view") {
  console.error("npm error code E404");
  process.exit(1);
}
fs.writeSync(1, "Enter OTP: ");
const answer = Buffer.alloc(6);
const length = fs.readSync(0, answer);
process.exit(answer.toString("utf8", 0, length) === "123456" ? 0 : 1);
`;

async function createTarball(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-publish-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "package"));
  await writeFile(join(folder, "package/package.json"), JSON.stringify({ name: "tea", version: "1.0.0" }));
  await promisify(execFile)("tar", ["-czf", "tea-1.0.0.tgz", "package"], { cwd: folder });
  return folder;
}

async function publish(password: string): Promise<{ code: number; out: string }> {
  const folder = await createTarball();
  const npm = await createFakeProgram("npm", npmThatAsks);
  const child = spawn(process.execPath, [script, "--from", folder, "--publish"], { env: npm.env });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (out += data));
  child.stdin.end(password);
  const [code] = await once(child, "close");
  return { code, out };
}

test("npm can ask the maintainer for a one-time password", async () => {
  expect(await publish("123456")).toEqual({ code: 0, out: "Enter OTP: tea@1.0.0 is published\n" });
});

test("a package that npm does not publish stops the release, and the error says how to continue", async () => {
  const { code, out } = await publish("654321");
  expect(code).toBe(1);
  expect(out).toContain("run the same command again");
  expect(out).not.toContain("tea@1.0.0 is published");
});
