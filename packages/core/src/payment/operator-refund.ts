import { z } from "zod";
import { moneySchema } from "../protocol/money/money.ts";

const referenceLength = 100;

const refundAmountSchema = moneySchema.refine(({ minor }) => minor > 0, "must be more than 0");

/** A refund that an operator made at the gateway, outside this software. */
export const operatorRefundSchema = z.object(
  {
    /** The refunded amount in minor units: more than 0. */
    amount: refundAmountSchema,
    /** The gateway's id of the refund, or another text that finds it there: 1 to 100 characters. */
    reference: z
      .string("is required: the gateway's id of the refund")
      .trim()
      .min(1, "must not be empty: the gateway's id of the refund")
      .max(referenceLength, `must not be longer than ${referenceLength} characters`)
      .regex(/^\P{C}*$/u, "must be one line of text"),
    /** Whether the refund belongs to the placed order. Core decides this when it records the refund. */
    ofOrder: z.boolean().default(false),
  },
  "must name the refund: { amount, reference }",
);

/** A refund as an operator enters it: the amount and the gateway's id of the refund. */
export type OperatorRefund = Pick<z.infer<typeof operatorRefundSchema>, "amount" | "reference">;
