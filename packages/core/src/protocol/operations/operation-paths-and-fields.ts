import { z } from "zod";

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
  refund: {
    path: "/pay/trade/refund",
    signedFields: ["pay_memberid", "transaction_id", "pay_orderid"],
  },
  "refund-query": { path: "/pay/trade/refundQuery", signedFields: ["pay_memberid", "pay_orderid"] },
  "cancel-subscription": {
    path: "/pay/trade/subscribeCancel",
    signedFields: ["pay_memberid", "pay_orderid"],
  },
};

/** The fields that each call sends, besides `pay_md5sign`. Only these can be signed. */
export const operationFields = {
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
export type OperationField = (typeof operationFields)[OperationName][number];

const pathSchema = z
  .string("must be a path, such as /pay/trade/query")
  .regex(
    /^(?!.*(?:\/\/|\.\.))\/[\w./-]{0,199}$/,
    "must start with /, have only letters, digits, ., _, - and /, and must not contain // or ..",
  );

/** Checks what replaces the documented form of one call. */
export function createOperationOptionSchema(name: OperationName) {
  const fields: readonly string[] = operationFields[name];
  const documented = documentedOperations[name];
  return z.strictObject({
    path: pathSchema.default(documented.path),
    signedFields: z
      .array(z.enum(fields, `must be fields of this call: ${fields.join(", ")}`))
      .min(1, "must name at least one field")
      .refine((names) => new Set(names).size === names.length, "must name each field once")
      .default([...documented.signedFields]),
  });
}
