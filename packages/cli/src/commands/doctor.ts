import process from "node:process";
import { isPayIndexError } from "@pay-index/core";
import { CommandError } from "../command-error.ts";
import type { OpenedShop } from "../config/define-config.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { closeShop, openShop, type ShopOptions, sendOutputToStderr } from "../config/open-shop.ts";
import { readSeconds } from "../config/time-limit.ts";
import { checkApp } from "../doctor/check-app.ts";
import { checkClock } from "../doctor/check-clock.ts";
import { checkDatabase, databaseFinding } from "../doctor/check-database.ts";
import { checkHealth } from "../doctor/check-health.ts";
import { checkNotifyAddress } from "../doctor/check-notify-address.ts";
import { checkOptions, toOptionFinding } from "../doctor/check-options.ts";
import { checkSandbox } from "../doctor/check-sandbox.ts";
import { checkVersions } from "../doctor/check-versions.ts";
import type { Finding } from "../doctor/finding.ts";
import type { CommandResult } from "../output/command-result.ts";
import { errorText } from "../output/masking.ts";
import { readOwnManifest } from "../own-manifest.ts";

/** The options of `pay-index doctor`. */
export interface DoctorOptions extends ShopOptions {
  /** Seconds to wait for the notify address and the gateway. */
  readonly timeout?: string;
}

/** Checks the setup of a shop, and returns what is wrong with it. */
export async function doctor({ config, timeout, openTimeout }: DoctorOptions): Promise<CommandResult> {
  const limits = {
    fetch: readSeconds("--timeout", timeout ?? "10"),
    open: readSeconds("--open-timeout", openTimeout ?? "60"),
  };
  sendOutputToStderr();
  const findings: Finding[] = [];
  const loaded = await tryToLoad(config, limits.open, findings);
  findings.push(
    ...checkVersions(loaded?.folder ?? process.cwd(), readOwnManifest(), process.versions.node),
    ...(loaded === undefined ? [] : await checkShop(loaded, limits)),
  );
  return toResult(findings);
}

/** Milliseconds. */
interface TimeLimits {
  readonly fetch: number;
  readonly open: number;
}

async function tryToLoad(
  config: string | undefined,
  timeout: number,
  findings: Finding[],
): Promise<LoadedConfig | undefined> {
  try {
    return await loadConfig(config, timeout);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const code = error.code === "config_missing" ? "config_missing" : "config_unreadable";
    const advice =
      "See the README of the package pay-index: it has an example. docs/reference/command-line.md in the repository has one for each host.";
    findings.push({ code, found: error.message, advice });
    return undefined;
  }
}

async function checkShop(loaded: LoadedConfig, limits: TimeLimits): Promise<Finding[]> {
  const { options } = loaded.config;
  const wrong = checkOptions(options);
  // A shop does not open with wrong options, so nothing else can be checked.
  if (wrong.length > 0) return wrong;
  const [notify, clock, opened] = await Promise.all([
    checkNotifyAddress(options.publicUrl, limits.fetch),
    checkClock(options.gateway, limits.fetch),
    checkOpenedShop(loaded, limits.open),
  ]);
  return [...checkSandbox(options), ...notify, ...clock, ...opened];
}

async function checkOpenedShop(loaded: LoadedConfig, timeout: number): Promise<Finding[]> {
  let shop: OpenedShop;
  try {
    shop = await openShop(loaded, timeout);
  } catch (error) {
    return openFindings(error);
  }
  try {
    const database = await checkDatabase(shop.database);
    const isReadable = !database.some(({ code }) => code.startsWith("database_"));
    const health = isReadable ? await checkHealth(shop.gateway) : [];
    return [...checkApp(shop, loaded.config.options), ...database, ...health];
  } finally {
    await closeShop(shop);
  }
}

function openFindings(error: unknown): Finding[] {
  if (isPayIndexError(error, "options_invalid"))
    return error.problems.length > 0
      ? error.problems.map(toOptionFinding)
      : [{ code: "option_invalid", found: error.message, advice: "Correct the options of the plugin." }];
  if (isPayIndexError(error, "store_unavailable") || isPayIndexError(error, "record_unreadable"))
    return [databaseFinding(error)];
  const isConfig = error instanceof CommandError && error.code === "config_unreadable";
  const code = isConfig ? "config_unreadable" : "shop_not_opened";
  return [
    { code, found: errorText(error), advice: "Correct open() in the configuration, or what it starts." },
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
