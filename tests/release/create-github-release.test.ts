import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createFakeProgram } from "./fake-program.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("create-github-release.ts", import.meta.url));

/** What `release:dry --output` writes. */
const complete = {
  tag: "v1.2.0",
  "notes.md": "- You can now sell tea.\n",
  "pay-index-1.2.0.tgz": "packed",
  "pay-index.cdx.json": "{}",
  "pay-index-core-1.2.0.tgz": "packed",
  "pay-index-core.cdx.json": "{}",
};
const assets = [
  "pay-index-1.2.0.tgz",
  "pay-index-core-1.2.0.tgz",
  "pay-index.cdx.json",
  "pay-index-core.cdx.json",
];

async function writeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-github-release-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** The GitHub CLI of a repository with this release, or with none. */
const ghWith = (release?: object) => `
if (args[1] === "view") {
  const release = ${JSON.stringify(release ?? null)};
  if (release === null) console.error("release not found");
  else console.log(JSON.stringify(release));
  process.exit(release === null ? 1 : 0);
}
`;

async function release(files: Readonly<Record<string, string>>, code: string) {
  const folder = await writeFolder(files);
  const gh = await createFakeProgram("gh", code);
  const env = { ...gh.env, GITHUB_SHA: "0123456789abcdef" };
  const { stdout, stderr } = await run(process.execPath, [script, "--from", folder], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const calls = (await gh.calls()).map((args) =>
    args.map((arg) => (arg.startsWith(folder) ? basename(arg) : arg)),
  );
  return { calls, stdout, stderr: stderr.replaceAll(folder, "FOLDER") };
}

const view = ["release", "view", "v1.2.0", "--json", "isDraft,assets"];
const uploaded = (...names: string[]) => names.map((name) => ({ name, state: "uploaded" }));

test("creates the release with its notes, tarballs and SBOMs, at the commit that was tried", async () => {
  const { calls, stdout, stderr } = await release(complete, ghWith());
  const flags = ["--title", "v1.2.0", "--notes-file", "notes.md", "--target", "0123456789abcdef"];
  expect(calls).toEqual([view, ["release", "create", "v1.2.0", ...flags, ...assets]]);
  expect({ stdout, stderr }).toEqual({ stdout: "v1.2.0 is created, with 4 files\n", stderr: "" });
});

test("changes nothing about a complete release", async () => {
  const { calls, stdout, stderr } = await release(
    complete,
    ghWith({ isDraft: false, assets: uploaded(...assets) }),
  );
  expect(calls).toEqual([view]);
  expect({ stdout, stderr }).toEqual({ stdout: "v1.2.0 exists already. Files added: 0\n", stderr: "" });
});

test("completes a draft: the files that it does not have, or not whole, and then the publication", async () => {
  const [first = "", interrupted = "", ...others] = assets;
  const existing = { isDraft: true, assets: [...uploaded(first), { name: interrupted, state: "starter" }] };
  const { calls } = await release(complete, ghWith(existing));
  expect(calls).toEqual([
    view,
    ["release", "upload", "v1.2.0", "--clobber", interrupted, ...others],
    ["release", "edit", "v1.2.0", "--draft=false", "--notes-file", "notes.md"],
  ]);
});

test.each(["tag", "notes.md", "pay-index-core.cdx.json"])("names the missing file %s", async (name) => {
  const { [name as keyof typeof complete]: _, ...files } = complete;
  const { calls, stderr } = await release(files, ghWith());
  expect(calls).toEqual([]);
  expect(stderr).toBe(`FOLDER does not have: ${name}. Run pnpm release:dry --output FOLDER.\n`);
});
