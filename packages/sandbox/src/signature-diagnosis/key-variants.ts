import { type Merchant, merchants } from "../merchants.ts";
import type { SigningVariant } from "./signing-variants.ts";

/** Returns the correct key first, then the values that shops use by mistake (SIG-KEY). */
export function findKeyVariants({ id, key }: Merchant): readonly SigningVariant<string>[] {
  const wrong = (text: string, says: string): SigningVariant<string> => ({
    step: text,
    mistake: { rule: "SIG-KEY", says, advice: `Sign with the key of merchant ${id}, and nothing around it.` },
  });
  return [
    { step: key },
    ...merchants
      .filter((other) => other.id !== id)
      .map((other) => wrong(other.key, `The key is that of merchant ${other.id} (${other.variant}).`)),
    wrong(`${key}\n`, "The key has a line break at its end."),
    wrong(`${key} `, "The key has a blank at its end."),
    wrong(` ${key}`, "The key has a blank in front of it."),
    wrong(`"${key}"`, "The key has quotation marks around it."),
    wrong(key.toUpperCase(), "The key is in upper case."),
    wrong(id, "The merchant's number is used as the key."),
    wrong("", "The key is empty."),
  ];
}
