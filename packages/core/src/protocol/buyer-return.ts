import { z } from "zod";

/**
 * What the buyer's browser brings back (RET-FIELDS). Nobody signed it and the buyer can write it, so it is a hint for what to
 * show while the notification is awaited, never a result (RET-UNSIGNED).
 */
export type ReturnHint = "succeeded" | "fail" | "processing" | "unreadable";

const returnSchema = z.object({
  paymentStatus: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["succeeded", "fail", "processing"])),
  orderID: z.string(),
});

/** Reads a return's query or form. Never throws: whatever cannot be read, or names another order, is `unreadable`. */
export function readBuyerReturn(fields: unknown, orderNumber: string): ReturnHint {
  const parsed = returnSchema.safeParse(fields);
  return parsed.success && parsed.data.orderID === orderNumber ? parsed.data.paymentStatus : "unreadable";
}
