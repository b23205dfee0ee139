import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const core = "packages/core/src/snippet.ts";
const adapter = "packages/express/src/snippet.ts";
const test = "packages/core/test/snippet.test.ts";
const cli = "packages/sandbox/src/cli.ts";

/** Each snippet becomes a file of its own next to `place`, so that its findings are its own. */
const snippets: readonly { place: string; code: string; finds: readonly string[] }[] = [
  { place: core, code: "export const now = Date.now();", finds: ["plugin"] },
  { place: core, code: "export const now = new Date();", finds: ["plugin"] },
  { place: core, code: "export const epoch = new Date(0);", finds: [] },
  { place: core, code: "export const chance = Math.random();", finds: ["plugin"] },
  { place: core, code: "export const key = process.env.KEY;", finds: ["noRestrictedGlobals"] },
  { place: core, code: 'export const get = () => fetch("http://a.test");', finds: ["noRestrictedGlobals"] },
  { place: core, code: "setTimeout(String, 5);", finds: ["noRestrictedGlobals"] },
  { place: core, code: 'console.log("order");', finds: ["noConsole"] },
  { place: core, code: 'export { randomBytes } from "node:crypto";', finds: ["noRestrictedImports"] },
  { place: core, code: 'export { createHash } from "node:crypto";', finds: [] },
  {
    place: core,
    code: "export const f = (a: number, b: number, c: number, d: number) => a + b + c + d;",
    finds: ["useMaxParams"],
  },
  { place: core, code: "export const f = (order: any) => order;", finds: ["noExplicitAny"] },
  { place: core, code: "export const f = (order?: string) => order!;", finds: ["noNonNullAssertion"] },
  {
    place: core,
    code: "export async function f() {}\nf();",
    finds: ["noEmptyBlockStatements", "noFloatingPromises"],
  },
  { place: adapter, code: "export const now = new Date();", finds: [] },
  { place: adapter, code: "export const key = process.env.KEY;", finds: ["noProcessEnv", "noProcessGlobal"] },
  { place: adapter, code: 'console.log("order");', finds: ["noConsole"] },
  { place: test, code: "export const f = (order?: string) => [order!, new Date()];", finds: [] },
  { place: cli, code: 'console.log("sandbox on 4400", process.env.PORT);', finds: [] },
];

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

describe("the lint rules", () => {
  let tree: string;
  let report: Report;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), "lint-"));
    for (const setting of ["biome.json", "config", ".gitignore"]) {
      await cp(join(root, setting), join(tree, setting), { recursive: true });
    }
    for (const [index, { code }] of snippets.entries()) await put(join(tree, pathOf(index)), `${code}\n`);
    report = await lint(tree);
  });
  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(snippets.map((snippet, index) => ({ ...snippet, index })))("$place: $code", ({ index, finds }) => {
    const found = report.diagnostics.filter(({ location }) => location.path === pathOf(index));
    expect(found.map(({ category }) => category.split("/").at(-1)).sort()).toEqual([...finds]);
  });
});

function pathOf(index: number): string {
  const place = snippets[index]!.place;
  return place === cli ? cli : place.replace("snippet", `snippet-${index}`);
}

async function lint(tree: string): Promise<Report> {
  const args = ["lint", "--reporter=json", "--max-diagnostics=200", "."];
  const run = promisify(execFile)(join(root, "node_modules/.bin/biome"), args, {
    cwd: tree,
    maxBuffer: 64e6,
  });
  // Biome fails when it has findings, which this test expects.
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
