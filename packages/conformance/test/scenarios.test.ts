import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { abilityNames } from "../src/abilities.ts";
import { scenarios } from "../src/scenarios/index.ts";

const folder = new URL("../src/scenarios/", import.meta.url);
const behaviours = await readFile(new URL("../../../docs/reference/behaviours.md", import.meta.url), "utf8");

const lists = ["index.ts", "operation-scenarios.ts"];

test("every file is a scenario, and is played under its name", async () => {
  const files = (await readdir(folder)).filter((file) => !lists.includes(file));
  expect(Object.keys(scenarios).sort()).toEqual(files.map((file) => file.replace(/\.ts$/, "")).sort());
});

test.each(Object.entries(scenarios))(
  "%s cites behaviours that docs/reference/behaviours.md has",
  (_, { cites }) => {
    for (const id of cites) expect(behaviours).toContain(`\n- **${id}**: `);
  },
);

test("no two scenarios promise the same, and each promise is a sentence", () => {
  const titles = Object.values(scenarios).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title).toMatch(/^[A-Z].*[^.]$/);
});

test("every ability that is not a way of paying or a duty is asked for by a scenario", () => {
  const asked = new Set(
    Object.values(scenarios).flatMap(({ needs = [], variants = ["hosted"] }) => [...needs, ...variants]),
  );
  const duties = ["restart", "kill", "clock", "dump"];
  expect(abilityNames.filter((name) => !asked.has(name) && !duties.includes(name))).toEqual([]);
});
