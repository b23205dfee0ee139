import { z } from "zod";
import { lazily } from "../lazily.ts";

/**
 * The result that the buyer's browser reports (RET-FIELDS). It is not signed, so it is never a result (RET-UNSIGNED). Use it only to
 * choose the text of a page.
 */
export type ReturnHint = UnverifiedReturnResult | "unreadable";

/** The words that a return can report (RET-STATUS). */
export const unverifiedReturnResults = ["succeeded", "fail", "processing"] as const;
export type UnverifiedReturnResult = (typeof unverifiedReturnResults)[number];

const returnSchema = lazily(() =>
  z.object({
    paymentStatus: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(unverifiedReturnResults)),
    orderID: z.string(),
  }),
);

/** Reads a return's query or form. Never throws: whatever cannot be read, or names another order, is `unreadable`. */
export function readBuyerReturn(fields: unknown, attemptId: string): ReturnHint {
  const parsed = returnSchema().safeParse(fields);
  return parsed.success && parsed.data.orderID === attemptId ? parsed.data.paymentStatus : "unreadable";
}
