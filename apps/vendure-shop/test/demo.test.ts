import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { variants } from "@pay-index/core";
import { createDatabase, isMariadbInstalled } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { expect, it } from "vitest";

const demo = fileURLToPath(new URL("../src/demo.ts", import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(flags: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const options = { timeout: 170_000, env: { ...process.env, DATABASE_URL: undefined, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [demo, ...flags], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
    });
  });
}

function expectAllPaid({ code, out, err }: Run): void {
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const rows = out.split("\n").filter((line) => / PaymentSettled +paid +\d+$/.test(line));
  expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([...variants, "hosted (lost)"]);
  expect(out).toMatch(/^hosted +\w{20} +5\.00 USD +5\.00 USD +5\.00 USD +\d+$/m);
  expect(out).toMatch(/^hosted \(back\) +\w{20} +57\.00 USD +not placed +57\.00 USD +\d+$/m);
  for (const row of out.split("\n")) expect(row.length).toBeLessThanOrEqual(110);
}

/** Only the worker takes jobs there. */
async function countStartedJobs(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const query = 'SELECT count(*) AS started FROM job_record WHERE "startedAt" IS NOT NULL';
    return Number((await client.query(query)).rows[0].started);
  } finally {
    await client.end();
  }
}

it.concurrent("the demo sells in all five variants, finds a lost payment, refunds a part, and the shop and the gateway agree (QRY-RETURN, RFD-STATE)", {
  timeout: 180_000,
}, async () => {
  expectAllPaid(await run(["--once"]));
});

it.skipIf(!isMariadbInstalled).concurrent(
  "the demo sells on a MariaDB that it starts",
  {
    timeout: 180_000,
  },
  async () => {
    expectAllPaid(await run(["--once", "--database", "mariadb"]));
  },
);

it.concurrent("the demo sells on Postgres, with server and worker as separate processes", {
  timeout: 180_000,
}, async () => {
  const database = await createDatabase();
  try {
    expectAllPaid(await run(["--once"], { DATABASE_URL: database.url }));
    expect(await countStartedJobs(database.url)).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
});

it("the demo names the shop that displays a year of a plan", async () => {
  const { code, out, err } = await run(["--subscriptions", "--once"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^demo: the shop on Express has --subscriptions: .* demo --subscriptions /);
});
