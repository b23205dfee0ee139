import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findNextVersion } from "./next-version.ts";
import { findPublicPackages } from "./public-packages.ts";

test("the next release gives every public package one version, and each a changelog with it", async () => {
  const names = findPublicPackages().map(({ name }) => name);
  const { versions, changelogs } = await findNextVersion();
  expect([...versions.keys()]).toEqual(names);
  const [version, ...others] = new Set(versions.values());
  expect(others).toEqual([]);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  // After a release, and before the next changeset, there is nothing to write.
  for (const [name, text] of changelogs) expect(text, name).toContain(`## ${version}\n`);
});

test("after `changeset version`, the release has the current version and changelogs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-versioned-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const changelog = "# pay-index\n\n## 1.2.0\n\n- Tea.\n";
  const files = {
    "package.json": JSON.stringify({ name: "root", private: true }),
    "pnpm-workspace.yaml": "packages: [packages/*]\n",
    ".changeset/README.md": "# Changesets\n",
    ".changeset/config.json": "{}",
    "packages/cli/package.json": JSON.stringify({ name: "pay-index", version: "1.2.0" }),
    "packages/cli/CHANGELOG.md": changelog,
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await promisify(execFile)("git", ["init", "--quiet"], { cwd: folder });
  await promisify(execFile)("git", ["add", "."], { cwd: folder });
  expect(await findNextVersion(folder)).toEqual({
    versions: new Map([["pay-index", "1.2.0"]]),
    changelogs: new Map([["pay-index", changelog]]),
  });
});
