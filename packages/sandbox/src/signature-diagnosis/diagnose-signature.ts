import { allValueVariants, findOneValueVariants } from "./changed-values.ts";
import { findKeyVariants, type SigningMerchant } from "./key-variants.ts";
import type { SignatureMismatch, SigningMistake } from "./signature-mismatch.ts";
import { explainSign, type SigningRecipe, signByRecipe } from "./signing-recipe.ts";
import {
  digestVariants,
  type FieldPair,
  fieldOrderVariants,
  keyPlacementVariants,
  signedFieldVariants,
} from "./signing-variants.ts";

/**
 * Returns why the sign of a form does not match. Tries the usual mistakes, alone and together, until one leads to the
 * received sign. Calculates up to 20,000 digests, so it is only for rejected sales.
 */
export function diagnoseSignature(
  form: ReadonlyMap<string, string>,
  merchant: SigningMerchant,
): SignatureMismatch {
  const pairs = [...form];
  const received = form.get("pay_md5sign") ?? "";
  const [right] = listRecipes(pairs, merchant);
  const explained = explainSign(listRecipes(pairs, merchant), pairs, received);
  const inLowerCase = received === received.toUpperCase() ? [] : [lowerCaseMistake];
  return {
    expected: right ? signByRecipe(right, pairs) : { text: "", sign: "" },
    received,
    ...(explained
      ? { explained: { mistakes: [...explained.mistakes, ...inLowerCase], text: explained.text } }
      : {}),
  };
}

/** Lists the correct way first, and single mistakes before combined ones where possible. */
function* listRecipes(pairs: readonly FieldPair[], merchant: SigningMerchant): Generator<SigningRecipe> {
  const ones = [...allValueVariants, ...findOneValueVariants(pairs)];
  for (const seal of listDigestRecipes(merchant))
    for (const fields of signedFieldVariants) {
      // Values of single fields are tried only if nothing else is wrong except the order or the key.
      const isWrong = seal.place.mistake ?? seal.digest.mistake ?? fields.mistake;
      const lastSteps = isWrong ? allValueVariants : ones;
      for (const order of fieldOrderVariants)
        yield* lastSteps.map((values) => ({ ...seal, changes: [fields, order, values] }));
    }
}

function* listDigestRecipes(merchant: SigningMerchant): Generator<Omit<SigningRecipe, "changes">> {
  for (const digest of digestVariants)
    for (const key of findKeyVariants(merchant))
      for (const place of keyPlacementVariants) yield { digest, key, place };
}

const lowerCaseMistake: SigningMistake = {
  rule: "SIG-DIGEST",
  says: "The digest has lower-case letters.",
  advice: "Send the 32 hexadecimal characters in upper case.",
};
