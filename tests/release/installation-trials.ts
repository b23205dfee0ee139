import { tryExpress } from "./express-trial.ts";
import type { LocalRegistry } from "./local-registry.ts";
import { tryMedusa } from "./medusa-trial.ts";
import { tryVendure } from "./vendure-trial.ts";

export interface InstallationTrialOptions {
  /** Whether to use the newest release of the framework instead of the one that the repository tests. */
  readonly newest: boolean;
}

/** Installs a published package in an empty folder, follows its README, and pays one order. Returns what was paid. */
export type InstallationTrial = (
  registry: LocalRegistry,
  options: InstallationTrialOptions,
) => Promise<string>;

export const trials = {
  express: { title: "Express, npm", run: tryExpress },
  vendure: { title: "Vendure, pnpm", run: tryVendure },
  medusa: { title: "Medusa, npm", run: tryMedusa },
} as const satisfies Record<string, { title: string; run: InstallationTrial }>;

export type TrialName = keyof typeof trials;
export const trialNames = Object.keys(trials) as readonly TrialName[];
