import { z } from "zod";
import { lazily } from "../../lazily.ts";
import type { Secret } from "../../secret.ts";
import { type AmountDecimals, type Money, toSentAmountText } from "../money/money.ts";
import { type FormField, md5Digest, signingText } from "../signature/request-sign.ts";

/** The calls that public material of a gateway of this family documents. They are not in SPEC (OPS-PATH). */
export const operationNames = ["query", "refund", "refund-query", "cancel-subscription"] as const;

/** The name of a call to the gateway that is no sale. The list is closed. */
export type OperationName = (typeof operationNames)[number];

/** What is sent in each call, by name: the path below the gateway's base address, and the fields that are signed. */
export interface OperationPathAndSignedFields {
  /** Begins with `/`. */
  readonly path: string;
  /** The names of the signed fields. Fields that a call does not have are left out of the text (SIG-EMPTY). */
  readonly signedFields: readonly string[];
}

/** The documented paths and signed fields (OPS-PATH, OPS-SIGN). Public sources disagree, so a shop can replace each of them. */
export const documentedOperations: Readonly<Record<OperationName, OperationPathAndSignedFields>> = {
  query: { path: "/pay/trade/query", signedFields: ["pay_memberid", "pay_orderid"] },
  refund: { path: "/pay/trade/refund", signedFields: ["pay_memberid", "transaction_id", "pay_orderid"] },
  "refund-query": { path: "/pay/trade/refundQuery", signedFields: ["pay_memberid", "pay_orderid"] },
  "cancel-subscription": {
    path: "/pay/trade/subscribeCancel",
    signedFields: ["pay_memberid", "pay_orderid"],
  },
};

/** The fields that each call sends, besides `pay_md5sign`. Only these can be signed. */
const operationFields = {
  query: ["pay_memberid", "pay_orderid", "transaction_id"],
  refund: [
    "pay_memberid",
    "pay_orderid",
    "transaction_id",
    "currency",
    "pay_amount",
    "refund_amount",
    "refund_reason",
  ],
  "refund-query": ["pay_memberid", "pay_orderid", "transaction_id", "refund_orderid"],
  "cancel-subscription": ["pay_memberid", "pay_orderid"],
} as const satisfies Record<OperationName, readonly string[]>;

/** The name of a field of any call. */
type OperationField = (typeof operationFields)[OperationName][number];

const pathSchema = lazily(() =>
  z
    .string("must be a path, such as /pay/trade/query")
    .regex(
      /^(?!.*(?:\/\/|\.\.))\/[\w./-]{0,199}$/,
      "must start with /, have only letters, digits, ., _, - and /, and must not contain // or ..",
    ),
);

/** Checks what replaces the documented form of one call. */
export function createOperationOptionSchema(name: OperationName) {
  const fields: readonly string[] = operationFields[name];
  const documented = documentedOperations[name];
  return z.strictObject({
    path: pathSchema().default(documented.path),
    signedFields: z
      .array(z.enum(fields, `must be fields of this call: ${fields.join(", ")}`))
      .min(1, "must name at least one field")
      .refine((names) => new Set(names).size === names.length, "must name each field once")
      .default([...documented.signedFields]),
  });
}

/** The payment that a call is about. */
export interface MerchantAndAttemptId {
  /** `pay_memberid`. */
  readonly merchantId: string;
  /** `pay_orderid`, the gateway order ID. */
  readonly attemptId: string;
}

/** A refund as it is sent. */
export interface RefundFormInput extends MerchantAndAttemptId {
  /** The gateway's ID of the transaction that paid. */
  readonly transactionId: string;
  /** What was paid. Minor units. */
  readonly paid: Money;
  /** What goes back, in the same currency. Minor units. */
  readonly amount: Money;
  /** For the gateway's staff. */
  readonly reason: string;
  /** How amounts are sent (MON-SENT). Default: with the decimals of the currency. */
  readonly amountDecimals?: AmountDecimals | undefined;
}

/** How a call is signed. */
export interface OperationSigning {
  readonly key: Secret;
  /** Default: the documented form of the call. */
  readonly operation?: OperationPathAndSignedFields | undefined;
}

type Fields = readonly (readonly [name: OperationField, value: string | undefined])[];

/** Returns the form of a query (QRY-FORM). */
export function buildQueryForm(
  subject: MerchantAndAttemptId & { readonly transactionId?: string | undefined },
  signing: OperationSigning,
): readonly FormField[] {
  const fields: Fields = [...subjectFields(subject), ["transaction_id", subject.transactionId]];
  return signedForm("query", fields, signing);
}

/**
 * Returns the form of a refund (RFD-FORM).
 *
 * @throws PayIndexError `money_invalid`
 */
export function buildRefundForm(
  { transactionId, paid, amount, reason, amountDecimals = "currency", ...subject }: RefundFormInput,
  signing: OperationSigning,
): readonly FormField[] {
  const fields: Fields = [
    ...subjectFields(subject),
    ["transaction_id", transactionId],
    ["currency", paid.currency],
    ["pay_amount", toSentAmountText(paid, amountDecimals)],
    ["refund_amount", toSentAmountText(amount, amountDecimals)],
    ["refund_reason", reason],
  ];
  return signedForm("refund", fields, signing);
}

/** What a refund query is about: a payment, one of its transactions, or one refund. */
interface RefundQueryFormInput extends MerchantAndAttemptId {
  readonly transactionId?: string | undefined;
  readonly refundId?: string | undefined;
}

/** Returns the form of a refund query (RFQ-FORM). */
export function buildRefundQueryForm(
  { transactionId, refundId, ...subject }: RefundQueryFormInput,
  signing: OperationSigning,
): readonly FormField[] {
  const more: Fields = [
    ["transaction_id", transactionId],
    ["refund_orderid", refundId],
  ];
  return signedForm("refund-query", [...subjectFields(subject), ...more], signing);
}

/** Returns the form that cancels a subscription (CAN-FORM). */
export function buildCancelForm(
  subject: MerchantAndAttemptId,
  signing: OperationSigning,
): readonly FormField[] {
  return signedForm("cancel-subscription", subjectFields(subject), signing);
}

function subjectFields({ merchantId, attemptId }: MerchantAndAttemptId): Fields {
  return [
    ["pay_memberid", merchantId],
    ["pay_orderid", attemptId],
  ];
}

/** Leaves out fields without a value, as sales do (REQ-REQUIRED). */
function signedForm(
  name: OperationName,
  fields: Fields,
  { key, operation = documentedOperations[name] }: OperationSigning,
): readonly FormField[] {
  const sent = fields.flatMap(([field, value]) => (value ? [[field, value] as const] : []));
  const signed = sent.filter(([field]) => operation.signedFields.includes(field));
  return [...sent, ["pay_md5sign", md5Digest(signingText(signed, key))]];
}
