import { z } from "zod";
import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { CardDetails } from "./card.ts";
import { repeatsSku, sumOfItems } from "./sale-items.ts";
import type { SaleWarningCode } from "./sale-warning-codes.ts";
import { apmSaleSchema } from "./variants/apm-sale-schema.ts";
import { cardSaleSchema } from "./variants/card-sale-schema.ts";
import { hostedSaleSchema } from "./variants/hosted-sale-schema.ts";
import { linkSaleSchema } from "./variants/link-sale-schema.ts";
import { subscriptionSaleSchema } from "./variants/subscription-sale-schema.ts";

/** The five ways to pay. `card` and `subscription` need `acceptRawCards`. */
export const variants = ["card", "hosted", "link", "subscription", "apm"] as const;
/** The way to pay. */
export type Variant = (typeof variants)[number];

/** Checks the input of `start`. Refuses a field that the variant does not have, instead of ignoring it. */
const saleSchema = z.discriminatedUnion(
  "variant",
  [cardSaleSchema, hostedSaleSchema, linkSaleSchema, subscriptionSaleSchema, apmSaleSchema],
  `must be one of ${variants.join(", ")}`,
);

/** The input of `start`. Its fields depend on `variant`. Amounts are in minor units. */
export type Sale = z.input<typeof saleSchema>;
/** The checked sale, with defaults. */
export type CheckedSale = z.output<typeof saleSchema>;

/**
 * Checks a sale. All that is wrong is named at once, by path, and no value is quoted.
 *
 * @throws PayIndexError `sale_invalid`
 */
export function checkSale(sale: Sale, now: Date): { sale: CheckedSale; warnings: SaleWarningCode[] } {
  const parsed = saleSchema.safeParse(sale);
  const problems = parsed.success ? [] : problemsOfSchemaIssues(parsed.error.issues);
  const checked = parsed.data;
  if (isCardExpired(sale, now) && !problems.some(({ path }) => path === "card")) {
    problems.push({ path: "card.year", message: "the card has expired" });
  }
  if (checked === undefined || problems.length > 0) {
    throw new PayIndexError("sale_invalid", "The sale cannot be sent. Nothing was created.", { problems });
  }
  return { sale: checked, warnings: warningsOf(checked) };
}

/** Checks the unvalidated input, so that the expired card is reported together with all other problems. */
function isCardExpired(sale: unknown, now: Date): boolean {
  const card = typeof sale === "object" && sale !== null && "card" in sale ? sale.card : undefined;
  return card instanceof CardDetails && card.isExpired(now);
}

function warningsOf(sale: CheckedSale): SaleWarningCode[] {
  const warnings: SaleWarningCode[] = [...(sale.warnings ?? [])];
  if (sale.items !== undefined && repeatsSku(sale.items)) warnings.push("sku_repeated");
  if (sale.items !== undefined && sumOfItems(sale.items) !== sale.amount.minor)
    warnings.push("items_do_not_add_up");
  if ("card" in sale && !sale.card.passesLuhn) warnings.push("card_fails_luhn");
  return [...new Set(warnings)];
}
