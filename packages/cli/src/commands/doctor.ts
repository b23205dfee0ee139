import process from "node:process";
import { isPayIndexError } from "@pay-index/core";
import { CommandError } from "../command-error.ts";
import type { OpenedShop } from "../config/define-config.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { closeShop, type OpenShopOptions, openShop, sendOutputToStderr } from "../config/open-shop.ts";
import { readSecondsAsMilliseconds } from "../config/time-limit.ts";
import { checkClock } from "../doctor/check-clock.ts";
import { databaseFinding } from "../doctor/check-database.ts";
import { checkFiles } from "../doctor/check-files.ts";
import { checkNotifyAddress } from "../doctor/check-notify-address.ts";
import {
  checkNamesAfterOptions,
  checkOpenedShop,
  openedShopCheckNames,
} from "../doctor/check-opened-shop.ts";
import { checkOptions, toOptionFinding } from "../doctor/check-options.ts";
import { checkSandboxOption } from "../doctor/check-sandbox-option.ts";
import { checkVersions } from "../doctor/check-versions.ts";
import {
  DoctorCheckRunner,
  describeSkippedChecks,
  type SkippedCheck,
} from "../doctor/doctor-check-runner.ts";
import { type Finding, finding } from "../doctor/finding.ts";
import type { CommandResult } from "../output/command-result.ts";
import { maskedErrorText } from "../output/masking.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { readOwnManifest } from "../own-manifest.ts";
import { runUntilInterrupt } from "./run-until-interrupt.ts";

/** The options of `pay-index doctor`. */
export interface DoctorOptions extends OpenShopOptions {
  /** Seconds to wait for the notify address and the gateway. */
  readonly timeout?: string;
}

/** Checks the setup of a shop, and returns what is wrong with it. */
export async function doctor(
  { config, timeout, openTimeout }: DoctorOptions,
  style: OutputStyle,
): Promise<CommandResult> {
  const limits = {
    fetch: readSecondsAsMilliseconds("--timeout", timeout ?? "10"),
    open: readSecondsAsMilliseconds("--open-timeout", openTimeout ?? "60"),
  };
  sendOutputToStderr();
  const progress = createProgressBar(style);
  const checks = new DoctorCheckRunner(progress);
  const findings = await runUntilInterrupt(progress, "interrupted. No check changes anything.", () =>
    checkSetup(config, limits, checks),
  );
  return toResult(findings, checks.skipped);
}

async function checkSetup(
  config: string | undefined,
  limits: TimeLimits,
  checks: DoctorCheckRunner,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const loaded = await checks.run("configuration", () => tryToLoad(config, limits.open, findings));
  const folder = loaded?.folder ?? process.cwd();
  const { node } = process.versions;
  return [
    ...findings,
    ...(await checks.run("versions", () => checkVersions(folder, readOwnManifest(), node))),
    ...(await checks.run("files", () => checkFiles(folder))),
    ...(loaded === undefined
      ? checks.skip(["options", ...checkNamesAfterOptions], "There is no configuration that can be used.")
      : await checkConfiguration(loaded, limits, checks)),
  ];
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
    findings.push(finding(code, error.message));
    return undefined;
  }
}

async function checkConfiguration(
  loaded: LoadedConfig,
  limits: TimeLimits,
  checks: DoctorCheckRunner,
): Promise<Finding[]> {
  const { options } = loaded.config;
  const wrong = await checks.run("options", () => checkOptions(options));
  // A shop does not open with wrong options, so nothing else can be checked.
  if (wrong.length > 0) {
    checks.skip(checkNamesAfterOptions, "The options are wrong.");
    return wrong;
  }
  const [notify, clock, opened] = await Promise.all([
    checks.run("notify-address", () => checkNotifyAddress(options.publicUrl, limits.fetch)),
    checks.run("clock", () => checkClock(options.gateway, limits.fetch)),
    checkShop(loaded, limits.open, checks),
  ]);
  return [...checkSandboxOption(options), ...notify, ...clock, ...opened];
}

async function checkShop(
  loaded: LoadedConfig,
  timeout: number,
  checks: DoctorCheckRunner,
): Promise<Finding[]> {
  let shop: OpenedShop;
  try {
    shop = await checks.run("opening", () => openShop(loaded, timeout));
  } catch (error) {
    checks.skip(openedShopCheckNames, "The shop did not open.");
    return openFindings(error);
  }
  try {
    return await checkOpenedShop(shop, loaded.config.options, checks);
  } finally {
    await closeShop(shop);
  }
}

function openFindings(error: unknown): Finding[] {
  if (isPayIndexError(error, "options_invalid"))
    return error.problems.length > 0
      ? error.problems.map(toOptionFinding)
      : [finding("option_invalid", error.message)];
  if (isPayIndexError(error, "store_unavailable") || isPayIndexError(error, "record_unreadable"))
    return [databaseFinding(error)];
  const isConfig = error instanceof CommandError && error.code === "config_unreadable";
  const advice = "Correct open() in the configuration, or what it starts.";
  return [finding(isConfig ? "config_unreadable" : "shop_not_opened", maskedErrorText(error), { advice })];
}

function toResult(findings: readonly Finding[], skipped: readonly SkippedCheck[]): CommandResult {
  const lines = findings.flatMap(({ code, found, advice }) => [
    `✘ ${code}: ${found}`,
    `  What to do: ${advice}`,
    "",
  ]);
  const summary = findings.length === 1 ? "1 finding." : `${findings.length} findings.`;
  return {
    exitCode: findings.length === 0 ? 0 : 1,
    data: { findings, skipped },
    lines: [...lines, findings.length === 0 ? "✔ No findings." : summary, ...describeSkippedChecks(skipped)],
  };
}
