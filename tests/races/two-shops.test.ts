import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createDatabase, findFreePort, type TestDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptedGateway } from "../bad-input/scripted-gateway.ts";
import { type PostReply, postTogether } from "./post-together.ts";

const rounds = 20;
const sockets = 50;

let database: TestDatabase;
let client: Client;
const gateway = new ScriptedGateway();
const shops: { readonly process: ChildProcess; readonly origin: string }[] = [];

beforeAll(async () => {
  await gateway.open();
  database = await createDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("CREATE TABLE effects (reference TEXT NOT NULL)");
  shops.push(...(await Promise.all([startShop(), startShop()])));
});

afterAll(async () => {
  for (const shop of shops) shop.process.kill("SIGKILL");
  await client.end();
  await database.drop();
  await gateway.close();
});

async function startShop() {
  const port = await findFreePort();
  const child = fork(new URL("../faults/crashing-shop-process.ts", import.meta.url), {
    execPath: process.execPath,
    execArgv: [],
    env: { ...process.env, SHOP_DB: database.url, SHOP_PORT: String(port), GATEWAY: gateway.url },
  });
  await once(child, "message");
  return { process: child, origin: `http://127.0.0.1:${port}` };
}

/** The paid notification about the last submission. */
function paidForm(): URLSearchParams {
  const said = (name: string) => gateway.lastForm.get(name) ?? "";
  const fields: Record<string, string> = {
    memberid: said("pay_memberid"),
    orderid: said("pay_orderid"),
    amount: said("pay_amount"),
    true_amount: said("pay_amount"),
    currency: said("pay_currency"),
    transaction_id: "202603010001",
    returncode: "00",
    datetime: "20260301120000",
  };
  const names = Object.keys(fields).sort();
  const signedText = names.map((name) => `${name}=${fields[name]}&`).join("");
  const sign = createHash("md5").update(`${signedText}key=sandbox-card-key`).digest("hex").toUpperCase();
  return new URLSearchParams({ ...fields, sign });
}

/** One sale, started in one shop; its notification comes to both over all sockets at once. */
async function round(reference: string): Promise<PostReply[]> {
  await fetch(`${shops[0]?.origin}/start/${reference}`, { method: "POST" });
  const { pathname } = new URL(gateway.lastForm.get("pay_notifyurl") ?? "");
  const addresses = Array.from(
    { length: sockets },
    (_, index) => new URL(pathname, shops[index % shops.length]?.origin),
  );
  return postTogether(addresses, paidForm());
}

test(`${rounds} rounds of ${sockets} copies at once, to two processes on one Postgres: one payment, one effect, OK for all (B-01, B-07)`, async () => {
  for (let index = 0; index < rounds; index++) {
    const reference = `order-${index}`;
    const answers = await round(reference);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(["200 OK"]));
    const count = async (sql: string) => Number((await client.query(sql, [reference])).rows[0].n);
    expect(await count("SELECT COUNT(*) AS n FROM effects WHERE reference = $1")).toBe(1);
    expect(await count("SELECT COUNT(*) AS n FROM pay_index_attempt WHERE reference = $1")).toBe(1);
    expect(await count("SELECT COUNT(*) AS n FROM pay_index_notification WHERE reference = $1")).toBe(1);
    const work = "SELECT status FROM pay_index_job WHERE reference = $1 AND kind = 'place-order'";
    expect((await client.query(work, [reference])).rows).toEqual([{ status: "completed" }]);
    const status = await fetch(`${shops[1]?.origin}/status/${reference}`);
    expect(await status.json()).toMatchObject({ state: "paid", reviewItems: [] });
  }
}, 120_000);
