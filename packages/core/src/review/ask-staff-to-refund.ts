import { z } from "zod";
import type { RefundForStaffToMake } from "../apply/opened-items.ts";
import type { EngineContext } from "../engine-context.ts";
import { readInput } from "../errors.ts";
import { applyAndRunJobs } from "../jobs/run-leased-jobs.ts";
import { lazily } from "../lazily.ts";
import { maskText } from "../mask/mask-text.ts";
import { moneySchema } from "../protocol/money/money.ts";
import { requireAttempt } from "./operator-input.ts";
import { readResolutionCycle } from "./resolve-item.ts";

/** A refund that the shop asks for. */
export interface StaffRefundRequest extends RefundForStaffToMake {
  readonly attemptId: string;
  /** For a subscription: the later cycle to refund. Default: the sale. */
  readonly cycle?: number;
}

const requestedRefundSchema = lazily(() =>
  z.object({
    dedupeKey: z
      .string("is required: a text that is the same for the same refund")
      .min(1, "must not be empty")
      .max(200, "must not be longer than 200 characters")
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must be one line of text"),
    evidence: z
      .string("is required: why the shop asks for the refund")
      .trim()
      .min(1, "must not be empty: why the shop asks for the refund")
      .max(1000, "must not be longer than 1000 characters")
      .transform((text) => maskText(text).toWellFormed()),
    amount: moneySchema().optional(),
  }),
);

/**
 * Opens the review item `refund-requested`: staff make the refund at the gateway and record it. Masks the evidence. The item reports
 * whether another refund of the same attempt or cycle was requested or recorded before.
 *
 * @throws PayIndexError `resolution_invalid`, `attempt_unknown`, `store_unavailable`
 */
export async function askStaffToRefund(engine: EngineContext, request: StaffRefundRequest): Promise<void> {
  const message = "The requested refund is not valid. Nothing was recorded.";
  const refund = readInput(requestedRefundSchema(), Object(request), { code: "resolution_invalid", message });
  const { attemptId, cycle } = request;
  const attempt = await requireAttempt(engine, attemptId);
  const namedCycle = readResolutionCycle(attempt, cycle);
  await applyAndRunJobs(engine, attempt, { kind: "refund-request", attemptId, cycle: namedCycle, refund });
}
