import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import { type Money, moneySchema } from "../protocol/money/money.ts";

const id = () => z.string().regex(/^[\x21-\x7e]{1,100}$/, "must be an ID without spaces");

export const statementRowSchema = lazily(() =>
  z
    .strictObject({
      /** The line of the file. */
      line: z.int().positive(),
      kind: z.enum(["sale", "refund", "chargeback"]),
      /** The gateway order ID. */
      attemptId: id().optional(),
      transactionId: id().optional(),
      refundId: id().optional(),
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
  /** The rows, in any order. They are read once. */
  readonly rows: AsyncIterable<StatementRow>;
  /** The first instant of the statement. */
  readonly from: Date;
  /** The instant at which the statement ends. It is not in the statement. */
  readonly before: Date;
  /** Opens a review item for each certain difference whose attempt is known. Default: false. */
  readonly openReviewItems?: boolean | undefined;
}

/**
 * How a statement and the shop differ. `differs`: about a charge or a refund that both have. `missing-here`: only the statement has it.
 * `missing-there`: only the shop has it. `repeated`: an earlier row says the same, and this one was not compared.
 */
export type StatementFinding = "differs" | "missing-here" | "missing-there" | "repeated";

/** One difference: the fields of the row, or of what the shop has with `missing-there`, and the attempt if the shop has it. */
export interface StatementDifference extends Omit<StatementRow, "line"> {
  readonly finding: StatementFinding;
  /**
   * What differs. `amount`: the amount or the currency. `not-paid`: nothing paid the attempt in the shop. `transaction`: another
   * transaction paid it. `merchant`: it belongs to another merchant. `unknown`: one side does not have it. `row`: the row is repeated.
   */
  readonly reason: "amount" | "not-paid" | "transaction" | "merchant" | "unknown" | "row";
  /** The line of the file. Undefined with `missing-there`. */
  readonly line?: number | undefined;
  readonly tenant?: string | undefined;
  readonly reference?: string | undefined;
  readonly state?: AttemptState | undefined;
  /** The later cycle of a subscription. */
  readonly cycle?: number | undefined;
  /** With `amount`: the amount in the shop. */
  readonly recorded?: Money | undefined;
  /** False: it can be in the statement before or after, because it is near the limits of the period. No review item is opened. */
  readonly isCertain: boolean;
  /** The review item about it. `isNew`: this run opened it. Undefined: none. */
  readonly reviewItem?: { readonly kind: ReviewKind; readonly isNew: boolean };
}

/** What a part of the comparison found: at most 1000 rows. */
export interface StatementProgress {
  /** The rows that were compared until now. */
  readonly rows: number;
  /** The rows of this part that agree. */
  readonly agrees: number;
  readonly differences: readonly StatementDifference[];
}
