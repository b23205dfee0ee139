import { type Merchant, merchants } from "../../merchants.ts";
import { maskedKey } from "../../signature-diagnosis/signing-recipe.ts";

export interface PastedSigningText {
  /** The pasted text, with the value after `&key=` masked. */
  readonly text: string;
  /** The message about the key, if it is not the merchant's. */
  readonly keyProblem?: string;
}

/** Reads a signing text that a developer pasted. Its key is compared, and not stored. */
export function readPastedSigningText(pasted: string, merchant: Merchant): PastedSigningText {
  // A form field ends its lines with CR LF, and a text from a log can have a line end.
  const text = pasted.replace(/[\r\n]+$/, "");
  const key = /(?:^|&)key=([^&]*)/.exec(text)?.[1];
  if (key === undefined) return { text, keyProblem: "There is no key= in it." };
  const masked = text.replace(/((?:^|&)key=)[^&]*/, `$1${maskedKey}`);
  if (key === merchant.key) return { text: masked };
  return { text: masked, keyProblem: describeKeyProblem(key, merchant) };
}

function describeKeyProblem(key: string, merchant: Merchant): string {
  const owner = merchants.find((other) => other.key === key.trim());
  if (owner?.id === merchant.id) return "There are blanks around the key.";
  if (owner) return `The key is that of merchant ${owner.id} (${owner.variant}).`;
  if (key === "") return "The key is empty.";
  if ([maskedKey, "***"].some((mask) => key.startsWith(mask.slice(0, 3))))
    return "The key is masked, so it was not compared.";
  return `The key is another one: it has ${[...key].length} characters, that of merchant ${merchant.id} has ${[...merchant.key].length}.`;
}
