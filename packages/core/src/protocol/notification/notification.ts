import { hash } from "node:crypto";
import { z } from "zod";
import { normalizeAmountText } from "../money/amount-text.ts";

/**
 * The fields as received (NOT-FIELDS). They stay text: an unreadable amount is evidence, and no reason to lose the
 * notification.
 */
const fieldsSchema = z.object({
  memberid: z.string().min(1),
  orderid: z.string().min(1),
  amount: z.string(),
  true_amount: z.string(),
  /** Empty if the notification names none: then it is the currency of the sale (NOT-CURRENCY). */
  currency: z.string().default(""),
  /** May be empty where nothing was charged. */
  transaction_id: z.string(),
  returncode: z.string(),
  datetime: z.string(),
  sign: z.string().optional(),
  attach: z.string().optional(),
  /** The gateway's text about a failure, which is not signed by all gateways (NOT-MSG). */
  msg: z.string().optional(),
  /** For a subscription: `0` reports that it was closed (NOT-ENABLED). */
  enabled: z.string().optional(),
  /** Subscription: the gateway subscription ID (NOT-SUBSCRIPTION). */
  payment_transaction_id: z.string().optional(),
  /** Subscription: the cycle, counted from 1. */
  payment_period_count: z.string().optional(),
  /** Not in the specification. With it, `00` reports a refund or a dispute (NOT-ALERT). */
  alert_type: z.string().optional(),
});

/** A success without a transaction cannot be distinguished from another one. */
export const notificationSchema = fieldsSchema.refine(
  ({ returncode, transaction_id }) => returncode !== "00" || transaction_id !== "",
  { path: ["transaction_id"], error: "is empty" },
);

export type Notification = z.infer<typeof notificationSchema>;

/** The names of all fields that the protocol, or its relatives, give a notification. */
export const notificationFieldNames: ReadonlySet<string> = new Set(Object.keys(fieldsSchema.shape));

/** Differ from try to try, or say nothing about the payment. */
const fieldsIgnoredInDigest: ReadonlySet<string> = new Set(["datetime", "sign", "attach"]);
const amountFields: ReadonlySet<string> = new Set(["amount", "true_amount", "refund_amount"]);

/**
 * Returns a digest that is the same for a repeated message and for no other (NOT-REPEAT, DSP-FACT): of the fields without
 * time, sign and attachment, with amounts in one spelling. A corrected amount or a later `enabled=0` has another
 * digest. Pass only fields that are signed, or decide: anybody with the address could add others.
 */
export function notificationDigest(fields: Iterable<readonly [name: string, value: string]>): string {
  const lasting = [...fields]
    .filter(([name, value]) => !fieldsIgnoredInDigest.has(name) && value !== "")
    .map(([name, value]) => [name, amountFields.has(name) ? normalizeAmountText(value) : value])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(lasting), "hex");
}
