import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { noPaymentChanges } from "@pay-index/core/store";
import { startPostgres } from "@pay-index/embedded-postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FindingCode, findingCodes } from "../src/doctor/finding.ts";
import { readOwnManifest } from "../src/own-manifest.ts";
import { type CliOptions, runCli, runForShop, runJson, shopConfig } from "./fixtures/run-cli.ts";
import {
  createFolder,
  createShopDatabase,
  databaseKinds,
  listen,
  startShop,
} from "./fixtures/running-shop.ts";
import { type ShopSettings, shopOptions } from "./shops/shop.ts";

const found = new Set<FindingCode>();

interface FoundDocument {
  readonly code: number;
  readonly data: { readonly findings: readonly { code: FindingCode; found: string; advice: string }[] };
}

function codesOf({ code, data }: FoundDocument): FindingCode[] {
  expect(code).toBe(data.findings.length === 0 ? 0 : 1);
  for (const finding of data.findings) {
    found.add(finding.code);
    expect(finding.advice).toMatch(/\.$/);
    expect(JSON.stringify(finding)).not.toMatch(/sandbox-hosted-key/);
  }
  return data.findings.map((finding) => finding.code);
}

const diagnose = async (settings: ShopSettings, ...more: string[]) =>
  codesOf(await runForShop(settings, ["doctor", ...more]));

/** A shop that runs, and the same shop with a change that the command line sees. */
async function diagnoseChanged(changes: Partial<ShopSettings>, ...more: string[]): Promise<FindingCode[]> {
  const { settings } = await startShop();
  return diagnose({ ...settings, ...changes }, ...more);
}

test.each(databaseKinds)("a healthy shop on %s has no findings", async (kind) => {
  const { settings } = await startShop(kind);
  expect(await diagnose(settings)).toEqual([]);
});

const viaProxy = { notifyFrom: { addresses: ["127.0.0.1"], proxies: 1 } };

test.each<[what: string, code: FindingCode, changes: Partial<ShopSettings>]>([
  ["an option that its host does not have", "option_invalid", { options: { notifyfrom: {} } }],
  ["a key with a blank at its end", "merchant_key", { key: "sandbox-hosted-key " }],
  ["a key with a line break in it", "merchant_key", { key: "sandbox-\nhosted-key" }],
  ["a key with quotation marks around it", "merchant_key", { key: '"sandbox-hosted-key"' }],
  ["no server at its notify address", "notify_unreachable", { publicUrl: "http://127.0.0.1:1/pay" }],
  ["an app that trusts every proxy", "trust_proxy_any", { app: "trust-any-proxy" }],
  [
    "an app that trusts no proxy, although notifyFrom names one",
    "trust_proxy_missing",
    { options: viaProxy },
  ],
  ["a body parser before the router", "body_parser_first", { app: "parser-first" }],
  ["no router in its app", "router_missing", { app: "without-router" }],
  ["a host that trusts every proxy", "trust_proxy_any", { returns: "trust-any-proxy" }],
  ["a host that trusts no proxy", "trust_proxy_missing", { options: viaProxy, returns: "trust-proxy" }],
  ["a gateway that is not reachable", "gateway_unreachable", { gateway: "http://127.0.0.1:1" }],
  ["a warning of its host", "start_warning", { warning: { code: "scheduler_missing", message: "None." } }],
])("a shop with %s has the finding %s", async (...[, code, changes]) => {
  expect(await diagnoseChanged(changes)).toEqual([code]);
});

test("wrong options have their path", async () => {
  const { settings } = await startShop();
  const options = { timeout: -1, pages: { language: 7 } };
  const run = await runForShop({ ...settings, options }, ["doctor"]);
  expect(codesOf(run)).toEqual(["option_invalid", "option_invalid"]);
  expect(run.data.findings[0].path).toBe("timeout");
});

test("outside the sandbox, a short key is found, and the option sandbox in a shop that the internet can reach", async () => {
  const { settings } = await startShop();
  const urls = { publicUrl: "https://shop.example/pay", gateway: "https://gateway.example" };
  const short = await diagnose({ ...settings, ...urls, key: "short", options: { sandbox: false } });
  expect(short).toEqual(["merchant_key"]);
  const shop = { ...settings, publicUrl: "https://127.0.0.1.example.invalid/pay" };
  expect(await diagnose(shop, "--timeout", "1")).toContain("sandbox_option");
});

/** Runs `doctor` in a folder with this configuration. */
async function diagnoseConfig(text: string) {
  const cwd = createFolder();
  writeFileSync(join(cwd, "pay-index.config.mjs"), text);
  return runJson(["doctor"], { cwd });
}

