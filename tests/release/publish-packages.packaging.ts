import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalRegistry, startLocalRegistry } from "./local-registry.ts";
import { findPublicPackages } from "./public-packages.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("publish-packages.ts", import.meta.url));
const [first, second] = findPublicPackages().map(({ name }) => name);

let folder: string;
let registry: LocalRegistry;

async function pack(manifest: object): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "pay-index-publish-"));
  await writeFile(join(place, "package.json"), JSON.stringify(manifest));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: place });
  await rm(place, { recursive: true, force: true });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-publish-from-"));
  registry = await startLocalRegistry();
  await writeFile(join(folder, ".npmrc"), registry.npmrc);
  // The name that comes first depends on the other.
  await pack({ name: first, version: "1.0.0", dependencies: { [second!]: "^1.0.0" } });
  await pack({ name: second, version: "1.0.0" });
});
afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

async function publish(...flags: string[]): Promise<string[]> {
  // As on a maintainer's machine: GITHUB_ACTIONS would ask npm for a provenance.
  const env = { ...process.env, GITHUB_ACTIONS: "", npm_config_userconfig: join(folder, ".npmrc") };
  const { stdout } = await run(process.execPath, [script, "--from", folder, ...flags], { cwd: folder, env });
  // npm itself writes what it publishes, such as `+ pay-index@1.0.0`.
  return stdout.split("\n").filter((line) => line !== "" && !line.startsWith("+ "));
}

test("the script publishes nothing by default, then dependencies first, then only missing packages", async () => {
  const nothing = "Nothing was published. To publish, add --publish";
  const would = [`${second}@1.0.0 would be published`, `${first}@1.0.0 would be published`, nothing];
  expect(await publish()).toEqual(would);
  expect(await publish()).toEqual(would);
  expect(await publish("--publish")).toEqual([`${second}@1.0.0 is published`, `${first}@1.0.0 is published`]);
  expect(await publish("--publish")).toEqual([
    `${second}@1.0.0 is published already`,
    `${first}@1.0.0 is published already`,
  ]);
});
