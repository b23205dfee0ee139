import { capabilityTable } from "@pay-index/conformance";
import { expect, test } from "vitest";
import { expressCapabilities } from "../../packages/express/test/conformance/capabilities.ts";
import { medusaCapabilities } from "../../packages/medusa/test/conformance/capabilities.mts";
import {
  postgresCapabilities,
  sqljsCapabilities,
} from "../../packages/vendure/test/conformance/capabilities.mts";
import { wrapMarkdown } from "../docs/wrap-markdown.ts";

const express = { "Express on SQLite": expressCapabilities, "Express on Postgres": expressCapabilities };
const vendure = { "Vendure on sql.js": sqljsCapabilities, "Vendure on Postgres": postgresCapabilities };
const hosts = { ...express, ...vendure, "Medusa on Postgres": medusaCapabilities };

const head = `# What each host can do

This page lists what each host is tested for. \`@pay-index/conformance\` runs each scenario on a real shop in a process
of its own, with a real database and the sandbox as its gateway. A host has a column only if its tests pass. If a host
does not have an ability, the table refers to the reason. The ids in parentheses are [behaviours](behaviours.md).

A test writes this page from the declarations of the hosts (\`vitest run tests/capabilities -u\`), and fails if the page
is out of date.
`;

test("docs/capabilities.md says what the drivers declare (vitest run tests/capabilities -u writes it)", async () => {
  const page = `${head}\n${capabilityTable(hosts).split("\n").map(wrapEntry).join("\n")}\n`;
  await expect(page).toMatchFileSnapshot("../../docs/capabilities.md");
});

/** An entry of a list with its `- ` or number in front; other lines stay as they are. */
function wrapEntry(line: string): string {
  const [, start = "", text = ""] = /^(- |\d+\. )(.*)$/.exec(line) ?? [];
  return start === "" ? line : wrapMarkdown(text, start);
}

test("what a host does not have is printed with its reason, each reason once", () => {
  const reason = "This host has no warehouses.";
  const without = {
    ...expressCapabilities,
    stock: { notApplicable: reason },
    login: { notApplicable: reason },
  };
  const page = capabilityTable({ ...express, Another: without });
  expect(page).toContain("| counts its stock | ✔ | ✔ | – (1) |");
  expect(page).toMatch(/\| `login-midway` \| ✔ \| ✔ \| – \(1\) \|/);
  expect(page.split(reason)).toHaveLength(2);
  expect(capabilityTable(express)).not.toContain("Not applicable");
});
