import { variants } from "@pay-index/core";
import { cards, type Wish } from "./buyer/purchase.ts";
import { readFlags } from "./demo/flags.ts";
import { freePort, openPlace, type Place } from "./demo/place.ts";
import { Refused, sell } from "./demo/sell.ts";
import { Table } from "./demo/table.ts";

const flags = readFlags();

/** The card sale goes through 3D; the subscription is charged at once. */
const wishes: readonly Wish[] = variants.map((variant) => ({
  variant,
  card: variant === "card" ? cards.asks : cards.good,
}));

const brokenKeys = Object.fromEntries(
  variants.map((variant) => [`PAY_KEY_${variant.toUpperCase()}`, `sandbox-${variant}-keY`]),
);

/** With --once nobody clicks, so any port will do. */
async function open(): Promise<Place> {
  const usual = (port: number, host: string) => (flags.once ? "0" : freePort(port, host));
  return openPlace({
    shopPort: flags.port ?? (await usual(3000, "localhost")),
    sandboxPort: flags["sandbox-port"] ?? (await usual(4400, "127.0.0.1")),
    postgres: flags.postgres,
    env: flags["break-key"] ? brokenKeys : {},
  });
}

/** Sells one after the other and prints while it goes. Gives the variants that failed, by their reason. */
async function sellAll(place: Place): Promise<Map<string, string[]>> {
  const failures = new Map<string, string[]>();
  const table = new Table((text) => process.stdout.write(text));
  table.head();
  for (const wish of wishes) {
    try {
      await sell(wish, place, (column, text) => table.cell(column, text));
    } catch (error) {
      table.breakOff();
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

async function show(place: Place, started: number): Promise<boolean> {
  process.stdout.write(
    `shop     ${place.shopUrl}${flags.postgres ? " (on Postgres)" : ""}\nsandbox  ${place.sandboxUrl}\n\n`,
  );
  const failures = await sellAll(place);
  for (const [reason, rows] of failures) process.stderr.write(`\nFAILED ${rows.join(", ")}: ${reason}\n`);
  if (failures.size > 0) return false;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`\nFive orders sold and paid in ${seconds} s. Both books agree.\n`);
  return true;
}

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
});

/** Gives the exit code. An order that failed ends the demo: a shop that cannot sell is not worth a visit. */
async function main(): Promise<number> {
  const place = await open();
  try {
    const paid = await Promise.race([show(place, startedAt), interrupted]);
    if (paid !== true) return 1;
    if (flags.once) return 0;
    process.stdout.write(
      `\nBuy something:          ${place.shopUrl}\nLook over the counter:  ${place.sandboxUrl}\nCtrl-C ends it.\n`,
    );
    await interrupted;
    return 0;
  } finally {
    await place.close();
  }
}

const startedAt = performance.now();
// Interrupted in the middle, a request may still be waiting for its answer: nobody waits for it.
process.exit(
  await main().catch((error: unknown) => {
    process.stderr.write(`FAILED to start: ${reasonOf(error)}\n`);
    return 1;
  }),
);
