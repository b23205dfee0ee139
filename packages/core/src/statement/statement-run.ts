import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { lazily } from "../lazily.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { FingerprintSet } from "./fingerprint-set.ts";

export const statementPeriodSchema = lazily(() =>
  z
    .strictObject({ from: z.date(), before: z.date(), openReviewItems: z.boolean().default(false) })
    .refine(({ from, before }) => from < before, { path: ["before"], message: "must be later than from" }),
);

/** One comparison. */
export interface StatementRun extends z.output<ReturnType<typeof statementPeriodSchema>> {
  readonly engine: EngineContext;
  /** What the statement named. */
  readonly named: FingerprintSet;
  /** The merchants of the attempts that the statement named, with their tenants. */
  readonly merchants: Map<string, string>;
  /** Whether the statement names transactions. Otherwise, the cycles of a subscription cannot be told apart. */
  namesTransactions: boolean;
}

/** The key of the merchant of an attempt, in `StatementRun.merchants`. */
export function merchantKey({ merchantTenant, merchantId }: Attempt): string {
  return JSON.stringify([merchantTenant, merchantId]);
}

/** The key of the nth refund of an amount of a charge, in `StatementRun.named`. */
export function refundKey(
  attemptId: string,
  cycle: number | undefined,
  { minor, currency, nth }: { readonly minor: number; readonly currency: string; readonly nth: number },
) {
  return ["refund of", attemptId, cycle, minor, currency, nth];
}
