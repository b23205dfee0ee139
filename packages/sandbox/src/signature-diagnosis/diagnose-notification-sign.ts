import { type NotificationSignRule, notificationSignRules, selectNotificationPairs } from "../signature.ts";
import { maskedKey } from "./diagnose-signature.ts";
import { findKeyVariants, type SigningMerchant } from "./key-variants.ts";
import type {
  ExpectedNotificationSign,
  NotificationDiagnosis,
  NotificationSignRuleId,
} from "./notification-mismatch.ts";
import { findNotificationValueVariants } from "./notification-variants.ts";
import {
  digestVariants,
  type FieldPair,
  joinPairs,
  keyPlacementVariants,
  notificationFieldOrderVariants,
  type SigningStepVariant,
} from "./signing-variants.ts";

const ruleIds: Readonly<Record<NotificationSignRule, NotificationSignRuleId>> = {
  all_but_attach: "NSIG-RECEIVED",
  with_attach: "NSIG-ATTACH",
  with_zero: "NSIG-ZERO",
  with_attach_and_zero: "NSIG-ZERO",
  protocol_fields: "NSIG-FIELDS",
  protocol_fields_with_attach: "NSIG-FIELDS",
  protocol_fields_with_zero: "NSIG-FIELDS",
  protocol_fields_with_attach_and_zero: "NSIG-FIELDS",
  nine_fields: "NSIG-NINE",
};

interface NotificationRecipe {
  readonly rule: NotificationSignRule;
  readonly key: SigningStepVariant<string>;
  readonly change: ReturnType<typeof findNotificationValueVariants>[number];
  readonly order: (typeof notificationFieldOrderVariants)[number];
  readonly place: (typeof keyPlacementVariants)[number];
  readonly digest: (typeof digestVariants)[number];
}

/**
 * Returns by which rule the sign of a notification matches, in either case of its letters (NSIG-CASE), or why it does not. Tries the
 * usual mistakes: another key, changed values, fields that are not signed, another order or digest.
 */
export function diagnoseNotificationSign(
  fields: ReadonlyMap<string, string>,
  merchant: SigningMerchant,
): NotificationDiagnosis {
  const received = fields.get("sign") ?? "";
  const explained = received === "" ? undefined : explainSign(fields, received, merchant);
  return { expected: listExpected(fields, merchant), received, ...(explained ? { explained } : {}) };
}

function listExpected(
  fields: ReadonlyMap<string, string>,
  merchant: SigningMerchant,
): readonly ExpectedNotificationSign[] {
  const found = new Map<string, ExpectedNotificationSign>();
  const [right] = listRecipes(fields, merchant);
  if (right === undefined) return [];
  for (const rule of notificationSignRules) {
    const recipe = { ...right, rule };
    const text = buildText(recipe, fields, maskedKey);
    if (found.has(text)) continue;
    found.set(text, { rule: ruleIds[rule], text, sign: buildSign(recipe, fields).toUpperCase() });
  }
  return [...found.values()];
}

function explainSign(
  fields: ReadonlyMap<string, string>,
  received: string,
  merchant: SigningMerchant,
): NotificationDiagnosis["explained"] {
  const wanted = received.toLowerCase();
  for (const recipe of listRecipes(fields, merchant)) {
    if (buildSign(recipe, fields) !== wanted) continue;
    const { rule, change, order, place, key, digest } = recipe;
    return {
      rule: ruleIds[rule],
      mistakes: [change, order, place, key, digest].flatMap(({ mistake }) => mistake ?? []),
      text: buildText(recipe, fields, maskedKey),
    };
  }
  return undefined;
}

/** Lists the correct way first, then single mistakes, then a wrong key together with changed values or another order. */
function* listRecipes(
  fields: ReadonlyMap<string, string>,
  merchant: SigningMerchant,
): Generator<NotificationRecipe> {
  const changes = findNotificationValueVariants([...fields]);
  for (const seal of listDigestRecipes(merchant)) {
    const isUsual = seal.digest.mistake === undefined && seal.place.mistake === undefined;
    for (const text of listTextRecipes(isUsual ? changes : changes.slice(0, 1))) yield { ...seal, ...text };
  }
}

type DigestRecipe = Pick<NotificationRecipe, "key" | "place" | "digest">;

/** Combines a wrong place of the key or another digest with the right key only. */
function listDigestRecipes(merchant: SigningMerchant): readonly DigestRecipe[] {
  const keys = findKeyVariants(merchant);
  const seals = keyPlacementVariants.flatMap((place) =>
    digestVariants.map((digest) => ({ place, digest, key: { step: merchant.key } })),
  );
  const [usual] = seals;
  return usual === undefined ? [] : [...keys.map((key) => ({ ...usual, key })), ...seals.slice(1)];
}

function* listTextRecipes(
  changes: readonly NotificationRecipe["change"][],
): Generator<Pick<NotificationRecipe, "order" | "change" | "rule">> {
  for (const order of notificationFieldOrderVariants)
    for (const change of changes) for (const rule of notificationSignRules) yield { order, change, rule };
}

function buildText(
  { rule, change, order, place }: NotificationRecipe,
  fields: ReadonlyMap<string, string>,
  key: string,
): string {
  const original: readonly FieldPair[] = change.step([...fields]);
  const names = new Set(selectNotificationPairs(new Map(original), rule).map(([name]) => name));
  return joinPairs(order.step(original.filter(([name]) => names.has(name))), place, key);
}

function buildSign(recipe: NotificationRecipe, fields: ReadonlyMap<string, string>): string {
  return recipe.digest.step(buildText(recipe, fields, recipe.key.step), recipe.key.step);
}
