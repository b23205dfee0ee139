import { z } from "zod";
import { attemptStates } from "../derive-attempt-state.ts";
import { factSchema, type NotificationFact } from "../fact.ts";

/** One billing period after the first. Its facts are kept apart, so that a renewal is never taken for a second payment. */
export const cycleSchema = z.object({
  version: z.literal(1),
  /** Of the sale that started the subscription. */
  orderNumber: z.string(),
  /** 2 or more; the first cycle is the sale itself. */
  number: z.int().min(2),
  facts: z.array(factSchema).readonly(),
  state: z.enum(attemptStates),
});

export type Cycle = z.infer<typeof cycleSchema>;

/** Which cycle: the sale that began the subscription, and its number. */
export type CycleKey = Pick<Cycle, "orderNumber" | "number">;

export function cycleId({ orderNumber, number }: CycleKey): string {
  return `${orderNumber}/${number}`;
}

/** As far as a notification can name one. */
export function isLaterCycle(number: unknown): number is number {
  return Number.isSafeInteger(number) && Number(number) > 1 && Number(number) < 1_000_000_000;
}

/** The later cycle that a subscription's notification is about, or undefined for its first, and where it cannot be told (CYC-NUMBER). */
export function laterCycleOf({
  periodCount,
  ownNumber,
  masterId,
}: Pick<NotificationFact, "periodCount" | "ownNumber" | "masterId">): number | undefined {
  if (ownNumber !== undefined && masterId === undefined) return undefined;
  if (periodCount === undefined || !/^[1-9]\d{0,8}$/.test(periodCount)) return undefined;
  const number = Number(periodCount);
  return isLaterCycle(number) ? number : undefined;
}
