import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { maskText } from "@pay-index/core/adapter";
import { createJiti } from "jiti";
import { CommandError } from "../command-error.ts";
import type { PayIndexConfig } from "./define-config.ts";

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
 * @throws CommandError `config_missing`, `config_unreadable`
 */
export async function loadConfig(path: string | undefined): Promise<LoadedConfig> {
  const file = findConfig(path);
  const config = await importConfig(file);
  if (!isConfig(config))
    throw new CommandError(
      "config_unreadable",
      `${file} must export defineConfig({ options, open }) by default. See docs/reference/command-line.md.`,
      2,
    );
  return { config, folder: dirname(file) };
}

function findConfig(path: string | undefined): string {
  const folder = process.cwd();
  const found = path === undefined ? names.map((name) => join(folder, name)).find(existsSync) : resolve(path);
  if (found !== undefined && existsSync(found)) return found;
  const missing = path === undefined ? `There is no ${names[0]} in ${folder}.` : `There is no file ${found}.`;
  throw new CommandError(
    "config_missing",
    `${missing} Create it with defineConfig of the package pay-index, or name it with --config FILE. It says how to open your shop.`,
    2,
  );
}

/** Node imports what it can read, so that the shop's packages are loaded once. jiti converts the TypeScript that Node cannot read. */
async function importConfig(file: string): Promise<unknown> {
  try {
    return await createJiti(import.meta.url, { tryNative: true }).import(file, { default: true });
  } catch (error) {
    const reason = maskText(error instanceof Error ? error.message : String(error));
    throw new CommandError("config_unreadable", `${file} cannot be loaded: ${reason}`, 2);
  }
}

function isConfig(value: unknown): value is PayIndexConfig {
  if (typeof value !== "object" || value === null) return false;
  const { options, open } = value as Partial<PayIndexConfig>;
  return typeof options === "object" && options !== null && typeof open === "function";
}
