import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { optionsSchema } from "@pay-index/core/adapter";
import { httpStatusByRefusalCode } from "@pay-index/core/protocol";
import { createPayIndex, money } from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
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
  core,
  coreStore,
  expressEntry,
  sqliteEntry,
  postgresEntry,
  pgBossEntry,
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
  const names = [...source.matchAll(/(?:\[\s*|routes\.set\()"([a-z]+)",/g)].map(([, name = ""]) => name);
  expect(names).toContain("notify");
  expect(sorted(rows(pages.routes, "# Routes"))).toEqual(sorted(names));
  for (const name of names) expect(pages.routes).toMatch(new RegExp(`^- \`${name}\` \\((?:GET|POST)`, "m"));
});

test("a retry of a given-up order places it once, as resolve-problems.md says (B-28)", async () => {
  await using shop = await openShop();
  const { pay, calls } = shop;
  const { attemptId } = await pay.start({
    reference: "7",
    variant: "hosted",
    amount: money(1999, "USD"),
    buyer,
  });
  await pay.resolveReviewItem({
    attemptId,
    action: "accept",
    operator: { id: "7", name: "Ada" },
    note: "seen at the gateway",
  });
  const [item] = await pay.reviewItems();
  expect(item).toMatchObject({ kind: "order-not-placed", problem: { code: "no_stock" } });

  expect(await pay.retryReviewItem(item!.id, { operator: { id: "7" } })).toEqual({ outcome: "done" });
  expect(await pay.retryReviewItem(item!.id, { operator: { id: "7" } })).toEqual({ outcome: "not-run" });
  expect(calls).toEqual(["7", "7"]);
  expect(await pay.reviewItems()).toEqual([]);
  expect(await pay.status({ reference: "7" })).toMatchObject({ state: "paid", placedOrder: {} });
});

test("a trial request to the notify address is answered as go-live.md says", async () => {
  await using shop = await openShop();
  expect(readGuide("guides/go-live.md").replace(/\s+/g, " ")).toContain(
    "run `curl -i -X POST <publicUrl>/notify/x/x`. The response must have the status 404 and the word `unknown`",
  );
  const server = createServer(express().use("/pay", shop.pay.router)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/pay/notify/x/x`, { method: "POST" });
  expect([answer.status, await answer.text()]).toEqual([404, "unknown"]);
  server.close();
});

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

/** A shop that has no stock at first, and whose gateway does not answer. */
async function openShop() {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-running-"));
  const calls: string[] = [];
  const pay = await createPayIndex({
    gateway: "http://127.0.0.1:9",
    sandbox: true,
    publicUrl: "http://127.0.0.1:9/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    store: sqlite(join(folder, "shop.db")),
    tickEvery: 0,
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment }) => {
      calls.push(payment.reference);
      return calls.length === 1 ? { refused: { code: "no_stock", message: "Sold out." } } : undefined;
    },
    orderPage: ({ reference }) => `/orders/${reference}`,
  });
  const close = async () => {
    await pay.close();
    await rm(folder, { recursive: true });
  };
  return { pay, calls, [Symbol.asyncDispose]: close };
}
