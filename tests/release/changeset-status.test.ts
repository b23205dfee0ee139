import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const script = fileURLToPath(new URL("changeset-status.ts", import.meta.url));

const changeset = '---\n"pay-index": minor\n---\n\nYou can now sell tea.\n';
const manifest = (version: string) => JSON.stringify({ name: "pay-index", version });

/** A repository on a branch of main. `null` deletes a file. */
class Branch {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async commit(files: Readonly<Record<string, string | null>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.#folder, name);
      await mkdir(dirname(path), { recursive: true });
      await (text === null ? rm(path) : writeFile(path, text));
    }
    await this.git("add", "--all");
    await this.git(
      "-c",
      "user.name=test",
      "-c",
      "user.email=test@localhost.invalid",
      "commit",
      "-m",
      "change",
    );
  }

  async git(...command: string[]): Promise<void> {
    await run("git", command, { cwd: this.#folder });
  }

  /** The exit code. */
  status(): Promise<number> {
    return run(process.execPath, [script], { cwd: this.#folder }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  }
}

/** Main has a package with this version, and perhaps a changeset. */
async function branchOff(
  version: string,
  changesets: Readonly<Record<string, string>> = {},
): Promise<Branch> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-changesets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const branch = new Branch(folder);
  await branch.git("init", "--quiet", "--initial-branch=main");
  await branch.commit({
    "package.json": JSON.stringify({ name: "root", private: true }),
    "pnpm-workspace.yaml": "packages: [packages/*]\n",
    "pnpm-lock.yaml": "",
    ".changeset/README.md": "# Changesets\n",
    ".changeset/config.json": JSON.stringify({ baseBranch: "main" }),
    "packages/cli/package.json": manifest(version),
    "packages/cli/index.js": "",
    ...changesets,
  });
  await branch.git("switch", "--quiet", "--create", "change");
  return branch;
}

test("a changed package needs a changeset", async () => {
  const branch = await branchOff("1.0.0");
  await branch.commit({ "packages/cli/index.js": "tea()" });
  expect(await branch.status()).toBe(1);
  await branch.commit({ ".changeset/tea.md": changeset });
  expect(await branch.status()).toBe(0);
});

test("the branch of a new version needs none: it has used them up", async () => {
  const branch = await branchOff("1.0.0", { ".changeset/tea.md": changeset });
  const changelog = "# pay-index\n\n## 1.1.0\n\n- You can now sell tea.\n";
  await branch.commit({
    ".changeset/tea.md": null,
    "packages/cli/package.json": manifest("1.1.0"),
    "packages/cli/CHANGELOG.md": changelog,
  });
  expect(await branch.status()).toBe(0);
});

test("a branch that only deletes a changeset is not the one of a new version", async () => {
  const branch = await branchOff("1.0.0", { ".changeset/tea.md": changeset });
  await branch.commit({ ".changeset/tea.md": null, "packages/cli/index.js": "tea()" });
  expect(await branch.status()).toBe(1);
});
