import process from "node:process";
import { isPayIndexError } from "@pay-index/core";
import { CommandError, usageError } from "../command-error.ts";
import type { OpenedShop } from "../config/define-config.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { openShop, type ShopOptions, sendOutputToStderr } from "../config/open-shop.ts";
import { checkApp } from "../doctor/check-app.ts";
import { checkClock } from "../doctor/check-clock.ts";
import { checkDatabase, databaseFinding } from "../doctor/check-database.ts";
import { checkHealth } from "../doctor/check-health.ts";
import { checkNotifyAddress } from "../doctor/check-notify-address.ts";
import { checkOptions, toOptionFinding } from "../doctor/check-options.ts";
import { checkVersions, readOwnManifest } from "../doctor/check-versions.ts";
import type { Finding } from "../doctor/finding.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index doctor`. */
export interface DoctorOptions extends ShopOptions {
  /** Seconds to wait for the notify address and the gateway. */
  readonly timeout?: string;
}

/** Checks the setup of a shop, and returns what is wrong with it. */
export async function doctor({ config, timeout }: DoctorOptions): Promise<CommandResult> {
  const milliseconds = readTimeout(timeout);
  sendOutputToStderr();
  const findings: Finding[] = [];
  const loaded = await tryToLoad(config, findings);
  findings.push(
    ...checkVersions(loaded?.folder ?? process.cwd(), readOwnManifest(), process.versions.node),
    ...(loaded === undefined ? [] : await checkShop(loaded, milliseconds)),
  );
  return toResult(findings);
}

function readTimeout(seconds = "10"): number {
  const milliseconds = Number(seconds) * 1000;
  if (milliseconds > 0 && milliseconds <= 600_000) return milliseconds;
  throw usageError("--timeout must be a number of seconds, above 0 and up to 600.");
}

async function tryToLoad(config: string | undefined, findings: Finding[]): Promise<LoadedConfig | undefined> {
  try {
    return await loadConfig(config);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const code = error.code === "config_missing" ? "config_missing" : "config_unreadable";
    const advice = "See “Configuration” in docs/reference/command-line.md: it has an example for each host.";
    findings.push({ code, found: error.message, advice });
    return undefined;
  }
}

async function checkShop(loaded: LoadedConfig, timeout: number): Promise<Finding[]> {
  const { options } = loaded.config;
  const wrong = checkOptions(options);
  // A shop does not open with wrong options, so nothing else can be checked.
  if (wrong.length > 0) return wrong;
  const [notify, clock, opened] = await Promise.all([
    checkNotifyAddress(options.publicUrl, timeout),
    checkClock(options.gateway, timeout),
    checkOpenedShop(loaded),
  ]);
  return [...notify, ...clock, ...opened];
}

async function checkOpenedShop(loaded: LoadedConfig): Promise<Finding[]> {
  let shop: OpenedShop;
  try {
    shop = await openShop(loaded);
  } catch (error) {
    return openFindings(error);
  }
  try {
    const database = await checkDatabase(shop.database);
    const isReadable = !database.some(({ code }) => code.startsWith("database_"));
    const health = isReadable ? await checkHealth(shop.gateway) : [];
    return [...checkApp(shop, loaded.config.options), ...database, ...health];
  } finally {
    await shop.close();
  }
}

function openFindings(error: unknown): Finding[] {
  if (isPayIndexError(error, "options_invalid"))
    return error.problems.length > 0
      ? error.problems.map(toOptionFinding)
      : [{ code: "option_invalid", found: error.message, advice: "Correct the options of the plugin." }];
  if (isPayIndexError(error, "store_unavailable") || isPayIndexError(error, "record_unreadable"))
    return [databaseFinding(error)];
  const found = error instanceof Error ? error.message : String(error);
  return [
    { code: "shop_not_opened", found, advice: "Correct open() in the configuration, or what it starts." },
  ];
}

function toResult(findings: readonly Finding[]): CommandResult {
  const lines = findings.flatMap(({ code, found, advice }) => [
    `✘ ${code}: ${found}`,
    `  What to do: ${advice}`,
    "",
  ]);
  const summary = findings.length === 1 ? "1 finding." : `${findings.length} findings.`;
  return {
    exitCode: findings.length === 0 ? 0 : 1,
    data: { findings },
    lines: findings.length === 0 ? ["✔ No findings."] : [...lines, summary],
  };
}
