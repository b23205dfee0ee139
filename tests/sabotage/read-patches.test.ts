import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scenarios } from "../../packages/conformance/src/scenarios/index.ts";
import { isPlayedOnMedusa } from "./play-scenarios.ts";
import { patches } from "./read-patches.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("every patch applies to the current code, so that the long run does not fail on it", async () => {
  const lost: string[] = [];
  for (const { name, file } of patches)
    await promisify(execFile)("git", ["apply", "--check", "--unidiff-zero", file], { cwd: root }).catch(() =>
      lost.push(name),
    );
  expect(lost).toEqual([]);
});

test("every test on Medusa that a patch must turn red is played", () => {
  const named = patches.flatMap(({ red }) => red.get("Medusa") ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((title) => !isPlayedOnMedusa(title))).toEqual([]);
});

test("every test on Medusa that a patch must turn red exists", () => {
  const folder = join(root, "packages/medusa/test/shop");
  const sources = readdirSync(folder).filter((name) => name.endsWith(".suite.mts"));
  const titles = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/"([^"\n]{20,})"/g)].map(([, text = ""]) => text),
  );
  // `test.each` writes the values of a row in the places of %s.
  const exists = (named: string) =>
    titles.some((title) => title.split(/%[sj]/).every((part) => named.includes(part)));
  const named = patches.flatMap(({ red }) => red.get("Medusa") ?? []);
  expect(named.filter((title) => !exists(title))).toEqual([]);
});

test("every scenario that a patch must turn red exists", () => {
  const vendureTests = ["order-races", "channels"].map((name) =>
    readFileSync(join(root, `packages/vendure/test/${name}.test.ts`), "utf8"),
  );
  const exists = (scenario: string) =>
    scenario in scenarios ||
    vendureTests.some((text) => text.includes(`"${scenario}": {`) || text.includes(`"${scenario}: `));
  const named = patches.flatMap(({ red }) => [...(red.get("Express") ?? []), ...(red.get("Vendure") ?? [])]);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((scenario) => !exists(scenario))).toEqual([]);
});
