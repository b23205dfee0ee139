import { merchants } from "../merchants.ts";
import type { SigningStepVariant } from "./signing-variants.ts";

/** A merchant as far as signing needs it. */
export interface SigningMerchant {
  readonly id: string;
  readonly key: string;
}

/** Returns the correct key first, then the values that shops use by mistake (SIG-KEY). */
export function findKeyVariants({ id, key }: SigningMerchant): readonly SigningStepVariant<string>[] {
  const wrong = (text: string, says: string): SigningStepVariant<string> => ({
    step: text,
    mistake: { rule: "SIG-KEY", says, advice: `Sign with the key of merchant ${id}, and nothing around it.` },
  });
  return [
    { step: key },
    ...merchants
      .filter((other) => other.id !== id && other.key !== key)
      .map((other) => wrong(other.key, `The key is that of merchant ${other.id} (${other.variant}).`)),
    wrong(`${key}\n`, "The key has a line break at its end."),
    wrong(`${key} `, "The key has a blank at its end."),
    wrong(` ${key}`, "The key has a blank in front of it."),
    wrong(`"${key}"`, "The key has quotation marks around it."),
    ...trimmedKeys(key).map(([text, says]) => wrong(text, says)),
    wrong(key.toUpperCase(), "The key is in upper case."),
    wrong(id, "The merchant's number is used as the key."),
    wrong("", "The key is empty."),
  ];
}

/** The keys that are left if the configured key has something around it. */
function trimmedKeys(key: string): (readonly [text: string, says: string])[] {
  const found = [
    [
      key.trim(),
      "The configured key has blanks or a line break around it, and the sign was made without them.",
    ],
    [
      key.trim().replace(/^(["'])(.*)\1$/, "$2"),
      "The configured key has quotation marks around it, and the sign was made without them.",
    ],
  ] as const;
  return found.filter(([text]) => text !== key);
}
