import process from "node:process";
import { isPayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";
import { CommandError } from "../command-error.ts";
import type { OpenedShop } from "./define-config.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";

/** The option of every command that needs the shop. */
export interface ShopOptions {
  readonly config?: string;
}

/** Opens the shop, runs the work, and closes the shop. */
export async function withShop<Result>(
  { config }: ShopOptions,
  work: (shop: OpenedShop) => Promise<Result>,
): Promise<Result> {
  sendOutputToStderr();
  const shop = await openShop(await loadConfig(config));
  try {
    return await work(shop);
  } finally {
    await shop.close();
  }
}

/**
 * Opens the shop of a configuration.
 *
 * @throws CommandError `shop_not_opened`; PayIndexError as the shop throws it
 */
export async function openShop({ config }: LoadedConfig): Promise<OpenedShop> {
  try {
    return await config.open();
  } catch (error) {
    if (isPayIndexError(error)) throw error;
    const reason = maskText(error instanceof Error ? error.message : String(error));
    throw new CommandError("shop_not_opened", `open() of the configuration failed: ${reason}`);
  }
}

/** The shop's code logs to stdout, where only the result of the command belongs. */
export function sendOutputToStderr(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}
