import type { PlanInput } from "@pay-index/vendure";

const types = ["weekly", "monthly", "quarterly", "yearly"] as const;
const totalCounts = [undefined, 1, 2, 3, 4, 6, 12];
const attemptCounts = [1, 2, 3, 4, 5];

interface PlanKey {
  readonly type: (typeof types)[number];
  readonly attempts: number;
  readonly totalCount?: number | undefined;
}

/** A shop's plans stand in its configuration, so it has all that a scenario may want. */
export const plans: Readonly<Record<string, PlanInput>> = Object.fromEntries(
  types
    .flatMap((type) =>
      totalCounts.flatMap((totalCount) => attemptCounts.map((attempts) => ({ type, totalCount, attempts }))),
    )
    .map(({ totalCount, ...about }, index) => {
      const counted = totalCount === undefined ? about : { ...about, totalCount };
      const id = `6f1c2c1e-3a57-4c0b-9a0e-${String(index).padStart(12, "0")}`;
      return [planName(counted), { id, name: "Tea again", description: "The same tea again", ...counted }];
    }),
);

export function planName({ type, attempts, totalCount = 0 }: PlanKey): string {
  return `${type}-${totalCount}-${attempts}`;
}
