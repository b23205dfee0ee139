import type { Merchant } from "../merchants.ts";
import { everyValue, oneValue } from "./changed-values.ts";
import type { Diagnosis, Mistake } from "./diagnosis.ts";
import { keyWays } from "./key-ways.ts";
import { digestWays, fieldWays, keyPlaces, orderWays, type Pair, type Way } from "./signing-ways.ts";

/** Stands for the key in every text that is shown. */
export const maskedKey = "***";

/** Fields whose value is shown in no text: a shop that signs every field signs its buyer's card as well. */
const secretFields = ["pay_cardno", "pay_cardmonth", "pay_cardyear", "pay_cardcvv"];

/** How the pairs become text. */
interface Body {
  readonly fields: (typeof fieldWays)[number];
  readonly order: (typeof orderWays)[number];
  readonly values: (typeof everyValue)[number];
}

/** How the text becomes a sign. */
interface Seal {
  readonly place: (typeof keyPlaces)[number];
  readonly digest: (typeof digestWays)[number];
  readonly key: Way<string>;
}

type Recipe = Body & Seal;

/**
 * Says why the sign of a form does not match, by trying the mistakes that are usually made, alone and together, until
 * one makes the sign that came. Costs some 20,000 digests, so it is for refused submissions only.
 */
export function diagnose(form: ReadonlyMap<string, string>, merchant: Merchant): Diagnosis {
  const pairs = [...form];
  const received = form.get("pay_md5sign") ?? "";
  const [right] = recipes(pairs, merchant);
  const explained = explain(pairs, received, merchant);
  return {
    expected: right
      ? { text: textOf(right, pairs.map(masked), maskedKey), sign: signOf(right, pairs).toUpperCase() }
      : { text: "", sign: "" },
    received,
    ...(explained ? { explained } : {}),
  };
}

function explain(pairs: readonly Pair[], received: string, merchant: Merchant): Diagnosis["explained"] {
  const wanted = received.toLowerCase();
  if (wanted === "") return undefined;
  for (const recipe of recipes(pairs, merchant)) {
    if (signOf(recipe, pairs) !== wanted) continue;
    const { fields, order, values, place, key, digest } = recipe;
    const mistakes = [fields, order, values, place, key, digest].flatMap(({ mistake }) => mistake ?? []);
    return {
      mistakes: received === wanted.toUpperCase() ? mistakes : [...mistakes, lowerCase],
      text: textOf(recipe, pairs.map(masked), maskedKey),
    };
  }
  return undefined;
}

/** The right way comes first; one mistake comes before two where it costs nothing to have it so. */
function* recipes(pairs: readonly Pair[], merchant: Merchant): Generator<Recipe> {
  const ones = [...everyValue, ...oneValue(pairs)];
  for (const seal of seals(merchant)) {
    // one field's own value is tried where nothing is wrong but the order or the key
    const values = seal.place.mistake || seal.digest.mistake ? everyValue : ones;
    for (const body of bodies(values)) yield { ...seal, ...body };
  }
}

function* seals(merchant: Merchant): Generator<Seal> {
  for (const digest of digestWays)
    for (const key of keyWays(merchant)) for (const place of keyPlaces) yield { digest, key, place };
}

function* bodies(ones: readonly Body["values"][]): Generator<Body> {
  for (const fields of fieldWays)
    for (const order of orderWays)
      for (const values of fields.mistake ? everyValue : ones) yield { fields, order, values };
}

function textOf({ fields, order, values, place }: Recipe, pairs: readonly Pair[], key: string): string {
  const body = values
    .step(order.step(fields.step(pairs)))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return place.step(body, key);
}

function signOf(recipe: Recipe, pairs: readonly Pair[]): string {
  return recipe.digest.step(textOf(recipe, pairs, recipe.key.step), recipe.key.step);
}

function masked([name, value]: Pair): Pair {
  return [name, secretFields.includes(name) && value !== "" ? "***" : value];
}

const lowerCase: Mistake = {
  rule: "SIG-DIGEST",
  says: "The digest has lower-case letters.",
  advice: "Send the 32 hexadecimal characters in upper case.",
};
