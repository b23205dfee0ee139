import { createHash, createHmac } from "node:crypto";
import { signedSaleFields } from "../signature.ts";
import type { SigningMistake } from "./signature-mismatch.ts";

export type FieldPair = readonly [name: string, value: string];
export type PairChange = (pairs: readonly FieldPair[]) => readonly FieldPair[];

/** A variant of one step of signing. The correct variant has no mistake. */
export interface SigningStepVariant<Step> {
  readonly step: Step;
  readonly mistake?: SigningMistake;
}

/** Returns the correct step, then the mistakes that break one rule. */
export function listVariants<Step>(
  rule: string,
  right: Step,
  wrong: readonly (readonly [step: Step, says: string, advice: string])[],
): readonly SigningStepVariant<Step>[] {
  return [
    { step: right },
    ...wrong.map(([step, says, advice]) => ({ step, mistake: { rule, says, advice } })),
  ];
}

const isSigned = ([name]: FieldPair) => signedSaleFields.includes(name);

/** The variants of the signed fields (SIG-FIELDS). */
export const signedFieldVariants: readonly SigningStepVariant<PairChange>[] = [
  ...listVariants<PairChange>("SIG-FIELDS", (form) => form.filter(isSigned), [
    [
      (form) => form.filter(([name, value]) => name !== "pay_md5sign" && value !== ""),
      "Every field that was sent is signed.",
      `Sign these seven only: ${signedSaleFields.join(", ")}.`,
    ],
    [
      (form) => form.filter((pair) => isSigned(pair) || pair[0] === "pay_currency"),
      "pay_currency is signed too.",
      "Leave pay_currency out of the signing text; it is sent, and not signed.",
    ],
  ]),
  {
    step: (form) => form.filter(([name]) => name !== "pay_md5sign"),
    mistake: {
      rule: "SIG-EMPTY",
      says: "Every field that was sent is signed, and fields without a value are written as “name=”.",
      advice: `Leave out what is empty, and sign these seven only: ${signedSaleFields.join(", ")}.`,
    },
  },
  {
    // A public SDK signs cancellations like this.
    step: (form) => [
      ...form.filter((pair) => isSigned(pair) && pair[0] !== "pay_bankcode"),
      ["pay_bankcode", "901"],
    ],
    mistake: {
      rule: "OPS-SIGN",
      says: "pay_bankcode=901 is signed, although the form does not have it.",
      advice: "Sign only fields that you send. Of a call other than a sale, sign the documented ones.",
    },
  },
];

const sortByName: PairChange = (pairs) => pairs.toSorted(([left], [right]) => (left < right ? -1 : 1));
const inTableOrder: PairChange = (pairs) =>
  pairs.toSorted(([left], [right]) => signedSaleFields.indexOf(left) - signedSaleFields.indexOf(right));

/** Returns the variants of the order of fields (SIG-ORDER). */
function listOrderVariants(advice: string, ...more: readonly (readonly [step: PairChange, says: string])[]) {
  const wrong: typeof more = [
    [(pairs) => pairs, "The fields are in the order in which they were sent, not sorted."],
    ...more,
    [(pairs) => sortByName(pairs).toReversed(), "The fields are sorted the wrong way round."],
  ];
  return listVariants(
    "SIG-ORDER",
    sortByName,
    wrong.map(([step, says]) => [step, says, advice] as const),
  );
}

export const fieldOrderVariants = listOrderVariants(
  "Sort the fields by name, ascending: pay_amount comes first, pay_orderid last.",
  [inTableOrder, "The fields are in the order of the documentation's table, not sorted."],
);

export const notificationFieldOrderVariants = listOrderVariants(
  "Sort the fields by name, ascending, before you join them.",
);

const pairAdvice = "Join it on as one more pair: &key= and then the key.";

/** The variants of adding the key (SIG-KEY). */
export const keyPlacementVariants = listVariants<(text: string, key: string) => string>(
  "SIG-KEY",
  (text, key) => `${text}&key=${key}`,
  [
    [(text, key) => text + key, "The key is put behind the text without “&key=”.", pairAdvice],
    [(text, key) => `${text}&${key}`, "The key is joined on without its name.", pairAdvice],
    [
      (text, key) => `key=${key}&${text}`,
      "The key comes first, as if it were sorted with the fields.",
      "The key is always the last pair, wherever it would sort.",
    ],
    [
      (text) => text,
      "The key is missing from the text.",
      "Join it on as the last pair: &key= and then the key.",
    ],
  ],
);

const digest = (name: string, encoding: "utf8" | "latin1") => (text: string) =>
  createHash(name).update(text, encoding).digest("hex");

/** The variants of the digest (SIG-DIGEST). */
export const digestVariants = listVariants<(text: string, key: string) => string>(
  "SIG-DIGEST",
  digest("md5", "utf8"),
  [
    [digest("md5", "latin1"), "The text is read as Latin-1.", "Take the MD5 of the text in UTF-8."],
    [
      digest("sha256", "utf8"),
      "The digest is SHA-256.",
      "The protocol takes MD5: 32 upper-case hexadecimal characters.",
    ],
    [
      (text, key) => createHmac("md5", key).update(text, "utf8").digest("hex"),
      "The digest is an HMAC.",
      "Take the plain MD5 of the text, which ends in the key.",
    ],
  ],
);
