import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalAmount } from "../money/amount-text.ts";

/**
 * A notification's fields as received (NOT-FIELDS). Texts stay texts: an amount that cannot be read is evidence of a
 * mismatch, not a reason to lose the message.
 */
export const notificationSchema = z.object({
  memberid: z.string().min(1),
  orderid: z.string().min(1),
  amount: z.string(),
  true_amount: z.string(),
  currency: z.string(),
  /** May be empty where nothing was charged. */
  transaction_id: z.string(),
  returncode: z.string(),
  datetime: z.string(),
  sign: z.string().optional(),
  attach: z.string().optional(),
  /** Subscription: `0` says that it was closed (NOT-ENABLED). */
  enabled: z.string().optional(),
  /** Subscription: the master order number (NOT-SUBSCRIPTION). */
  payment_transaction_id: z.string().optional(),
  /** Subscription: the cycle, counted from 1. */
  payment_period_count: z.string().optional(),
  /** Not in the specification: with it, a `00` is notice of a refund or dispute (NOT-ALERT). */
  alert_type: z.string().optional(),
});

export type Notification = z.infer<typeof notificationSchema>;

/** Differ from try to try, or say nothing about the payment. */
const fleeting: ReadonlySet<string> = new Set(["datetime", "sign", "attach"]);
const amounts: ReadonlySet<string> = new Set(["amount", "true_amount"]);

/**
 * The same for a repeat and for nothing else (NOT-REPEAT): a digest of the fields without time, sign and attachment, amounts
 * in one spelling. A corrected amount or a later `enabled=0` has another.
 */
export function notificationDigest(fields: ReadonlyMap<string, string>): string {
  const lasting = [...fields]
    .filter(([name, value]) => !fleeting.has(name) && value !== "")
    .map(([name, value]) => [name, amounts.has(name) ? canonicalAmount(value) : value])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(lasting)).digest("hex");
}
