import { findMerchant } from "../merchants.ts";
import { isSignedByRule, type NotificationSignRuleId, notificationSignRules } from "../signature.ts";
import { findKeyVariants, type SigningMerchant } from "./key-variants.ts";
import type { ExpectedNotificationSign, NotificationDiagnosis } from "./notification-mismatch.ts";
import { findNotificationValueVariants } from "./notification-variants.ts";
import { explainSign, type SigningRecipe, signByRecipe } from "./signing-recipe.ts";
import {
  digestVariants,
  type FieldPair,
  keyPlacementVariants,
  notificationFieldOrderVariants,
} from "./signing-variants.ts";

interface NotificationRecipe extends SigningRecipe {
  readonly rule: NotificationSignRuleId;
}

/**
 * Returns by which rule the sign of a notification matches, in either case of its letters (NSIG-CASE), or why it does not. Tries the
 * usual mistakes: another key, changed values, fields that are not signed, another order or digest.
 */
export function diagnoseNotificationSign(
  fields: ReadonlyMap<string, string>,
  merchant: SigningMerchant,
): NotificationDiagnosis {
  const pairs = [...fields];
  const received = fields.get("sign") ?? "";
  const found = explainSign(listRecipes(pairs, merchant), pairs, received);
  return {
    expected: listExpected(pairs, merchant),
    received,
    ...(found ? { explained: { rule: found.recipe.rule, mistakes: found.mistakes, text: found.text } } : {}),
  };
}

/** The text of a notification's sign, with a masked key. */
export interface NotificationSigningText {
  readonly text: string;
  /** The sign of this text with the merchant's key. */
  readonly expected: string;
  /** The sign that was sent. Empty if there was none. */
  readonly sent: string;
}

/**
 * Returns the text that a notification's sign was calculated from. If no rule leads to the sign, returns the text that
 * a shop would sign, and the two signs differ.
 */
export function findNotificationSigningText(body: string, merchantId: string): NotificationSigningText {
  const fields = new Map(new URLSearchParams(body));
  const sent = fields.get("sign") ?? "";
  const merchant = findMerchant(merchantId) ?? { id: merchantId, key: "" };
  const all = listExpected([...fields], merchant);
  const { text = "", sign = "" } = all.find((expected) => expected.sign === sent) ?? all[0] ?? {};
  return { text, expected: sign, sent };
}

/** Returns the sign by each rule that leads to another text. */
function listExpected(pairs: readonly FieldPair[], merchant: SigningMerchant) {
  const found = new Map<string, ExpectedNotificationSign>();
  for (const recipe of listRecipes(pairs, merchant)) {
    const signed = { rule: recipe.rule, ...signByRecipe(recipe, pairs) };
    if (!found.has(signed.text)) found.set(signed.text, signed);
    // The correct way by each rule comes first.
    if (recipe.rule === "NSIG-NINE") break;
  }
  return [...found.values()];
}

/** Lists the correct way first, then single mistakes, then a wrong key together with changed values or another order. */
function* listRecipes(pairs: readonly FieldPair[], merchant: SigningMerchant): Generator<NotificationRecipe> {
  const changes = findNotificationValueVariants(pairs);
  for (const seal of listDigestRecipes(merchant)) {
    const isUsual = seal.digest.mistake === undefined && seal.place.mistake === undefined;
    for (const order of notificationFieldOrderVariants)
      for (const change of isUsual ? changes : changes.slice(0, 1))
        for (const { rule, selection } of rules) yield { ...seal, rule, changes: [change, selection, order] };
  }
}

const rules = notificationSignRules.map(({ name, id }) => ({
  rule: id,
  selection: { step: (pairs: readonly FieldPair[]) => pairs.filter((pair) => isSignedByRule(name, ...pair)) },
}));

/** Combines a wrong place of the key or another digest with the right key only. */
function listDigestRecipes(merchant: SigningMerchant): readonly Omit<SigningRecipe, "changes">[] {
  const keys = findKeyVariants(merchant);
  const seals = keyPlacementVariants.flatMap((place) =>
    digestVariants.map((digest) => ({ place, digest, key: { step: merchant.key } })),
  );
  const [usual] = seals;
  return usual === undefined ? [] : [...keys.map((key) => ({ ...usual, key })), ...seals.slice(1)];
}
