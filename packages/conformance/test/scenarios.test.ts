import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { abilityNames } from "../src/abilities.ts";
import { scenarios } from "../src/scenarios/index.ts";

const folder = new URL("../src/scenarios/", import.meta.url);

test("every scenario of the files is played, and no two files have a scenario of the same name", async () => {
  const files = (await readdir(folder)).filter((file) => file !== "index.ts");
  const lists: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const names = lists.flatMap((list) => Object.values(list).flatMap((each: object) => Object.keys(each)));
  expect(Object.keys(scenarios).sort()).toEqual(names.sort());
});

test("every ability is a variant or a need of a scenario, except restart, kill, clock and dump", () => {
  const asked = new Set(
    Object.values(scenarios).flatMap(({ needs = [], variants = ["hosted"] }) => [...needs, ...variants]),
  );
  const duties = ["restart", "kill", "clock", "dump"];
  expect(abilityNames.filter((name) => !asked.has(name) && !duties.includes(name))).toEqual([]);
});
