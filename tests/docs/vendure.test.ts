import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../packaging/tarballs.ts";
import { entriesOf } from "./entries.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("running.md has a row for each reason why Vendure did not place a paid order, and no other", () => {
  const [, section = ""] = read("docs/running.md").split(/\n## On (?:Vendure|Medusa)\n/);
  const told = entriesOf(section);
  const sources = ["host", "paid-orders", "subscription/renewals", "subscription/subscription-news"];
  const host = sources.map((name) => read(`packages/vendure/src/${name}.ts`)).join("\n");
  const given = [...host.matchAll(/(?:refuse\(|problem\(|code: )\s*"([a-z_]+)"/g)].map(([, code]) => code);
  expect(given.length).toBeGreaterThan(5);
  expect(told.sort()).toEqual([...new Set(given)].sort());
});