describe("the configuration", () => {
  test("is missing: in an empty folder, the finding names the file to create", async () => {
    const run = await runJson(["doctor"], { cwd: createFolder() });
    expect(codesOf(run)).toEqual(["config_missing"]);
    expect(run.data.findings[0].found).toContain("pay-index.config.ts");
  });

  test.each([
    ["throws", "throw new Error('no .env');"],
    ["exports no configuration", "export default { options: {} };"],
  ])("%s", async (_what, text) => {
    expect(codesOf(await diagnoseConfig(text))).toEqual(["config_unreadable"]);
  });

  test.each([
    ["nothing", "", "config_unreadable"],
    ["no gateway", "return { close() {} };", "config_unreadable"],
    ["a broken gateway", "return { gateway: { health: () => undefined.x }, close() {} };", "shop_not_opened"],
    ["an error", 'throw new Error("no shop");', "shop_not_opened"],
  ])("has an open() that returns %s", async (_what, body, code) => {
    const { settings } = await startShop();
    const options = JSON.stringify(shopOptions(settings));
    const run = await diagnoseConfig(`export default { options: ${options}, open() { ${body} } };`);
    expect(codesOf(run)).toEqual([code]);
  });
});

describe("files with secrets", () => {
  const findingsFor = async (text: string, mode: number) => {
    const cwd = createFolder();
    for (const name of [".env", ".env.example", "shop.db"])
      writeFileSync(join(cwd, name), name === ".env" ? text : "", { mode: name === ".env" ? mode : 0o600 });
    chmodSync(join(cwd, ".env"), mode);
    return codesOf(await runJson(["doctor"], { cwd }));
  };

  test("that other users can open", async () => {
    expect(await findingsFor("MERCHANT_KEY=1", 0o600)).toEqual(["config_missing"]);
    expect(await findingsFor("MERCHANT_KEY=1", 0o640)).toEqual(["config_missing", "file_readable"]);
  });

  test("whose secrets an older release wrote, or that are the same", async () => {
    const same = "a".repeat(32);
    for (const secrets of ["superadmin\nCOOKIE_SECRET=not-a-secret", `${same}\nCOOKIE_SECRET=${same}`, ""])
      expect(await findingsFor(`SUPERADMIN_PASSWORD=${secrets}`, 0o600)).toContain("secret_unsafe");
  });
});

describe("the notify address", () => {
  const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
    listen((request, response) => {
      request.resume();
      response.writeHead(status, headers).end(body);
    });
  const html = "<!doctype html><html>";

  test.each([
    ["notify_redirect", 301, "", { location: "https://www.shop.example/pay/notify/x/x?token=7" }],
    ["notify_login", 302, "", { location: "/login?next=/pay" }],
    ["notify_login", 200, `${html}<input type="password">`, {}],
    ["notify_error_page", 500, `${html}Oops`, {}],
    ["notify_not_found", 404, `${html}Not found`, {}],
    ["notify_later", 503, "later", {}],
  ] as const)("%s: status %d", async (...[code, status, body, headers]) => {
    const publicUrl = `${await answer(status, body, { ...headers })}/pay`;
    expect(await diagnoseChanged({ publicUrl })).toEqual([code]);
  });

  test("notify_timeout: no reply", async () => {
    const publicUrl = `${await listen(() => undefined)}/pay`;
    expect(await diagnoseChanged({ publicUrl }, "--timeout", "2")).toEqual(["notify_timeout"]);
  });

  test("notify_tls: a certificate of an unknown authority", async () => {
    expect(await diagnoseChanged({ publicUrl: `${await listenWithTls()}/pay` })).toEqual(["notify_tls"]);
  });

  test("notify_body_limit: a body parser with a limit before the router", async () => {
    const publicUrl = `${await listen(async (request, response) => {
      const length = Number(request.headers["content-length"]);
      request.resume();
      response.writeHead(length > 10_000 ? 413 : 404).end(length > 10_000 ? "large" : "unknown");
    })}/pay`;
    expect(await diagnoseChanged({ publicUrl })).toEqual(["notify_body_limit"]);
  });
});

describe("checks that did not run", () => {
  const skippedIn = async (settings: ShopSettings) => {
    const { data } = await runForShop(settings, ["doctor"]);
    return data.skipped.map(({ check }: { check: string }) => check);
  };

  test("depend on what open() returns", async () => {
    const { settings } = await startShop("Postgres");
    expect(await skippedIn(settings)).toEqual([]);
    const ofGateway = ["proxies", "body-parsers", "database"];
    expect(await skippedIn({ ...settings, returns: "gateway" })).toEqual(ofGateway);
    expect(await skippedIn({ ...settings, returns: "trust-proxy" })).toEqual(ofGateway.slice(1));
  });

  test("are displayed with the reason", async () => {
    const { settings } = await startShop();
    const shop = { ...settings, returns: "gateway" } as const;
    const { code, out } = await runCli(["doctor", "--config", shopConfig], { shop });
    expect(code).toBe(0);
    expect(out).toContain("✔ No findings.\nNot checked: the proxy setting. open() returns no app and");
    expect(out).toContain("\nNot checked: the body parsers and the router. open() returns no app.");
  });
});

