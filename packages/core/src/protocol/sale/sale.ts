import { z } from "zod";
import { PayIndexError, type Problem, problemsOfSchemaIssues } from "../../errors.ts";
import { lazily } from "../../lazily.ts";
import { CardDetails } from "./card.ts";
import {
  cardDetailsSchema,
  commonSaleFields,
  optionalShippingSchema,
  type SaleWarningCode,
  saleItemsSchema,
} from "./common-sale-fields.ts";
import { planSchema } from "./plan.ts";
import { repeatsSku, sumOfItems } from "./sale-items.ts";
import { createTextSchema } from "./text-schemas.ts";

/**
 * Schemes that a browser acts on itself: it would open another site, run a script or start another app. Storefronts pass on what a buyer's
 * browser asks for, and the gateway redirects buyers to it.
 */
const browserSchemes = [
  ...["https?", "ftps?", "wss?", "javascript", "vbscript", "data", "file", "filesystem", "blob", "about"],
  ...["view-source", "jar", "content", "mailto", "tel", "sms", "intent", "android-app"],
  ...["chrome", "edge", "brave", "firefox", "opera", "opera-https?"],
  ...[
    "googlechromes?",
    "googlechrome-[^:]*",
    "microsoft-edge",
    "microsoft-edge-[^:]*",
    "x-safari-https?",
    "ms-[^:]*",
  ],
];
const browserScheme = new RegExp(`^(${browserSchemes.join("|")})(:|$)`, "i");

/** The five ways to pay. `card` and `subscription` need `acceptRawCards`. */
export const variants = ["card", "hosted", "link", "subscription", "apm"] as const;
/** The way to pay. */
export type Variant = (typeof variants)[number];

/** Checks the input of `start`. Refuses a field that the variant does not have, instead of ignoring it. Compiled: every sale needs it. */
const saleSchema = lazily(() => {
  const common = commonSaleFields();
  const items = saleItemsSchema();
  const shipping = optionalShippingSchema();
  const card = cardDetailsSchema();
  // The specification lets card fields through on the gateway's own pages; we never send them.
  const onPage = { ...common, items: items.optional(), shipping };
  return z.compile(
    z.discriminatedUnion(
      "variant",
      [
        // Direct card (REQ-CARD): no `pay_type`; the card fields make it one. Products are required.
        z.strictObject({ ...common, variant: z.literal("card"), items, shipping, card }),
        // Hosted checkout (REQ-HOSTED): no `pay_type`.
        z.strictObject({ ...onPage, variant: z.literal("hosted") }),
        // Link payment (REQ-LINK): `pay_type` is `link`.
        z.strictObject({ ...onPage, variant: z.literal("link") }),
        // Subscription (REQ-SUBSCRIPTION): `pay_type` and the plan are always sent; no shipping fields are listed.
        z.strictObject({ ...common, variant: z.literal("subscription"), items, card, plan: planSchema() }),
        // Alternative payment method (REQ-APM): `pay_type` is `apm`. Without a method the gateway shows its list.
        z.strictObject({ ...onPage, variant: z.literal("apm"), ...appFields() }),
      ],
      `must be one of ${variants.join(", ")}`,
    ),
  );
});

function appFields() {
  return {
    method: createTextSchema(100).optional(),
    /** The scheme of an app that the buyer is sent to first, such as `myshop`. */
    appScheme: createTextSchema(200)
      .regex(/^[a-z][a-z0-9+.-]*(:\/\/.*)?$/i, "must be an app URL scheme, such as myshop or myshop://pay")
      .refine(
        (scheme) => !browserScheme.test(scheme),
        "must be the scheme of an app, not one that a browser acts on",
      )
      .optional(),
  };
}

/** The input of `start`. Its fields depend on `variant`. Amounts are in minor units. */
export type Sale = z.input<ReturnType<typeof saleSchema>>;
/** The checked sale, with defaults. */
export type CheckedSale = z.output<ReturnType<typeof saleSchema>>;

/**
 * Checks a sale. All that is wrong is named at once, by path, and no value is quoted.
 *
 * @throws PayIndexError `sale_invalid`
 */
export function checkSale(sale: Sale, now: Date): { sale: CheckedSale; warnings: SaleWarningCode[] } {
  const parsed = saleSchema().safeParse(sale);
  const problems = parsed.success ? [] : problemsOfSchemaIssues(parsed.error.issues);
  const checked = parsed.data;
  if (isCardExpired(sale, now) && !problems.some(({ path }) => path === "card")) {
    problems.push({ path: "card.year", message: "the card has expired" });
  }
  if (checked === undefined || problems.length > 0) throw invalidSaleError(...problems);
  return { sale: checked, warnings: warningsOf(checked) };
}

/** The error for a sale that cannot be sent. */
export function invalidSaleError(...problems: readonly Problem[]): PayIndexError {
  return new PayIndexError("sale_invalid", "The sale cannot be sent. Nothing was created.", { problems });
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
