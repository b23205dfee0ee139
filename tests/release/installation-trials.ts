import { tryExpress } from "./express-trial.ts";
import type { InstallationTrial } from "./installation-trial-types.ts";
import { tryMedusa } from "./medusa-trial.ts";
import { tryVendure } from "./vendure-trial.ts";

export const trials = {
  express: { title: "Express, npm", run: tryExpress },
  vendure: { title: "Vendure, pnpm", run: tryVendure },
  medusa: { title: "Medusa, npm", run: tryMedusa },
} as const satisfies Record<string, { title: string; run: InstallationTrial }>;

export type TrialName = keyof typeof trials;
export const trialNames = Object.keys(trials) as readonly TrialName[];
