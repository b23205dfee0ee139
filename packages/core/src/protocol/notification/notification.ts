import { hash } from "node:crypto";
import { messageTypeRules } from "../messages/message-types.ts";
import { normalizeAmountText } from "../money/amount-text.ts";

/**
 * The fields that count, as received (NOT-FIELDS). They stay text: an unreadable amount is evidence, and no reason to lose the
 * notification. No schema reads them, because each notification would wait for it.
 */
export interface Notification {
  readonly memberid: string;
  readonly orderid: string;
  readonly amount: string;
  readonly true_amount: string;
  /** Empty if the notification names none: then it is the currency of the sale (NOT-CURRENCY). */
  readonly currency: string;
  /** Empty only where nothing was charged: a success without a transaction cannot be distinguished from another one. */
  readonly transaction_id: string;
  readonly returncode: string;
  readonly datetime: string;
  readonly sign?: string | undefined;
  readonly attach?: string | undefined;
  /** The gateway's text about a failure, which is not signed by all gateways (NOT-MSG). */
  readonly msg?: string | undefined;
  /** For a subscription: `0` reports that it was closed (NOT-ENABLED). */
  readonly enabled?: string | undefined;
  /** Subscription: the gateway subscription ID (NOT-SUBSCRIPTION). */
  readonly payment_transaction_id?: string | undefined;
  /** Subscription: the cycle, counted from 1. */
  readonly payment_period_count?: string | undefined;
  /** Not in the specification. With it, `00` reports a refund or a dispute (NOT-ALERT). */
  readonly alert_type?: string | undefined;
}

/** The names of all fields that the protocol, or its relatives, give a notification. */
export const notificationFieldNames: ReadonlySet<string> = new Set([
  ...messageTypeRules.notification.fields,
  ...messageTypeRules.notification.freeText,
  "alert_type",
  "sign",
]);

/** Differ from try to try, or say nothing about the payment. */
const fieldsIgnoredInDigest: ReadonlySet<string> = new Set(["datetime", "sign", "attach"]);
const amountFields: ReadonlySet<string> = new Set(["amount", "true_amount", "refund_amount"]);

/**
 * Returns a digest that is the same for a repeated message and for no other (NOT-REPEAT, DSP-FACT): of the fields without
 * time, sign and attachment, with amounts in one spelling. A corrected amount or a later `enabled=0` has another
 * digest. Pass only fields that are signed, or decide: anybody with the address could add others.
 */
export function notificationDigest(fields: Iterable<readonly [name: string, value: string]>): string {
  const lasting: (readonly [name: string, value: string])[] = [];
  for (const [name, value] of fields)
    if (value !== "" && !fieldsIgnoredInDigest.has(name))
      lasting.push([name, amountFields.has(name) ? normalizeAmountText(value) : value]);
  lasting.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return hash("sha256", JSON.stringify(lasting), "hex");
}
