import type { Secret } from "../../secret.ts";
import type { Money } from "../money/money.ts";
import { type AmountDecimals, toSentAmountText } from "../money/sent-amount.ts";
import { md5Digest } from "../signature/md5-digest.ts";
import type { FormField } from "../signature/signing-text.ts";
import { signingText } from "../signature/signing-text.ts";
import {
  documentedOperations,
  type OperationField,
  type OperationPathAndSignedFields,
} from "./operation-paths-and-fields.ts";

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

type Fields = readonly (readonly [name: OperationField, value: string])[];

/** Returns the form of a query (QRY-FORM). */
export function buildQueryForm(
  {
    merchantId,
    attemptId,
    transactionId = "",
  }: MerchantAndAttemptId & { readonly transactionId?: string | undefined },
  { key, operation = documentedOperations.query }: OperationSigning,
): readonly FormField[] {
  return signedForm([...subjectFields({ merchantId, attemptId }), ["transaction_id", transactionId]], {
    key,
    operation,
  });
}

/**
 * Returns the form of a refund (RFD-FORM).
 *
 * @throws PayIndexError `money_invalid`
 */
export function buildRefundForm(
  { transactionId, paid, amount, reason, amountDecimals = "currency", ...subject }: RefundFormInput,
  { key, operation = documentedOperations.refund }: OperationSigning,
): readonly FormField[] {
  const fields: Fields = [
    ...subjectFields(subject),
    ["transaction_id", transactionId],
    ["currency", paid.currency],
    ["pay_amount", toSentAmountText(paid, amountDecimals)],
    ["refund_amount", toSentAmountText(amount, amountDecimals)],
    ["refund_reason", reason],
  ];
  return signedForm(fields, { key, operation });
}

/** Returns the form of a refund query (RFQ-FORM). */
export function buildRefundQueryForm(
  {
    transactionId = "",
    refundId = "",
    ...subject
  }: MerchantAndAttemptId & {
    readonly transactionId?: string | undefined;
    readonly refundId?: string | undefined;
  },
  { key, operation = documentedOperations["refund-query"] }: OperationSigning,
): readonly FormField[] {
  const fields: Fields = [
    ...subjectFields(subject),
    ["transaction_id", transactionId],
    ["refund_orderid", refundId],
  ];
  return signedForm(fields, { key, operation });
}

/** Returns the form that cancels a subscription (CAN-FORM). */
export function buildCancelForm(
  subject: MerchantAndAttemptId,
  { key, operation = documentedOperations["cancel-subscription"] }: OperationSigning,
): readonly FormField[] {
  return signedForm(subjectFields(subject), { key, operation });
}

function subjectFields({ merchantId, attemptId }: MerchantAndAttemptId): Fields {
  return [
    ["pay_memberid", merchantId],
    ["pay_orderid", attemptId],
  ];
}

/** Leaves out fields without a value, as sales do (REQ-REQUIRED). */
function signedForm(
  fields: Fields,
  { key, operation }: Required<OperationSigning> & { operation: OperationPathAndSignedFields },
) {
  const sent = fields.filter(([, value]) => value !== "");
  const signed = sent.filter(([name]) => operation.signedFields.includes(name));
  return [...sent, ["pay_md5sign", md5Digest(signingText(signed, key))] as const];
}
