import { type FaultName, faultNames } from "./faults.ts";
import type { PlanChanges } from "./plan.ts";
import { type Outcome, simulate } from "./simulation.ts";
import { createSqlStore } from "./sqlite-store.ts";

/** Simulations that shrinking may play. */
const mostTries = 200;

/** Finds a smaller simulation of the seed that breaks the same invariant: with fewer payments and fewer kinds of faults. */
export async function shrink(failed: Outcome): Promise<Outcome> {
  const { seed, payments } = failed.plan;
  let best = failed;
  let only = Array.from({ length: payments }, (_, index) => index);
  let without: FaultName[] = [];
  let tries = 0;
  const fails = async (changes: PlanChanges) => {
    if (++tries > mostTries) return false;
    const outcome = await simulate(seed, { ...changes, createSqlStore });
    const isSame = outcome.failure?.invariant === failed.failure?.invariant;
    if (isSame) best = outcome;
    return isSame;
  };
  for (let size = Math.ceil(only.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < only.length && only.length > 1; ) {
      const fewer = only.toSpliced(from, size);
      if (fewer.length > 0 && (await fails({ only: fewer, without }))) only = fewer;
      else from += size;
    }
  for (const fault of faultNames)
    if (best.plan.rates.has(fault) && (await fails({ only, without: [...without, fault] })))
      without = [...without, fault];
  return simulate(seed, { only, without, createSqlStore, isTraced: true });
}

/** The command that plays the outcome again. */
export function commandOf({ plan: { seed, only } }: Outcome, without: readonly FaultName[]): string {
  const less = [
    ...(only === undefined ? [] : [`--only ${[...only].join(",")}`]),
    ...(without.length === 0 ? [] : [`--without "${without.join(",")}"`]),
  ];
  return ["npx --yes pnpm@12 simulate --seed", seed, ...less, "--trace"].join(" ");
}

/** The faults that the outcome's plan leaves out, compared with the whole plan of the seed. */
export function leftOut(whole: Outcome, { plan }: Outcome): FaultName[] {
  return [...whole.plan.rates.keys()].filter((fault) => !plan.rates.has(fault));
}

/** The timeline: every event of payments, and of the processes that meet them. */
export function timelineOf({ lines }: Outcome): string {
  return lines.map(({ at, who, what }) => `${formatTime(at)}  ${who.padEnd(11)} ${what}`).join("\n");
}

function formatTime(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400];
  const clock = new Date(rest * 1000).toISOString().slice(11, 23);
  return `${days === 0 ? "" : `+${days}d `}${clock}`.padStart(17);
}
