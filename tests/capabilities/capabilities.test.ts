import { capabilityTable } from "@pay-index/conformance";
import { expect, test } from "vitest";
import { expressAbilities } from "../../packages/express/test/conformance/abilities.ts";
import { medusaAbilities } from "../../packages/medusa/test/conformance/abilities.mts";
import { onPostgres, onSqljs } from "../../packages/vendure/test/conformance/abilities.mts";

const express = { "Express on SQLite": expressAbilities, "Express on Postgres": expressAbilities };
const vendure = { "Vendure on sql.js": onSqljs, "Vendure on Postgres": onPostgres };
const hosts = { ...express, ...vendure, "Medusa on Postgres": medusaAbilities };

const head = `# What each host can do

What is shown to hold, host by host. \`@pay-index/conformance\` plays each scenario on a real shop in a process of its own, with a
real database and the sandbox as its gateway; a host is a row of this page only because its tests are green. What a host does not
have is named with the reason. The behaviours are in [behaviours.md](behaviours.md).

This page is made from what the drivers declare; a test fails when it is out of date (\`vitest run tests/capabilities -u\` writes
it).
`;

test("docs/capabilities.md says what the drivers declare (vitest run tests/capabilities -u writes it)", async () => {
  const page = `${head}\n${capabilityTable(hosts)}\n`;
  await expect(page).toMatchFileSnapshot("../../docs/capabilities.md");
});

test("what a host does not have is printed with its reason, each reason once", () => {
  const reason = "This host has no shelves.";
  const without = { ...expressAbilities, stock: { notApplicable: reason }, login: { notApplicable: reason } };
  const page = capabilityTable({ ...express, Another: without });
  expect(page).toContain("| counts its stock | ✔ | ✔ | – (1) |");
  expect(page).toMatch(/\| `login-midway` \|.*\| ✔ \| ✔ \| – \(1\) \|/);
  expect(page.split(reason)).toHaveLength(2);
  expect(capabilityTable(express)).not.toContain("Not applicable");
});
