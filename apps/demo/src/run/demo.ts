import { variants } from "@pay-index/core";
import { cards, type Wish } from "../buyer/wish.ts";
import type { DemoShop } from "./demo-shop.ts";
import { type Flags, readFlags } from "./flags.ts";
import { openPlace, type Place } from "./place.ts";
import { freePort } from "./ports.ts";
import { Refused, sell, widths } from "./sell.ts";
import { Table } from "./table.ts";
import { widths as yearWidths } from "./year/row.ts";
import { playYear, type YearIn } from "./year/year.ts";

/** The card sale goes through 3D; the subscription is charged at once. */
const wishes: readonly Wish[] = variants.map((variant) => ({
  variant,
  card: variant === "card" ? cards.asks : cards.good,
}));

const brokenKeys = Object.fromEntries(
  variants.map((variant) => [`PAY_KEY_${variant.toUpperCase()}`, `sandbox-${variant}-keY`]),
);

/** A shop that looks often enough at what is due for a visitor to wait for. */
const impatient = { TICK_EVERY: "0.5" };

/**
 * The whole demo, as a process: opens the shop beside a sandbox, buys one order in each variant, prints the table, and
 * stays up to be visited unless told `--once`. Ends the process with 0, or with 1 when an order was not paid.
 */
export async function runDemo(shop: DemoShop): Promise<never> {
  const startedAt = performance.now();
  // Interrupted in the middle, a request may still be waiting for its answer: nobody waits for it.
  process.exit(
    await main(shop, startedAt).catch((error: unknown) => {
      process.stderr.write(`FAILED to start: ${reasonOf(error)}\n`);
      return 1;
    }),
  );
}

/** Gives the exit code. An order that failed ends the demo: a shop that cannot sell is not worth a visit. */
async function main(shop: DemoShop, startedAt: number): Promise<number> {
  const flags = readFlags({ subscriptions: shop.subscriptionInDatabase !== undefined });
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  const place = await open(shop, flags);
  try {
    greet(place);
    const shown = flags.subscriptions ? showYear(shop, place) : showOrders(shop, place, startedAt);
    const look = await Promise.race([shown, interrupted]);
    if (look === undefined) return 1;
    if (flags.once) return 0;
    process.stdout.write(
      `\nBuy something:          ${place.shopUrl}\nLook over the counter:  ${place.sandboxUrl}\n${look}Ctrl-C ends it.\n`,
    );
    await interrupted;
    return 0;
  } finally {
    await place.close();
  }
}

/** With --once nobody clicks, so any port will do. */
async function open(shop: DemoShop, flags: Flags): Promise<Place> {
  const usual = (port: number, host: string) => (flags.once ? "0" : freePort(port, host));
  const port = flags.port ?? (await usual(3000, "localhost"));
  const env = { ...(flags["break-key"] ? brokenKeys : {}), ...(flags.subscriptions ? impatient : {}) };
  const { database } = shop;
  const own = typeof database === "function" ? await database() : database;
  return openPlace({
    database: flags.postgres && typeof database !== "function" ? "fresh" : own,
    sandboxPort: flags["sandbox-port"] ?? (await usual(4400, "127.0.0.1")),
    async shop(at) {
      const processes = await shop.processes({ ...at, port, env });
      return processes.map((start) => ({ ...start, clockMoves: flags.subscriptions }));
    },
  });
}

function greet(place: Place): void {
  const where = place.database.startsWith("postgres") ? " (on Postgres)" : "";
  process.stdout.write(`shop     ${place.shopUrl}${where}\nsandbox  ${place.sandboxUrl}\n\n`);
}

/** Gives what a visitor may look at besides; undefined when something failed. */
async function showOrders(shop: DemoShop, place: Place, startedAt: number): Promise<string | undefined> {
  const failures = await sellAll(shop, place);
  for (const [reason, rows] of failures) process.stderr.write(`\nFAILED ${rows.join(", ")}: ${reason}\n`);
  if (failures.size > 0) return undefined;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`\nFive orders sold and paid in ${seconds} s. Both books agree.\n`);
  return "";
}

/** The same of a year of one subscription. */
async function showYear(shop: DemoShop, place: Place): Promise<string | undefined> {
  const { subscriptionInDatabase } = shop;
  if (subscriptionInDatabase === undefined) throw new Error("this shop has no demo of subscriptions");
  try {
    return await tellYear({ shop: { ...shop, subscriptionInDatabase }, place });
  } catch (error) {
    if (!(error instanceof Refused)) process.stderr.write(`\n${place.lastWords()}\n`);
    process.stderr.write(`\nFAILED subscription: ${reasonOf(error)}\n`);
    return undefined;
  }
}

async function tellYear(stage: YearIn): Promise<string | undefined> {
  const good = ["yes"];
  const table = new Table((text) => process.stdout.write(text), { widths: yearWidths, good });
  table.head();
  const wrong: string[] = [];
  const year = playYear(stage);
  for (;;) {
    const { value, done } = await year.next();
    if (!done) {
      for (const column of Object.keys(yearWidths) as (keyof typeof yearWidths)[])
        table.cell(column, value[column]);
      if (!good.includes(value.agree)) wrong.push(value.cycle);
      continue;
    }
    if (wrong.length > 0) {
      process.stderr.write(`\nFAILED cycle ${wrong.join(", ")}: the two books do not agree\n`);
      return undefined;
    }
    process.stdout.write("\nA year has passed. Both books agree on every cycle.\n");
    const { orderNumber, orderPage } = value;
    const inspector = `${stage.place.sandboxUrl}/orders/10004/${orderNumber}`;
    return `The subscription:       ${orderPage}\nIts year at the gateway: ${inspector}\n`;
  }
}

/** Sells one after the other and prints while it goes. Gives the variants that failed, by their reason. */
async function sellAll(shop: DemoShop, place: Place): Promise<Map<string, string[]>> {
  const failures = new Map<string, string[]>();
  const table = new Table((text) => process.stdout.write(text), {
    widths: { ...widths, "shop's db": Math.max(widths["shop's db"], shop.paid.length) },
    good: ["paid", shop.paid],
  });
  table.head();
  for (const wish of wishes) {
    try {
      await sell({ shop, place, wish }, (column, text) => table.cell(column, text));
    } catch (error) {
      table.breakOff("NOT PAID");
      // What the gateway refused is told by the order itself. Everything else is a riddle, and the processes may know more.
      if (!(error instanceof Refused)) process.stderr.write(`\n${place.lastWords()}\n`);
      const reason = reasonOf(error);
      failures.set(reason, [...(failures.get(reason) ?? []), wish.variant]);
    }
  }
  return failures;
}

/** `fetch failed` alone says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
