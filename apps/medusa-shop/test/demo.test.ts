import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { variants } from "@pay-index/core";
import { expect, it } from "vitest";

const demo = fileURLToPath(new URL("../src/demo.ts", import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(flags: readonly string[]): Promise<Run> {
  const options = { timeout: 170_000, env: { ...process.env, DATABASE_URL: undefined } };
  return new Promise((resolve) => {
    execFile(process.execPath, [demo, ...flags], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err });
    });
  });
}

it("the demo sells in all five variants, finds a lost payment, refunds a part, and the shop and the gateway agree (QRY-RETURN, RFD-STATE)", {
  timeout: 180_000,
}, async () => {
  const { code, out, err } = await run(["--once"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const rows = out.split("\n").filter((line) => / captured +paid +\d+$/.test(line));
  expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([...variants, "hosted (lost)"]);
  expect(out).toMatch(/^hosted +\w{20} +5\.00 USD +5\.00 USD +5\.00 USD +\d+$/m);
  expect(out).toMatch(/^hosted \(back\) +\w{20} +57\.00 USD +not placed +57\.00 USD +\d+$/m);
  for (const row of out.split("\n")) expect(row.length).toBeLessThanOrEqual(110);
});

it("the demo names the shop that displays a year of a plan", async () => {
  const { code, out, err } = await run(["--subscriptions", "--once"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^demo: the shop on Express has --subscriptions: .* demo --subscriptions /);
});
