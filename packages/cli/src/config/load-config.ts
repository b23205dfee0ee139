import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { createJiti } from "jiti";
import { CommandError } from "../command-error.ts";
import { maskedErrorText } from "../output/masking.ts";
import type { PayIndexConfig } from "./define-config.ts";
import { withTimeLimit } from "./time-limit.ts";

/** A loaded configuration, and the folder whose packages the shop uses. */
export interface LoadedConfig {
  readonly config: PayIndexConfig;
  readonly folder: string;
}

const names = ["ts", "mts", "js", "mjs"].map((ending) => `pay-index.config.${ending}`);

/**
 * Loads the configuration of the shop.
 *
 * @param path the file; default: `pay-index.config.ts`, `.mts`, `.js` or `.mjs` in the current folder
 * @param timeout how long the file may take, in milliseconds
 * @throws CommandError `config_missing`, `config_unreadable`
 */
export async function loadConfig(path: string | undefined, timeout: number): Promise<LoadedConfig> {
  const file = findConfig(path);
  const config = await importConfig(file, timeout);
  if (!isConfig(config))
    throw new CommandError(
      "config_unreadable",
      `${file} must export defineConfig({ options, open }) by default. See the README of the package pay-index.`,
      2,
    );
  return { config, folder: dirname(file) };
}

function findConfig(path: string | undefined): string {
  const folder = process.cwd();
  const found = path === undefined ? names.map((name) => join(folder, name)).find(existsSync) : resolve(path);
  if (found !== undefined && existsSync(found)) return found;
  // The path is not repeated: it can be a key.
  const missing =
    path === undefined
      ? `There is no ${names[0]} in ${folder}.`
      : "--config names a file that does not exist.";
  throw new CommandError(
    "config_missing",
    `${missing} Create it with defineConfig of the package pay-index, or name it with --config FILE. It says how to open your shop.`,
    2,
  );
}

/** Node imports what it can read, so that the shop's packages are loaded once. jiti converts the TypeScript that Node cannot read. */
async function importConfig(file: string, timeout: number): Promise<unknown> {
  try {
    const jiti = createJiti(import.meta.url, { tryNative: true });
    return await withTimeLimit(
      timeout,
      () => jiti.import(file, { default: true }),
      "its top-level await did not end in time.",
    );
  } catch (error) {
    throw new CommandError("config_unreadable", `${file} cannot be loaded: ${maskedErrorText(error)}`, 2);
  }
}

function isConfig(value: unknown): value is PayIndexConfig {
  if (typeof value !== "object" || value === null) return false;
  const { options, open } = value as Partial<PayIndexConfig>;
  return typeof options === "object" && options !== null && typeof open === "function";
}