describe("the database", () => {
  test("has a small pool", async () => {
    const { settings } = await startShop("Postgres");
    expect(await diagnose({ ...settings, max: 4 })).toEqual(["pool_small"]);
  });

  test("is not reachable, and the password is not displayed", async () => {
    const { settings } = await startShop();
    const database = "postgres://me:sesame@127.0.0.1:1/shop";
    const run = await runForShop({ ...settings, database }, ["doctor"]);
    expect(codesOf(run)).toEqual(["database_unreachable"]);
    expect(run.out + run.err).not.toContain("sesame");
  });

  test("does not wait for its synchronous standby", async () => {
    const settings = { synchronous_commit: "local", synchronous_standby_names: "*" };
    const server = await startPostgres({ settings });
    onTestFinished(() => server.stop());
    expect(await diagnoseChanged({ database: server.url })).toContain("commits_not_durable");
  });

  test("has no tables", async () => {
    const database = await createShopDatabase("Postgres");
    expect(await diagnoseChanged({ database, migrate: false })).toEqual(["database_not_migrated"]);
  });
});

test.each<[what: string, code: FindingCode, statement: string]>([
  ["tables of a later release", "database_newer", "INSERT INTO pay_index_schema VALUES (99, 99)"],
  [
    "overdue jobs",
    "jobs_overdue",
    `INSERT INTO pay_index_job (id, kind, tenant, reference, attempt_id, dedupe_key, status, due_at, created_at, tries)
     VALUES ('j', 'place-order', 'default', 'r', 'A', '', 'due', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 0)`,
  ],
])("a database with %s has the finding %s", async (...[, code, statement]) => {
  const { settings } = await startShop("Postgres");
  const pool = new Pool({ connectionString: settings.database });
  await pool.query(statement);
  await pool.end();
  expect(await diagnose(settings)).toEqual([code]);
});

test("the clock of the gateway has another time", async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const gateway = await listen((_, response) => response.writeHead(200, { date }).end());
  expect(await diagnoseChanged({ gateway })).toEqual(["clock_skew"]);
});

test("no sweep has run", async () => {
  const database = await createShopDatabase("SQLite");
  expect(await diagnoseChanged({ database })).toEqual(["scheduler_late"]);
});

test.each<[FindingCode, object, readonly object[]]>([
  ["no_answers", { outcome: "unknown", reason: "timeout" }, []],
  ["no_notifications", { outcome: "approved" }, []],
  ["notifications_refused", { outcome: "redirect" }, [{ id: "n", code: "mismatch", fields: {} }]],
])("three sales in a row show %s", async (code, answer, refused) => {
  const { settings } = await startShop();
  const store = sqlite(settings.database);
  const at = new Date(Date.now() - 60_000).toISOString();
  const ids = { tenant: "default", reference: "order-1", merchantTenant: "default", merchantId: "10002" };
  const quarantine = refused.map((each) => ({ ...each, at, episode: 1 }));
  const attempts = [1, 2, 3].map((number) => ({
    ...({ version: 1, attemptId: `A${number}`, ...ids, number, variant: "hosted", createdAt: at } as const),
    ...{ amount: { minor: 1999, currency: "USD" }, fingerprint: `f${number}`, isWinning: false },
    ...({ notifyTokenHash: "n", returnTokenHash: "r", state: "pending" } as const),
    ...{ quarantine: quarantine as never, facts: [{ source: "response", at, ...answer }] as never },
  }));
  await store.commit({ ...noPaymentChanges, ...ids, version: 0, attempts });
  await store.close();
  expect(await diagnose(settings)).toEqual([code]);
});

describe("versions", () => {
  const diagnoseIn = async (cwd: string, options: CliOptions = {}) => {
    const [config, ...codes] = codesOf(await runJson(["doctor"], { cwd, ...options }));
    expect(config).toBe("config_missing");
    return codes;
  };

  function installIn(cwd: string, name: string, manifest: object): void {
    const file = join(cwd, "node_modules", name, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ name, version: readOwnManifest().version, ...manifest }));
  }

  test("of Node", async () => {
    const old =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })";
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(old)}`];
    expect(await diagnoseIn(createFolder(), { flags })).toEqual(["node_version"]);
  });

  test("of the packages", async () => {
    const cwd = createFolder();
    installIn(cwd, "@pay-index/core", { version: `${readOwnManifest().version}-other` });
    expect(await diagnoseIn(cwd)).toEqual(["packages_differ"]);
  });

  test.each([
    ["express", "express", "^4.21.0 || ^5.0.0", "4.18.0"],
    ["vendure", "@vendure/core", "^3.6.0", "3.5.0"],
    ["medusa", "@medusajs/medusa", "^2.21.0", "2.19.0"],
  ])("of the host of %s", async (...[adapter, host, range, version]) => {
    const cwd = createFolder();
    installIn(cwd, `@pay-index/${adapter}`, { peerDependencies: { [host]: range } });
    installIn(cwd, host, { version });
    expect(await diagnoseIn(cwd)).toEqual(["host_version"]);
  });
});

test("every finding has a shop that is broken on purpose", () => {
  expect(findingCodes.filter((code) => !found.has(code))).toEqual([]);
});

/** A server with a certificate that it signed itself. */
async function listenWithTls(): Promise<string> {
  const folder = createFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1".split(" ");
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
