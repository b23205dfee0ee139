import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

const run = promisify(execFile);

const complete = {
  repository: "https://github.com/example-owner/example-name",
  homepage: "https://shop.example/docs",
  bugs: "https://github.com/example-owner/example-name/issues",
  codeOwners: ["@example-owner"],
  conductContact: "conduct@shop.example",
};

/** Packs a package of a copy of the workspace's settings. Returns its package.json. */
async function packWith(info: object): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-release-info-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(repositoryRoot, ".pnpmfile.mjs"), join(folder, ".pnpmfile.mjs"));
  await writeFile(join(folder, "release.json"), JSON.stringify(info));
  await writeFile(join(folder, "pnpm-workspace.yaml"), "packages: [packages/*]\npmOnFail: ignore\n");
  await writeFile(join(folder, "package.json"), "{}");
  await cp(join(repositoryRoot, "packages/core/LICENSE"), join(folder, "packages/core/LICENSE"));
  const manifest = { name: "@pay-index/core", version: "1.0.0" };
  await writeFile(join(folder, "packages/core/package.json"), JSON.stringify(manifest));
  await run("npx", ["--yes", "pnpm@12", "--dir", "packages/core", "pack"], { cwd: folder });
  const tarball = join(folder, "packages/core/pay-index-core-1.0.0.tgz");
  return JSON.parse((await run("tar", ["-xOf", tarball, "package/package.json"])).stdout);
}

test("packing writes the addresses of release.json into the package", async () => {
  expect(await packWith(complete)).toMatchObject({
    repository: {
      type: "git",
      url: "git+https://github.com/example-owner/example-name.git",
      directory: "packages/core",
    },
    homepage: complete.homepage,
    bugs: { url: complete.bugs },
  });
});

test("packing adds no address that release.json does not have", async () => {
  expect(await packWith({})).toEqual({ name: "@pay-index/core", version: "1.0.0" });
});
