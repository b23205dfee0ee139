import { variants } from "@pay-index/core";
import { SaleRefusedError } from "./buy-order.ts";
import { ConsoleTable } from "./console-table.ts";
import { type DemoEnvironment, openDemoEnvironment } from "./demo-environment.ts";
import type { DemoShopDriver } from "./demo-shop-driver.ts";
import { errorReason } from "./error-reason.ts";
import { type Flags, readFlags } from "./flags.ts";
import { portOrAnyFree } from "./port-or-any-free.ts";
import { runOrders } from "./run-orders.ts";
import { cycleColumnWidths as yearWidths } from "./year/cycle-row.ts";
import { runSubscriptionYear, type YearInput } from "./year/run-subscription-year.ts";

const brokenKeys = Object.fromEntries(
  variants.map((variant) => [`PAY_KEY_${variant.toUpperCase()}`, `sandbox-${variant}-keY`]),
);

/** Sweeps often enough for a visitor who waits. */
const fastTickSettings = { TICK_EVERY: "0.5" };

/**
 * Runs the whole demo: starts a shop and a sandbox, buys one order in each variant, refunds a part of one, and all of one that is
 * not placed yet. Prints the tables, and stays up unless `--once` is set. Ends the process with 0, or with 1 if something failed.
 */
export async function runDemo(shop: DemoShopDriver): Promise<never> {
  const startedAt = performance.now();
  // After an interruption, a request may still be waiting for its response.
  process.exit(
    await runUntilInterrupted(shop, startedAt).catch((error: unknown) => {
      process.stderr.write(`FAILED to start: ${errorReason(error)}\n`);
      return 1;
    }),
  );
}

/** Returns the exit code. A failed order ends the demo. */
async function runUntilInterrupted(shop: DemoShopDriver, startedAt: number): Promise<number> {
  const subscriptions = shop.subscriptionInDatabase !== undefined;
  const { frameworks = [], mariadb = false } = shop;
  const flags = readFlags({ subscriptions, frameworks, mariadb });
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  const place = await openShopEnvironment(shop, flags);
  try {
    printAddresses(place);
    const orders = async () =>
      (await runOrders({ shop, place, startedAt, profile: flags.profile })) ? "" : undefined;
    const shown = flags.subscriptions ? runYearSafely(shop, place) : orders();
    const look = await Promise.race([shown, interrupted]);
    if (look === undefined) return 1;
    if (flags.once) return 0;
    process.stdout.write(
      `\nBuy something:    ${place.shopUrl}\nSee the gateway:  ${place.sandboxUrl}\n${staffLine(shop, place)}${look}Press Ctrl-C to stop.\n`,
    );
    await interrupted;
    return 0;
  } finally {
    await place.close();
  }
}

function staffLine({ staffPages }: DemoShopDriver, { shopUrl }: Pick<DemoEnvironment, "shopUrl">): string {
  return staffPages === undefined
    ? ""
    : `Work as staff:    ${shopUrl}${staffPages.path} (${staffPages.login})\n`;
}

/** With --once nobody clicks, so any free port works. */
async function openShopEnvironment(shop: DemoShopDriver, flags: Flags): Promise<DemoEnvironment> {
  const usual = (port: number, host: string) => (flags.once ? "0" : portOrAnyFree(port, host));
  const port = flags.port ?? (await usual(3000, "localhost"));
  const env = {
    GATEWAY_OPERATIONS: "yes",
    ...(flags["break-key"] ? brokenKeys : {}),
    ...fastTickSettings,
  };
  const { database } = shop;
  const own = typeof database === "function" ? await database() : database;
  return openDemoEnvironment({
    database: flags.postgres && typeof database !== "function" ? "fresh" : (flags.database ?? own),
    profile: flags.profile,
    sandboxPort: flags["sandbox-port"] ?? (await usual(4400, "127.0.0.1")),
    async shop(at) {
      const processes = await shop.processes({ ...at, port, framework: flags.framework, env });
      return processes.map((start) => ({
        ...start,
        clockMoves: flags.subscriptions || flags.profile !== undefined,
      }));
    },
  });
}

function printAddresses(place: DemoEnvironment): void {
  const { protocol } = URL.canParse(place.database) ? new URL(place.database) : {};
  const where = { "postgres:": " (on Postgres)", "mysql:": " (on MariaDB)" }[String(protocol)] ?? "";
  process.stdout.write(`shop     ${place.shopUrl}${where}\nsandbox  ${place.sandboxUrl}\n\n`);
}

/** Returns the further addresses for a visitor. Undefined after a failure. */
async function runYearSafely(shop: DemoShopDriver, place: DemoEnvironment): Promise<string | undefined> {
  const { subscriptionInDatabase } = shop;
  if (subscriptionInDatabase === undefined) throw new Error("this shop has no demo of subscriptions");
  try {
    return await printYear({ shop: { ...shop, subscriptionInDatabase }, place });
  } catch (error) {
    if (!(error instanceof SaleRefusedError)) process.stderr.write(`\n${place.lastWords()}\n`);
    process.stderr.write(`\nFAILED subscription: ${errorReason(error)}\n`);
    return undefined;
  }
}

async function printYear(stage: YearInput): Promise<string | undefined> {
  const good = ["yes"];
  const table = new ConsoleTable((text) => process.stdout.write(text), { widths: yearWidths, good });
  table.head();
  const wrong: string[] = [];
  const year = runSubscriptionYear(stage);
  for (;;) {
    const { value, done } = await year.next();
    if (!done) {
      for (const column of Object.keys(yearWidths) as (keyof typeof yearWidths)[])
        table.cell(column, value[column]);
      if (!good.includes(value.agree)) wrong.push(value.cycle);
      continue;
    }
    if (wrong.length > 0) {
      process.stderr.write(`\nFAILED cycle ${wrong.join(", ")}: shop and gateway do not agree\n`);
      return undefined;
    }
    process.stdout.write("\nA year has passed. The shop and the gateway agree on every cycle.\n");
    const { attemptId, orderPage } = value;
    const inspector = `${stage.place.sandboxUrl}/orders/10004/${attemptId}`;
    return `The subscription:       ${orderPage}\nIts year at the gateway: ${inspector}\n`;
  }
}
