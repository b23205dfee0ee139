import { bulkLimit, z } from "@pay-index/core/adapter";
import { gatewayRefundSchema } from "./staff-schemas.ts";

/*
 * The actions of the staff API: the requests, and what was done.
 */

const textOrNull = z.string().nullable();

const ids = z
  .array(z.string().max(1000))
  .min(1, "must have at least one ID")
  .max(bulkLimit, `must have at most ${bulkLimit} IDs`)
  .refine((given) => new Set(given).size === given.length, "must have each ID once")
  .refine((given) => given.every((id) => !id.includes("\0")), "must not have a NUL character");

const amountText = z
  .union([z.string().max(50), z.number()], "must be an amount such as 10.00")
  .transform(String);

const recordedAction = {
  note: z.string().max(2000).default(""),
  /** The refunded cycle, or the cycle that the charge of an item of the kind `unknown-cycle` pays. */
  cycle: z.int().min(1).optional(),
  refund: z.strictObject({ amount: amountText, reference: z.string().max(1000) }).optional(),
};

/** An action for review items. Several items need one kind, and `accept`, `dismiss` or `retry`. */
export const resolveRequestSchema = z.strictObject({
  ids,
  action: z.enum(["accept", "dismiss", "record-refund", "retry"]),
  ...recordedAction,
});
export type ResolveRequest = z.input<typeof resolveRequestSchema>;

/** An action for an attempt that has no review item, such as a refund that was made in the gateway's back office. */
export const resolveAttemptRequestSchema = z.strictObject({
  attemptId: z.string().max(100),
  action: z.enum(["accept", "dismiss", "record-refund"]),
  ...recordedAction,
});

/** `failed` and `postponed`: the item is open. `not-run`: somebody resolved it before, or its job is running. */
export const resolveResultSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["done", "failed", "postponed", "not-run"]),
      problem: textOrNull,
      dueAt: textOrNull,
    }),
  ),
});
export type ResolveResult = z.infer<typeof resolveResultSchema>["results"][number];

export const queryRequestSchema = z.strictObject({ ids });
export type QueryRequest = z.input<typeof queryRequestSchema>;

/** What the gateway says of each attempt. `not-asked`: `reason` says why. */
export const queryResultSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["reported", "unverified", "rejected", "unknown", "not-asked"]),
      state: z.enum(["not-paid", "pending", "failed", "paid", "refunded", "unrecognized"]).nullable(),
      reason: textOrNull,
      text: textOrNull,
    }),
  ),
});
export type QueryAnswer = z.infer<typeof queryResultSchema>["results"][number];

/** A refund through the gateway. A repeated `requestId` sends nothing. `cycle`: a later cycle of a subscription. */
export const refundRequestSchema = z.strictObject({
  attemptId: z.string().max(100),
  amount: amountText,
  reason: z.string().max(1000),
  // Keys with this prefix are those of Medusa's own refunds.
  requestId: z
    .string()
    .min(1)
    .max(200)
    .refine((id) => !id.startsWith("ref_"), "must not begin with ref_"),
  cycle: z.int().min(2).optional(),
});
export type RefundRequest = z.input<typeof refundRequestSchema>;

export const refundResultSchema = z.object({ refund: gatewayRefundSchema });

export const cancelRequestSchema = z.strictObject({ attemptId: z.string().max(100) });
export type CancelRequest = z.input<typeof cancelRequestSchema>;

export const cancelResultSchema = z.object({
  outcome: z.enum(["cancelled", "ended", "refused", "unclear"]),
  closedAt: textOrNull,
  reason: textOrNull,
  text: textOrNull,
});
export type CancelAnswer = z.infer<typeof cancelResultSchema>;
