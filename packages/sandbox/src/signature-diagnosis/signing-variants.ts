import { createHash, createHmac } from "node:crypto";
import type { SigningMistake } from "./signature-mismatch.ts";

export type FieldPair = readonly [name: string, value: string];

/** A variant of one step of signing. The correct variant has no mistake. */
export interface SigningStepVariant<Step> {
  readonly step: Step;
  readonly mistake?: SigningMistake;
}

const signedFieldNames = [
  "pay_memberid",
  "pay_orderid",
  "pay_applydate",
  "pay_bankcode",
  "pay_notifyurl",
  "pay_callbackurl",
  "pay_amount",
];

/** The variants of the signed fields (SIG-FIELDS). */
export const signedFieldVariants: readonly SigningStepVariant<
  (form: readonly FieldPair[]) => readonly FieldPair[]
>[] = [
  { step: (form) => form.filter(([name]) => signedFieldNames.includes(name)) },
  {
    step: (form) => form.filter(([name, value]) => name !== "pay_md5sign" && value !== ""),
    mistake: {
      rule: "SIG-FIELDS",
      says: "Every field that was sent is signed.",
      advice: `Sign these seven only: ${signedFieldNames.join(", ")}.`,
    },
  },
  {
    step: (form) => form.filter(([name]) => name !== "pay_md5sign"),
    mistake: {
      rule: "SIG-EMPTY",
      says: "Every field that was sent is signed, and fields without a value are written as “name=”.",
      advice: `Leave out what is empty, and sign these seven only: ${signedFieldNames.join(", ")}.`,
    },
  },
  {
    step: (form) => form.filter(([name]) => signedFieldNames.includes(name) || name === "pay_currency"),
    mistake: {
      rule: "SIG-FIELDS",
      says: "pay_currency is signed too.",
      advice: "Leave pay_currency out of the signing text; it is sent, and not signed.",
    },
  },
  {
    // A public SDK signs cancellations like this.
    step: (form) => [
      ...form.filter(([name]) => signedFieldNames.includes(name) && name !== "pay_bankcode"),
      ["pay_bankcode", "901"],
    ],
    mistake: {
      rule: "OPS-SIGN",
      says: "pay_bankcode=901 is signed, although the form does not have it.",
      advice: "Sign only fields that you send. Of a call other than a sale, sign the documented ones.",
    },
  },
];

/** The variants of their order (SIG-ORDER). */
export const fieldOrderVariants: readonly SigningStepVariant<
  (pairs: readonly FieldPair[]) => readonly FieldPair[]
>[] = [
  { step: (pairs) => pairs.toSorted(([left], [right]) => (left < right ? -1 : 1)) },
  {
    step: (pairs) => pairs,
    mistake: {
      rule: "SIG-ORDER",
      says: "The fields are in the order in which they were sent, not sorted.",
      advice: "Sort the fields by name, ascending: pay_amount comes first, pay_orderid last.",
    },
  },
  {
    step: (pairs) =>
      pairs.toSorted(([left], [right]) => signedFieldNames.indexOf(left) - signedFieldNames.indexOf(right)),
    mistake: {
      rule: "SIG-ORDER",
      says: "The fields are in the order of the documentation's table, not sorted.",
      advice: "Sort the fields by name, ascending: pay_amount comes first, pay_orderid last.",
    },
  },
  {
    step: (pairs) => pairs.toSorted(([left], [right]) => (left < right ? 1 : -1)),
    mistake: {
      rule: "SIG-ORDER",
      says: "The fields are sorted the wrong way round.",
      advice: "Sort the fields by name, ascending: pay_amount comes first, pay_orderid last.",
    },
  },
];

/** The variants of adding the key (SIG-KEY). */
export const keyPlacementVariants: readonly SigningStepVariant<(text: string, key: string) => string>[] = [
  { step: (text, key) => `${text}&key=${key}` },
  {
    step: (text, key) => text + key,
    mistake: {
      rule: "SIG-KEY",
      says: "The key is put behind the text without “&key=”.",
      advice: "Join it on as one more pair: &key= and then the key.",
    },
  },
  {
    step: (text, key) => `${text}&${key}`,
    mistake: {
      rule: "SIG-KEY",
      says: "The key is joined on without its name.",
      advice: "Join it on as one more pair: &key= and then the key.",
    },
  },
  {
    step: (text, key) => `key=${key}&${text}`,
    mistake: {
      rule: "SIG-KEY",
      says: "The key comes first, as if it were sorted with the fields.",
      advice: "The key is always the last pair, wherever it would sort.",
    },
  },
  {
    step: (text) => text,
    mistake: {
      rule: "SIG-KEY",
      says: "The key is missing from the text.",
      advice: "Join it on as the last pair: &key= and then the key.",
    },
  },
];

/** The variants of the digest (SIG-DIGEST). */
export const digestVariants: readonly SigningStepVariant<(text: string, key: string) => string>[] = [
  { step: (text) => createHash("md5").update(text, "utf8").digest("hex") },
  {
    step: (text) => createHash("md5").update(text, "latin1").digest("hex"),
    mistake: {
      rule: "SIG-DIGEST",
      says: "The text is read as Latin-1.",
      advice: "Take the MD5 of the text in UTF-8.",
    },
  },
  {
    step: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
    mistake: {
      rule: "SIG-DIGEST",
      says: "The digest is SHA-256.",
      advice: "The protocol takes MD5: 32 upper-case hexadecimal characters.",
    },
  },
  {
    step: (text, key) => createHmac("md5", key).update(text, "utf8").digest("hex"),
    mistake: {
      rule: "SIG-DIGEST",
      says: "The digest is an HMAC.",
      advice: "Take the plain MD5 of the text, which ends in the key.",
    },
  },
];
