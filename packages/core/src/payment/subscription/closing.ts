import type { Attempt } from "../attempt.ts";

type Summary = NonNullable<Attempt["subscription"]>;

/** Returns the summary with one more closing: with its cycle, or its moment if it names none (CYC-CLOSED). */
export function addClosing(summary: Summary, at: string, cycle: number | undefined): Summary {
  const { closedWith, closedAt, closedWithoutCycleAt } = summary;
  return {
    ...summary,
    closedAt: earliest(closedAt, at),
    ...(cycle === undefined
      ? { closedWithoutCycleAt: earliest(closedWithoutCycleAt, at) }
      : { closedWith: Math.min(closedWith ?? cycle, cycle) }),
  };
}

function earliest(one: string | undefined, other: string): string {
  return one !== undefined && one < other ? one : other;
}
