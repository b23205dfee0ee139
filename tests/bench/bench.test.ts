import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

const folder = join(repositoryRoot, "bench");
const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
const { parts, ratioKeys }: { parts: Record<string, { command: string }>; ratioKeys: string[] } =
  await import(join(folder, "parts.mjs"));

/** A path in this repository, not a package. */
const own = /^[./]/;

// A benchmark is seldom run, and borrows from tests that change.
test.each(files)("bench/%s imports only existing names", async (name) => {
  const told: string[] = [];
  const bundle = await rolldown({
    input: join(folder, name),
    platform: "node",
    external: (id) => !own.test(id),
    treeshake: false,
    onLog: (_level, { code, message }) => void told.push(`${code}: ${message}`),
  });
  await bundle.generate({ codeSplitting: false }).finally(() => bundle.close());
  expect(told).toEqual([]);
});

test.each(files)("bench/%s is a part of the runner, or a file of bench names it", (name) => {
  const commands = Object.values(parts).map(({ command }) => command.split(" ")[0] ?? "");
  const isStarted = name === "run.mjs" || commands.includes(name);
  const isUsed = files.some(
    (other) => other !== "parts.mjs" && readFileSync(join(folder, other), "utf8").includes(`${name}"`),
  );
  expect(isStarted || isUsed).toBe(true);
});

test("bench/HISTORY.md names only ratios of the parts", () => {
  const [, ...entries] = readFileSync(join(folder, "HISTORY.md"), "utf8").split(/^- /m);
  const names = [...entries.join(" ").matchAll(/[:,]\s+([a-z-]+)\s\d/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !ratioKeys.includes(name))).toEqual([]);
});
