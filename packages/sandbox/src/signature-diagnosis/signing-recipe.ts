import type { SigningMistake } from "./signature-mismatch.ts";
import type {
  digestVariants,
  FieldPair,
  keyPlacementVariants,
  PairChange,
  SigningStepVariant,
} from "./signing-variants.ts";

/** Replaces the key in every displayed text. */
export const maskedKey = "***";

/** Fields whose values are never displayed: a shop that signs every field also signs its buyer's card. */
const secretFields = ["pay_cardno", "pay_cardmonth", "pay_cardyear", "pay_cardcvv"];

/** One way to make a sign. */
export interface SigningRecipe {
  /** The changes of the received pairs, in their order. */
  readonly changes: readonly SigningStepVariant<PairChange>[];
  readonly place: (typeof keyPlacementVariants)[number];
  readonly key: SigningStepVariant<string>;
  readonly digest: (typeof digestVariants)[number];
}

/** Returns the first recipe that leads to a sign, in either case of its letters, with its mistakes and its text. */
export function explainSign<Recipe extends SigningRecipe>(
  recipes: Iterable<Recipe>,
  pairs: readonly FieldPair[],
  received: string,
): { recipe: Recipe; mistakes: readonly SigningMistake[]; text: string } | undefined {
  const wanted = received.toLowerCase();
  if (wanted === "") return undefined;
  for (const recipe of recipes) {
    const { changes, place, key, digest } = recipe;
    if (digest.step(buildText(recipe, pairs, key.step), key.step) !== wanted) continue;
    const mistakes = [...changes, place, key, digest].flatMap(({ mistake }) => mistake ?? []);
    return { recipe, mistakes, text: buildText(recipe, pairs.map(maskPair), maskedKey) };
  }
  return undefined;
}

/** Returns the text that a recipe signs, with a masked key, and its sign. */
export function signByRecipe(
  recipe: SigningRecipe,
  pairs: readonly FieldPair[],
): { readonly text: string; readonly sign: string } {
  const { key, digest } = recipe;
  return {
    text: buildText(recipe, pairs.map(maskPair), maskedKey),
    sign: digest.step(buildText(recipe, pairs, key.step), key.step).toUpperCase(),
  };
}

function buildText({ changes, place }: SigningRecipe, pairs: readonly FieldPair[], key: string): string {
  const signed = changes.reduce((before, { step }) => step(before), pairs);
  return place.step(signed.map(([name, value]) => `${name}=${value}`).join("&"), key);
}

function maskPair([name, value]: FieldPair): FieldPair {
  return [name, secretFields.includes(name) && value !== "" ? "***" : value];
}
