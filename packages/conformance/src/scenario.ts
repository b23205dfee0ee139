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

/** One behaviour that every host must have. */
export interface Scenario {
  /** The behaviour, as a sentence. */
  readonly title: string;
  /** Ids in `docs/reference/behaviours.md`. */
  readonly cites: readonly [string, ...string[]];
  /**
   * The variants to run the scenario with. Without this property it runs once, with the simplest variant, because the variant makes no
   * difference.
   */
  readonly variants?: readonly Variant[];
  /** The abilities that it needs beside the required ones and those of its variants. */
  readonly needs?: readonly Ability[];
  /**
   * The deviations of gateways from the protocol under which the scenario also runs: every known one, or only those that were recorded at a
   * real gateway.
   */
  readonly underQuirks?: "all" | "recorded";
  /** A shop, and optionally a gateway, that no other scenario uses. The scenario may stop, kill and reconfigure them. */
  readonly alone?: IsolatedSetup;
  play(stage: ScenarioContext, variant: Variant): Promise<void>;
}

/** What a scenario about later cycles of a subscription needs. Time moves at its gateway, so it has one of its own. */
export const withCycles = {
  variants: ["subscription"],
  needs: ["cycles"],
  alone: { gateway: {} },
} as const satisfies Partial<Scenario>;

/** A scenario of `withCycles` whose shop may cancel subscriptions at its gateway. */
export const withCancellation = {
  ...withCycles,
  alone: { shop: { operations: { cancelSubscription: {} } }, gateway: {} },
} as const satisfies Partial<Scenario>;
