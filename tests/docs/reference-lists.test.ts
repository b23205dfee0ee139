import { readFileSync } from "node:fs";
import { join } from "node:path";
import { optionsSchema, orderRefusals } from "@pay-index/core/adapter";
import { httpStatusByRefusalCode } from "@pay-index/core/protocol";
import { englishStaffTexts } from "@pay-index/core/staff";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { PackageDeclarations } from "../packaging/public-names.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";

const readGuide = (path: string) => readFileSync(join(repositoryRoot, "docs", path), "utf8");

/** The pages whose lists these tests compare with the code. */
const pages = {
  options: readGuide("reference/options.md"),
  events: readGuide("reference/events.md"),
  reviewItems: readGuide("reference/review-items.md"),
  replies: readGuide("reference/replies.md"),
  routes: readGuide("reference/routes.md"),
};

const core = "packages/core/dist/index.d.ts";
const coreStore = "packages/core/dist/entries/store.d.ts";
const expressEntry = "packages/express/dist/index.d.ts";
const sqliteEntry = "packages/sqlite/dist/sqlite-store.d.ts";
const postgresEntry = "packages/postgres/dist/postgres-store.d.ts";
const pgBossEntry = "packages/express/dist/pg-boss.d.ts";
const declarations = new PackageDeclarations([
  ...[core, coreStore, expressEntry],
  ...[sqliteEntry, postgresEntry, pgBossEntry],
]);

/** The names of the entries of tables and lists below a heading, up to the next heading of the same level. */
function rows(page: string, heading: string): string[] {
  const [level = ""] = heading.split(" ", 1);
  const start = `\n${page}`.indexOf(`\n${heading}\n`);
  expect(start, `the page has no heading "${heading}"`).toBeGreaterThan(-1);
  const rest = page.slice(start + heading.length + 1);
  const end = rest.search(new RegExp(`^#{1,${level.length}} `, "m"));
  const section = end === -1 ? rest : rest.slice(0, end);
  return findMarkdownEntryNames(section);
}

const sorted = (names: Iterable<string>) => [...names].sort();

test("options.md has a row for each option of every shop, and no other", () => {
  const own = declarations.properties(core, "Options");
  expect(own).toEqual(sorted(Object.keys(optionsSchema().shape)));
  const merchant = declarations.properties(core, "Options", "merchants").map((name) => `merchants.${name}`);
  expect(sorted(rows(pages.options, "## Options of every shop"))).toEqual(sorted([...own, ...merchant]));
});

test("options.md has a row for each option of Express, and the guides name those of the stores and the tick", () => {
  const ofCore = new Set(declarations.properties(core, "Options"));
  const added = declarations.properties(expressEntry, "ExpressOptions").filter((name) => !ofCore.has(name));
  expect(sorted(rows(pages.options, "## Options of Express"))).toEqual(added);
  const others = [
    [sqliteEntry, "SqliteOptions"],
    [postgresEntry, "PostgresOptions"],
    [pgBossEntry, "PgBossTickOptions"],
  ] as const;
  for (const [entry, type] of others)
    for (const name of declarations.properties(entry, type))
      expect(pages.options + readGuide("guides/postgres.md")).toContain(`\`${name}\``);
});

test("events.md has a row for each kind of event, and no other", () => {
  expect(sorted(rows(pages.events, "# Events"))).toEqual(
    declarations.literals(core, "PayIndexEvent", "event"),
  );
  for (const warning of declarations.literals(core, "SaleWarningCode"))
    expect(pages.events).toContain(`\`${warning}\``);
});

test("review-items.md has a row for each kind of review item, and no other", () => {
  expect(sorted(rows(pages.reviewItems, "## Kinds"))).toEqual(declarations.literals(coreStore, "ReviewKind"));
});

test("replies.md has a row for each word that a notification is refused with, and its status", () => {
  expect(sorted(rows(pages.replies, "# Replies to notifications"))).toEqual(
    sorted(Object.keys(httpStatusByRefusalCode)),
  );
  for (const [word, status] of Object.entries(httpStatusByRefusalCode))
    expect(pages.replies).toContain(`- \`${word}\` (${status}): `);
});

test("routes.md has an entry for each route of the router, and no other", () => {
  const source = ["payment-router", "buyer-routes"]
    .map((name) => readFileSync(join(repositoryRoot, `packages/server/src/${name}.ts`), "utf8"))
    .join("\n");
  const names = [...source.matchAll(/(?:\[\s*|routes\.set\(|\broute\()"([a-z]+)",/g)].map(
    ([, name = ""]) => name,
  );
  expect(names).toContain("notify");
  expect(sorted(rows(pages.routes, "# Routes"))).toEqual(sorted(names));
  for (const name of names) expect(pages.routes).toMatch(new RegExp(`^- \`${name}\` \\((?:GET|POST)`, "m"));
});

test("medusa.md has an entry for each refusal of a payment, and no other", () => {
  const source = readFileSync(join(repositoryRoot, "packages/medusa/src/store-route-error.ts"), "utf8");
  const codes = [...source.matchAll(/^ {2}([a-z_]+): \{ status/gm)].map(([, code]) => `pay_index_${code}`);
  const listed = rows(readGuide("reference/medusa.md"), "## Refusals");
  expect(sorted(listed)).toEqual(sorted([...codes, "pay_index_card_data"]));
});

test("the pages explain every code with which the plugin refuses an order, and no other (ENG-PLACED)", () => {
  const explaining = ["reference/hosts.md", "reference/review-items.md", "guides/resolve-problems.md"];
  const listed = explaining.flatMap((page) => findMarkdownEntryNames(readGuide(page)));
  // A code has an underscore.
  const codes = listed.filter((name) => /^[a-z]+(_[a-z]+)+$/.test(name));
  expect(sorted(new Set(codes))).toEqual(sorted(Object.keys(orderRefusals)));
});

test("resolve-problems.md says what each outcome of a retry means", () => {
  const outcomes = Object.keys(englishStaffTexts.page.retries);
  expect(findMarkdownEntryNames(readGuide("guides/resolve-problems.md"))).toEqual(
    expect.arrayContaining(outcomes),
  );
});
