import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type LocalRegistry, startLocalRegistry } from "./local-registry.ts";
import { findPublicPackages } from "./public-packages.ts";

const run = promisify(execFile);

let folder: string;
let registry: LocalRegistry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-registry-test-"));
  registry = await startLocalRegistry();
  await writeFile(join(folder, ".npmrc"), registry.npmrc);
});
afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

async function pack(manifest: Record<string, unknown>): Promise<string> {
  const place = await mkdtemp(join(folder, "packed-"));
  await writeFile(join(place, "package.json"), JSON.stringify(manifest));
  const { stdout } = await run("npm", ["pack", "--silent"], { cwd: place });
  return join(place, stdout.trim());
}

test("the registry installs a published package, and its dependencies from the registry of npm", async () => {
  const { name } = findPublicPackages()[0]!;
  const tarball = await pack({ name, version: "9.9.9", dependencies: { ms: "2.1.3" } });
  await registry.publishAll([tarball]);
  await run("npm", ["install", "--prefix", folder, `${name}@latest`], { cwd: folder });
  const installed = async (each: string) =>
    JSON.parse(await readFile(join(folder, "node_modules", each, "package.json"), "utf8")).version;
  expect(await installed(name)).toBe("9.9.9");
  expect(await installed("ms")).toBe("2.1.3");
  await expect(registry.publishAll([tarball])).rejects.toThrow("9.9.9");
});

test("the registry has our packages from no other source, and accepts no other package", async () => {
  const { name } = findPublicPackages()[1]!;
  await expect(run("npm", ["view", name], { cwd: folder })).rejects.toThrow("E404");
  const foreign = await pack({ name: "ms", version: "99.0.0" });
  await expect(registry.publishAll([foreign])).rejects.toThrow();
});

test("the registry trusts the certificates of npm's configuration", async () => {
  const bundle = join(folder, "certificates.pem");
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  const more = extra === undefined ? "" : await readFile(extra, "utf8");
  await writeFile(bundle, [...rootCertificates, more].join("\n"));
  vi.stubEnv("npm_config_cafile", bundle);
  const own = await startLocalRegistry();
  onTestFinished(() => own.close());
  vi.unstubAllEnvs();
  expect((await fetch(`${own.url}ms`)).status).toBe(200);
});

test("the registry leaves nothing on the machine", async () => {
  const place = await mkdtemp(join(folder, "own-"));
  vi.stubEnv("TMPDIR", place);
  const storages = async () => (await readdir(place)).filter((name) => name.startsWith("pay-index-"));
  const own = await startLocalRegistry();
  expect(await storages()).toHaveLength(1);
  await own.close();
  expect(await storages()).toEqual([]);
  await expect(fetch(own.url)).rejects.toThrow("fetch failed");
  vi.unstubAllEnvs();
});
