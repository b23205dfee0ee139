import { allValueVariants, findOneValueVariants } from "./changed-values.ts";
import { findKeyVariants, type SigningMerchant } from "./key-variants.ts";
import type { SignatureMismatch, SigningMistake } from "./signature-mismatch.ts";
import {
  digestVariants,
  type FieldPair,
  fieldOrderVariants,
  joinPairs,
  keyPlacementVariants,
  type SigningStepVariant,
  signedFieldVariants,
} from "./signing-variants.ts";

/** Replaces the key in every displayed text. */
export const maskedKey = "***";

/** Fields whose values are never displayed: a shop that signs every field also signs its buyer's card. */
const secretFields = ["pay_cardno", "pay_cardmonth", "pay_cardyear", "pay_cardcvv"];

/** How the pairs are converted to text. */
interface TextRecipe {
  readonly fields: (typeof signedFieldVariants)[number];
  readonly order: (typeof fieldOrderVariants)[number];
  readonly values: (typeof allValueVariants)[number];
}

/** How the text is converted to a sign. */
interface DigestRecipe {
  readonly place: (typeof keyPlacementVariants)[number];
  readonly digest: (typeof digestVariants)[number];
  readonly key: SigningStepVariant<string>;
}

type SigningRecipe = TextRecipe & DigestRecipe;

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
  const explained = explainSignature(pairs, received, merchant);
  return {
    expected: {
      text: right ? buildText(right, pairs.map(maskPair), maskedKey) : "",
      sign: right ? buildSign(right, pairs).toUpperCase() : "",
    },
    received,
    ...(explained ? { explained } : {}),
  };
}

function explainSignature(
  pairs: readonly FieldPair[],
  received: string,
  merchant: SigningMerchant,
): SignatureMismatch["explained"] {
  const wanted = received.toLowerCase();
  if (wanted === "") return undefined;
  for (const recipe of listRecipes(pairs, merchant)) {
    if (buildSign(recipe, pairs) !== wanted) continue;
    const { fields, order, values, place, key, digest } = recipe;
    const mistakes = [fields, order, values, place, key, digest].flatMap(({ mistake }) => mistake ?? []);
    return {
      mistakes: received === wanted.toUpperCase() ? mistakes : [...mistakes, lowerCaseMistake],
      text: buildText(recipe, pairs.map(maskPair), maskedKey),
    };
  }
  return undefined;
}

/** Lists the correct way first, and single mistakes before combined ones where possible. */
function* listRecipes(pairs: readonly FieldPair[], merchant: SigningMerchant): Generator<SigningRecipe> {
  const ones = [...allValueVariants, ...findOneValueVariants(pairs)];
  for (const seal of listDigestRecipes(merchant)) {
    // Values of single fields are tried only if nothing else is wrong except the order or the key.
    const values = seal.place.mistake || seal.digest.mistake ? allValueVariants : ones;
    for (const body of listTextRecipes(values)) yield { ...seal, ...body };
  }
}

function* listDigestRecipes(merchant: SigningMerchant): Generator<DigestRecipe> {
  for (const digest of digestVariants)
    for (const key of findKeyVariants(merchant))
      for (const place of keyPlacementVariants) yield { digest, key, place };
}

function* listTextRecipes(ones: readonly TextRecipe["values"][]): Generator<TextRecipe> {
  for (const fields of signedFieldVariants)
    for (const order of fieldOrderVariants)
      for (const values of fields.mistake ? allValueVariants : ones) yield { fields, order, values };
}

function buildText(
  { fields, order, values, place }: SigningRecipe,
  pairs: readonly FieldPair[],
  key: string,
): string {
  return joinPairs(values.step(order.step(fields.step(pairs))), place, key);
}

function buildSign(recipe: SigningRecipe, pairs: readonly FieldPair[]): string {
  return recipe.digest.step(buildText(recipe, pairs, recipe.key.step), recipe.key.step);
}

function maskPair([name, value]: FieldPair): FieldPair {
  return [name, secretFields.includes(name) && value !== "" ? "***" : value];
}

const lowerCaseMistake: SigningMistake = {
  rule: "SIG-DIGEST",
  says: "The digest has lower-case letters.",
  advice: "Send the 32 hexadecimal characters in upper case.",
};
