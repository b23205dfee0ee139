import type { Variant } from "@pay-index/core";
import type { QuirkProfile } from "@pay-index/sandbox/client";
import { type Ability, readNotApplicableReason } from "./abilities.ts";
import type { HostDriver } from "./host-driver.ts";
import type { Scenario } from "./scenario.ts";

export interface ScenarioRun {
  readonly name: string;
  readonly variant: Variant;
  readonly quirk?: QuirkProfile;
}

const quirkProfiles: Readonly<Record<NonNullable<Scenario["underQuirks"]>, readonly QuirkProfile[]>> = {
  all: [
    "four_decimals",
    "utc_plus_8",
    "post_return",
    "double_encoded",
    "attach_signed",
    "nine_field_sign",
    "recorded",
  ],
  recorded: ["recorded"],
};

/** Returns the runs of a scenario. A scenario that is the same for every variant runs with the simplest one. */
export function listRuns({ variants = ["hosted"], underQuirks }: Scenario): ScenarioRun[] {
  const plain = variants.map((variant): ScenarioRun => ({ name: variant, variant }));
  if (underQuirks === undefined) return plain;
  return [
    ...plain,
    ...quirkProfiles[underQuirks].flatMap((quirk) =>
      variants.map((variant): ScenarioRun => ({ name: `${variant}, ${quirk}`, variant, quirk })),
    ),
  ];
}

/** Returns the reason of the first required ability that this host does not have. */
export function findSkipReason(
  { abilities }: Pick<HostDriver, "abilities">,
  { needs = [] }: Scenario,
  { variant }: Pick<ScenarioRun, "variant">,
): string | undefined {
  const asked: readonly Ability[] = [variant, ...needs];
  return asked
    .map((ability) => readNotApplicableReason(abilities[ability]))
    .find((reason) => reason !== undefined);
}
