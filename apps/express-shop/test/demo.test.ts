import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { variants } from "@pay-index/express";
import { describe, expect, it } from "vitest";

const app = fileURLToPath(new URL("..", import.meta.url));
const demo = fileURLToPath(new URL("../src/demo.ts", import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(...flags: string[]): Promise<Run> {
  return node([demo, ...flags]);
}

/** Runs the demo with a function of the shop replaced. */
function runChanged(change: string, ...flags: string[]): Promise<Run> {
  const shop = JSON.stringify(new URL("../src/demo-shop.ts", import.meta.url).href);
  const script = `
    import { runDemo } from "@pay-index-apps/demo/run/run-demo";
    import { demoShop } from ${shop};
    await runDemo({ ...demoShop, ${change} });`;
  return node(["--input-type=module", "-e", script, "--", ...flags]);
}

function node(args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 115_000, cwd: app }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
    });
  });
}

// A demo mostly waits, such as for an alert.
it.concurrent.each([
  ["on SQLite at the recorded gateway", ["--profile", "recorded"]],
  ["on Postgres", ["--postgres"]],
  ["with Hono", ["--framework", "hono"]],
  ["with Fastify", ["--framework", "fastify"]],
  ["with Next.js", ["--framework", "next"]],
])(
  "the demo sells in all five variants %s, finds a lost payment, sends a link and an alert, refunds a part, and the shop and the gateway agree (B-49, QRY-RETURN, RFD-STATE)",
  { timeout: 120_000 },
  async (_place, flags) => {
    const { code, out, err } = await run("--once", ...flags);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const rows = out.split("\n").filter((line) => / paid +paid +\d+$/.test(line));
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([...variants, "hosted (lost)"]);
    expect(out).toMatch(/^hosted +\w{20} +5\.00 USD +5\.00 USD +5\.00 USD +\d+$/m);
    expect(out).toMatch(/^hosted \(back\) +\w{20} +42\.50 USD +not placed +42\.50 USD +\d+$/m);
    expect(out).toMatch(
      /^Staff sent a payment link for 42\.50 USD, and the buyer paid the order there:\nhttp:\/\/localhost:\d+\/pay\/link\//m,
    );
    expect(out).toMatch(
      /^Staff got an alert, and the library of Standard Webhooks verified it:\nNew review items: \d+\n/m,
    );
    expect(out).toMatch(/^- Order not placed: .* \(default, gateway order ID \w{20}\)$/m);
    if (flags.includes("recorded")) {
      expect(out).toMatch(/^hosted \(fail\) +\w{20} +redirect +fail +ok, try 1 +open +failed +\d+$/m);
      // Only the recorded gateway reports refunds of its back office.
      expect(out).toMatch(/^link \(office\) +\w{20} +42\.50 USD +42\.50 USD +42\.50 USD +\d+$/m);
    } else {
      expect(out).toMatch(
        /^10 rows, 0 unreadable: 10 agree, 0 differ, 0 missing here, 0 missing there, 0 repeated\.$/m,
      );
      for (const row of out.split("\n")) expect(row.length).toBeLessThanOrEqual(110);
    }
  },
);

it.each(["Recorded", "", "constructor"])("the demo refuses the profile %j with the list", async (name) => {
  const { code, out, err } = await run("--once", "--profile", name);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^demo: there is no profile .*: --profile must be one of none, .*, recorded, lenient /);
});

it("the demo refuses an unknown framework with the list", async () => {
  const { code, err } = await run("--once", "--framework", "koa");
  expect(code).toBe(2);
  expect(err).toContain("there is no framework koa: --framework must be one of express, hono, fastify, next");
});

it.concurrent("the demo ends with 1 and names the failed step if one character of a key is wrong", async () => {
  const { code, out, err } = await run("--once", "--break-key");
  expect(code).toBe(1);
  expect(out).not.toContain(" paid ");
  expect(err.trim()).toMatch(
    /^FAILED card, hosted, link, subscription, apm, hosted \(lost\): .*signature.*$/,
  );
});

it.concurrent("the demo ends with 1 and the reason if the shop records another amount of a refund", async () => {
  const change = "refundedInDatabase: async (...where) => (await demoShop.refundedInDatabase(...where)) * 2";
  const { code, out, err } = await runChanged(change, "--once");
  expect(out).toMatch(/^NOT REFUNDED$/m);
  expect(err).toMatch(
    /^FAILED refund: the shop's database says that 10\.00 USD was refunded, the sandbox says 5\.00 USD$/m,
  );
  expect(code).toBe(1);
});

describe.concurrent("a year of a monthly plan", { timeout: 60_000 }, () => {
  it("is printed cycle by cycle, and the shop and the gateway agree (B-47)", async () => {
    const { code, out, err } = await run("--subscriptions", "--once", "--postgres");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const rows = out.split("\n").flatMap((line) => (/^\d/.test(line) ? [line.split(/ {2,}/)] : []));
    expect(
      rows.map(([cycle, , charged, told, inShop, agree]) => [cycle, charged, told, inShop, agree]),
    ).toEqual([
      ["1", "paid", "ok", "paid", "yes"],
      ["2", "paid", "ok", "renewed", "yes"],
      ["3", "paid", "ok", "renewed", "yes"],
      ["4", "declined, paid at try 2", "ok", "renewed", "yes"],
      ["5", "paid", "ok", "renewed", "yes"],
      ["6", "paid", "ok", "renewed", "yes"],
      ["7", "paid", "dropped, then ok", "overdue, then renewed", "yes"],
      ["8", "paid", "ok", "renewed", "yes"],
      ["9", "paid", "ok", "renewed", "yes"],
      ["10", "paid, closed", "ok", "renewed, closed", "yes"],
      ["11", "not charged", "none", "no order", "yes"],
      ["12", "not charged", "none", "no order", "yes"],
    ]);
  });

  it("ends with 1 and names the cycle when the shop has made two orders of it", async () => {
    const change = `async subscriptionInDatabase(...where) {
      const found = await demoShop.subscriptionInDatabase(...where);
      const twice = found.renewals.filter(({ cycle }) => cycle === 5);
      return { ...found, renewals: [...found.renewals, ...twice] };
    }`;
    const { code, out, err } = await runChanged(change, "--subscriptions", "--once");
    expect(out).toMatch(/^5 .* renewed 2 times +NO$/m);
    expect({ code, err: err.trim() }).toEqual({
      code: 1,
      err: "FAILED cycle 5: shop and gateway do not agree",
    });
  });
});
