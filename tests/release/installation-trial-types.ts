import type { LocalRegistry } from "./local-registry.ts";

export interface InstallationTrialOptions {
  /** Whether to use the newest release of the framework instead of the one that the repository tests. */
  readonly newest: boolean;
}

/** Installs a published package in an empty folder, follows its README, and pays one order. Returns what was paid. */
export type InstallationTrial = (
  registry: LocalRegistry,
  options: InstallationTrialOptions,
) => Promise<string>;
