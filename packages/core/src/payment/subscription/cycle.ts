import { z } from "zod";
import { lazily } from "../../lazily.ts";
import { statesBestFirst } from "../attempt-state.ts";
import { isSuccess } from "../classify-facts.ts";
import { factSchema, type NotificationFact } from "../fact.ts";

/**
 * A later cycle of a subscription. It has its own facts, so that a renewal never counts as a second payment of the
 * order.
 */
export const cycleSchema = lazily(() =>
  z.object({
    version: z.literal(1),
    /** The attempt that started the subscription. */
    attemptId: z.string(),
    /** 2 or more; the first cycle is the sale itself. */
    number: z.int().min(2),
    facts: z.array(factSchema()).readonly(),
    state: z.enum(statesBestFirst),
  }),
);

/** The stored record of one later cycle. */
export type Cycle = z.infer<ReturnType<typeof cycleSchema>>;

/** Identifies a cycle: the attempt that started the subscription, and the number of the cycle. */
export type CycleKey = Pick<Cycle, "attemptId" | "number">;

export function cycleId({ attemptId, number }: CycleKey): string {
  return `${attemptId}/${number}`;
}

/** Whether a value is the number of a later cycle that a notification can name. */
export function isLaterCycleNumber(number: unknown): number is number {
  return Number.isSafeInteger(number) && Number(number) > 1 && Number(number) < 1_000_000_000;
}

/**
 * Returns the later cycle that a subscription's notification is about. Undefined for the first cycle, and if the cycle
 * is unknown (CYC-NUMBER).
 */
export function laterCycleNumberOf(
  fact: Pick<NotificationFact, "periodCount" | "reportedAttemptId" | "gatewaySubscriptionId">,
): number | undefined {
  const { periodCount, reportedAttemptId, gatewaySubscriptionId } = fact;
  if (reportedAttemptId !== undefined && gatewaySubscriptionId === undefined) return undefined;
  if (periodCount === undefined || !/^[1-9]\d{0,8}$/.test(periodCount)) return undefined;
  const number = Number(periodCount);
  return isLaterCycleNumber(number) ? number : undefined;
}

/** Returns when the gateway first reported that a later cycle is paid: ISO instant in UTC. Undefined if it is not. Stores keep it in a column. */
export function paidAtOf({ state, facts }: Pick<Cycle, "state" | "facts">): string | undefined {
  if (state !== "paid") return undefined;
  const instants = facts.filter(isSuccess).map(({ at }) => new Date(at).toISOString());
  return instants.sort()[0];
}
