import process from "node:process";
import { isPayIndexError } from "@pay-index/core";
import { CommandError } from "../command-error.ts";
import { maskedErrorText } from "../output/masking.ts";
import { writeNotice } from "../output/write-result.ts";
import type { OpenedShop, PayIndexConfig } from "./define-config.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import { readSecondsAsMilliseconds, withTimeLimit } from "./time-limit.ts";

/** The option of every command that needs the shop. */
export interface OpenShopOptions {
  readonly config?: string;
  /** Seconds to wait for the configuration, and for `open()`. */
  readonly openTimeout?: string;
}

/** Milliseconds. */
const closeTimeout = 5000;

/** Opens the shop, runs the work, and closes the shop. */
export async function runWithShop<Result>(
  options: OpenShopOptions,
  work: (shop: OpenedShop, config: PayIndexConfig) => Promise<Result>,
): Promise<Result> {
  const openTimeout = readSecondsAsMilliseconds("--open-timeout", options.openTimeout ?? "60");
  sendOutputToStderr();
  const loaded = await loadConfig(options.config, openTimeout);
  const shop = await openShop(loaded, openTimeout);
  try {
    return await work(shop, loaded.config);
  } finally {
    await closeShop(shop);
  }
}

/**
 * Opens the shop of a configuration.
 *
 * @throws CommandError `shop_not_opened`, `config_unreadable`; PayIndexError as the shop throws it
 */
export async function openShop({ config }: LoadedConfig, timeout: number): Promise<OpenedShop> {
  const shop = await callOpen(config.open, timeout);
  if (typeof shop?.gateway?.health === "function" && typeof shop.close === "function") return shop;
  throw new CommandError(
    "config_unreadable",
    "open() of the configuration must return { gateway, close }. gateway is what createPayIndex returns, close() closes what open() opened.",
    2,
  );
}

async function callOpen(open: PayIndexConfig["open"], timeout: number): Promise<OpenedShop> {
  try {
    return await withTimeLimit(
      timeout,
      async () => open(),
      "it did not end in time. Check what it waits for, such as a database that does not answer.",
    );
  } catch (error) {
    if (isPayIndexError(error)) throw error;
    throw new CommandError(
      "shop_not_opened",
      `open() of the configuration failed: ${maskedErrorText(error)}`,
    );
  }
}

/** Closes the shop. A failure is no failure of the command, whose work is complete. */
export async function closeShop(shop: OpenedShop): Promise<void> {
  try {
    await withTimeLimit(closeTimeout, async () => shop.close(), "it did not end within 5 seconds.");
  } catch (error) {
    writeNotice(`The shop did not close: ${maskedErrorText(error)} The command itself is complete.`);
  }
}

/** The shop's code logs to stdout, where only the result of the command belongs. */
export function sendOutputToStderr(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}
