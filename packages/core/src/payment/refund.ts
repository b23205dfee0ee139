import { z } from "zod";
import { moneySchema } from "../protocol/money/money.ts";

const referenceLength = 100;

const refundAmountSchema = moneySchema.refine(({ minor }) => minor > 0, "must be more than 0");

/** A refund that an operator made at the gateway, outside this software. */
export const refundSchema = z.object(
  {
    /** What was given back. */
    money: refundAmountSchema,
    /** The gateway's id of the refund, or what else finds it there: 1 to 100 characters. */
    reference: z
      .string("is required: the gateway's id of the refund")
      .trim()
      .min(1, "must not be empty: the gateway's id of the refund")
      .max(referenceLength, `must not be longer than ${referenceLength} characters`)
      .regex(/^\P{C}*$/u, "must be one line of text"),
    /** Whether it is money of the order that was placed. Core decides this when it records the refund. */
    ofOrder: z.boolean().default(false),
  },
  "must name the refund: { money, reference }",
);

/** What an operator tells of a refund. */
export type Refund = Pick<z.infer<typeof refundSchema>, "money" | "reference">;
