import {
  computeExpectedResults,
  type HostAbilitiesAndResults,
  renderCapabilityTable,
  type ScenarioResult,
} from "@pay-index/conformance";
import { expect, test } from "vitest";
import { expressCapabilities } from "../../packages/express/test/conformance/capabilities.ts";
import { medusaCapabilities } from "../../packages/medusa/test/conformance/capabilities.mts";
import {
  postgresCapabilities,
  sqljsCapabilities,
} from "../../packages/vendure/test/conformance/capabilities.mts";
import { wrapMarkdown } from "../docs/wrap-markdown.ts";
import { type HostName, readResults, resultFiles } from "./results-file.ts";

const abilities = {
  "Express on SQLite": expressCapabilities,
  "Express on Postgres": expressCapabilities,
  "Hono on SQLite": expressCapabilities,
  "Fastify on SQLite": expressCapabilities,
  "Next.js on SQLite": expressCapabilities,
  "Vendure on sql.js": sqljsCapabilities,
  "Vendure on Postgres": postgresCapabilities,
  "Vendure on MariaDB": postgresCapabilities,
  "Medusa on Postgres": medusaCapabilities,
} as const satisfies Record<HostName, HostAbilitiesAndResults["abilities"]>;

const names = Object.keys(resultFiles) as HostName[];

const hosts = Object.fromEntries(
  names.map((name): [string, HostAbilitiesAndResults] => [
    name,
    { abilities: abilities[name], results: readResults(name) },
  ]),
);

const head = `# What each host can do

This page lists what each host was tested for. \`@pay-index/conformance\` runs each scenario on a real shop in a process
of its own, with a real database and the sandbox as its gateway. Each complete run compares its results with a file
beside the host's driver, and a test writes this page from these files. ✔: every run of the scenario passed. ?: no
run yet. If a host does not have an ability, the table refers to the reason. The ids in parentheses are
[behaviours](behaviours.md). The last table has the runs in which the sandbox behaves like a gateway whose messages
were [recorded](../guides/sandbox.md#recorded).
`;

test("docs/reference/capabilities.md has the results of the last runs (vitest run tests/capabilities -u writes it)", async () => {
  const page = `${head}\n${renderCapabilityTable(hosts).split("\n").map(wrapEntry).join("\n")}\n`;
  await expect(page).toMatchFileSnapshot("../../docs/reference/capabilities.md");
});

/** An entry of a list with its `- ` or number in front; other lines stay as they are. */
function wrapEntry(line: string): string {
  const [, start = "", text = ""] = /^(- |\d+\. )(.*)$/.exec(line) ?? [];
  return start === "" ? line : wrapMarkdown(text, start);
}

test.each(names)("the results of %s have no failed scenario, and they match its abilities", (name) => {
  const expected = computeExpectedResults(abilities[name]);
  // The host may not have run a new scenario yet, nor new runs of an old one. The table then has a question mark.
  for (const [id, result] of Object.entries(readResults(name) ?? {}))
    expect(sortOf(result), `${id}. Run the conformance suite with -u (CONTRIBUTING.md).`).toEqual(
      sortOf(expected[id]),
    );
});

function sortOf(result: ScenarioResult | undefined): ScenarioResult | "passed" | undefined {
  return result !== undefined && "passed" in result ? "passed" : result;
}

const one = {
  "Express on SQLite": {
    abilities: expressCapabilities,
    results: computeExpectedResults(expressCapabilities),
  },
};

test("a capability that a host does not have has its reason, and each reason is printed once", () => {
  const reason = "This host has no warehouses.";
  const without = {
    ...expressCapabilities,
    stock: { notApplicable: reason },
    login: { notApplicable: reason },
  };
  const page = renderCapabilityTable({
    ...one,
    Another: { abilities: without, results: computeExpectedResults(without) },
  });
  expect(page).toContain("| counts its stock | ✔ | – (1) |");
  expect(page).toMatch(/\| `login-midway` \| ✔ \| – \(1\) \|/);
  expect(page.split(reason)).toHaveLength(2);
  expect(renderCapabilityTable(one)).not.toContain("Not applicable");
});

test("a scenario that failed has a cross, and so does the ability that it needs", () => {
  const results = {
    ...computeExpectedResults(expressCapabilities),
    "login-midway": { failed: true } as const,
  };
  const page = renderCapabilityTable({ ...one, Another: { abilities: expressCapabilities, results } });
  expect(page).toContain("| `login-midway` | ✔ | ✘ |");
  expect(page).toContain("| lets a guest log in while they pay | ✔ | ✘ |");
  expect(page).toContain("| can be stopped and started again (required) | ✔ | ✘ |");
});
