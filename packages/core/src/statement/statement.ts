import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import { type Money, moneySchema } from "../protocol/money/money.ts";

/** What a row of a statement reports. */
export const statementRowKinds = ["sale", "refund", "chargeback"] as const;

const id = () =>
  z
    .string()
    .max(100)
    .regex(/^[\x21-\x7e]+$/, "must be an ID without spaces");

/** One row of the gateway's statement. It names an attempt, a transaction, or both. */
export const statementRowSchema = lazily(() =>
  z
    .strictObject({
      /** The line of the file. Findings repeat it. */
      line: z.int().positive(),
      kind: z.enum(statementRowKinds),
      /** The gateway order ID. */
      attemptId: id().optional(),
      transactionId: id().optional(),
      /** The gateway's ID of a refund. */
      refundId: id().optional(),
      /** The gateway's ID of the merchant. */
      merchantId: id().optional(),
      /** What was paid, or what went back: not negative, in minor units. */
      amount: moneySchema(),
      /** When the gateway did it. It tells two equal refunds without an ID apart. */
      at: z.date().optional(),
    })
    .refine(({ attemptId, transactionId }) => attemptId !== undefined || transactionId !== undefined, {
      path: ["attemptId"],
      message: "is required, or a transactionId",
    }),
);

/** One row of the gateway's statement. It names an attempt, a transaction, or both. */
export type StatementRow = z.infer<ReturnType<typeof statementRowSchema>>;

/** Selects the period of a statement, and passes its rows. */
export interface StatementRequest {
  /** The rows, in any order. They are read once, and never held in memory together. */
  readonly rows: AsyncIterable<StatementRow>;
  /** The first instant of the statement. */
  readonly from: Date;
  /** The instant at which the statement ends. It is not in the statement. */
  readonly before: Date;
  /** Opens a review item for each difference whose attempt is known. Default: false. */
  readonly openReviewItems?: boolean | undefined;
}

/**
 * How a statement and the shop differ.
 *
 * - `differs`: both know the charge or the refund, and say different things about it
 * - `missing-here`: only the statement has it
 * - `missing-there`: only the shop has it
 * - `repeated`: an earlier row says the same. It is not compared again.
 */
export const statementFindings = ["differs", "missing-here", "missing-there", "repeated"] as const;

/** How a statement and the shop differ. */
export type StatementFinding = (typeof statementFindings)[number];

/**
 * What differs.
 *
 * - `amount`: the amount or the currency
 * - `not-paid`: the statement has a sale that did not pay the attempt here
 * - `transaction`: the attempt was paid here by another transaction
 * - `merchant`: the attempt belongs to another merchant. No review item is opened.
 * - `unknown`: the other side does not have it
 * - `row`: the row is repeated
 */
export type StatementReason = "amount" | "not-paid" | "transaction" | "merchant" | "unknown" | "row";

/** One difference between a statement and the shop. */
export interface StatementDifference {
  readonly finding: StatementFinding;
  readonly reason: StatementReason;
  readonly kind: StatementRow["kind"];
  /** The line of the statement. Undefined with `missing-there`. */
  readonly line: number | undefined;
  readonly attemptId: string | undefined;
  readonly transactionId: string | undefined;
  readonly refundId: string | undefined;
  /** The order of the attempt. Undefined if the shop does not have the attempt. */
  readonly reference: string | undefined;
  readonly tenant: string | undefined;
  readonly state: AttemptState | undefined;
  /** The later cycle of a subscription. */
  readonly cycle: number | undefined;
  /** The amount in the statement. Undefined with `missing-there`. */
  readonly reported: Money | undefined;
  /** The amount in the shop. Undefined with `missing-here`. */
  readonly recorded: Money | undefined;
  /**
   * Whether the difference does not depend on the limits of the period. False: a sale or refund near them can be in the statement before or
   * after, so no review item is opened.
   */
  readonly isCertain: boolean;
  /** The kind of the review item about it. `isNew`: this run opened it. Undefined: none. */
  readonly reviewItem: { readonly kind: ReviewKind; readonly isNew: boolean } | undefined;
}

/** What a part of the comparison found: at most 1000 rows. */
export interface StatementProgress {
  /** The rows that were compared until now. */
  readonly rows: number;
  /** The rows of this part that agree. */
  readonly agrees: number;
  readonly differences: readonly StatementDifference[];
}
