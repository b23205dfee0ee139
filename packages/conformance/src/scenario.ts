import type { Variant } from "@pay-index/core";
import type { SandboxOptions } from "@pay-index/sandbox";
import type { Ability } from "./abilities.ts";
import type { ScenarioContext } from "./actors/scenario-context.ts";
import type { ShopSettings } from "./host-driver.ts";

export interface IsolatedSetup {
  readonly shop?: Partial<ShopSettings>;
  readonly gateway?: SandboxOptions;
  readonly tenants?: readonly string[];
}

/** One behaviour that every host must show. */
export interface Scenario {
  /** What holds, as a sentence. */
  readonly title: string;
  /** Ids of `docs/behaviours.md`. */
  readonly cites: readonly [string, ...string[]];
  /** Played once for each; once with the first of nothing, where it makes no difference. */
  readonly variants?: readonly Variant[];
  /** What it asks of the host beside the required abilities and its variants. */
  readonly needs?: readonly Ability[];
  /** Played under every way in which gateways depart from the letter of the protocol, too. */
  readonly underQuirks?: true;
  /** A shop, and a gateway where it says so, that nobody else uses: they may be stopped, killed and set otherwise. */
  readonly alone?: IsolatedSetup;
  play(stage: ScenarioContext, variant: Variant): Promise<void>;
}
