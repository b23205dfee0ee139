import { expect, test } from "vitest";
import { runCli, shopConfig } from "./fixtures/run-cli.ts";
import { createShopDatabase, startShop } from "./fixtures/running-shop.ts";

const terminal = ["--import", "data:text/javascript,process.stderr.isTTY=true"];
const bar = /[■ ]+ \d+ % /;
const period = ["--from", "2020-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];

async function prepare(command: string) {
  if (command === "migrate") {
    const env = { DATABASE_URL: await createShopDatabase("Postgres") };
    return { args: ["migrate"], options: { env } };
  }
  const { settings, start } = await startShop();
  if (command === "reconcile") await start("order-1");
  const rest = command === "reconcile" ? period : [];
  return { args: [command, ...rest, "--config", shopConfig], options: { shop: settings } };
}

test.each([
  ["doctor", "checking the configuration"],
  ["migrate", "connecting to the database"],
  ["reconcile", "1 asked"],
])("%s draws a bar on a terminal only, and not with --json", async (command, text) => {
  const { args, options } = await prepare(command);
  const drawn = await runCli(args, { ...options, flags: terminal });
  expect(drawn.err).toMatch(bar);
  expect(drawn.err).toContain(text);
  // The cursor is visible again.
  expect(drawn.err.lastIndexOf("\u001b[?25h")).toBeGreaterThan(drawn.err.lastIndexOf("\u001b[?25l"));
  const silent = [
    await runCli(args, options),
    await runCli([...args, "--json"], { ...options, flags: terminal }),
  ];
  for (const { err } of silent) expect(err).not.toMatch(bar);
});
