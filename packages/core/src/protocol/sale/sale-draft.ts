import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import type { AmountDecimals, Money } from "../money/money.ts";
import { type Plan, planSchema } from "./plan.ts";
import type { Sale, Variant } from "./sale.ts";
import { type SaleItemChanger, type SaleLine, toSaleItems } from "./sale-lines.ts";

type ShopText = string | null | undefined;

/** An address as a shop stores it. Missing and blank fields are left out of the sale. */
export interface CheckoutAddress {
  readonly firstName?: ShopText;
  readonly lastName?: ShopText;
  readonly street1?: ShopText;
  readonly street2?: ShopText;
  readonly city?: ShopText;
  readonly postcode?: ShopText;
  readonly state?: ShopText;
  /** ISO 3166-1 alpha-2, in any case. */
  readonly country?: ShopText;
  readonly phone?: ShopText;
}

/** The buyer's data apart from the addresses. */
interface CheckoutBuyer {
  readonly firstName?: ShopText;
  readonly lastName?: ShopText;
  readonly email?: ShopText;
  readonly phone?: ShopText;
  /** From the browser: the IP address, the header `User-Agent`, and the language of the payment page. */
  readonly ip?: ShopText;
  readonly userAgent?: ShopText;
  readonly language?: ShopText;
}

/** The parts of a cart that a sale is built from. */
export interface SaleParts
  extends Pick<Sale, "tenant" | "merchantTenant" | "reference" | "part" | "snapshot"> {
  readonly amount: Money;
  readonly buyer: CheckoutBuyer;
  /** The billing address. Without a country, the shipping address is used. */
  readonly billing: CheckoutAddress | undefined;
  readonly shipping: CheckoutAddress | undefined;
  /** The lines of the cart. Undefined if the shop cannot state their prices in minor units. */
  readonly lines: readonly SaleLine[] | undefined;
  /** The name of the single item, if the lines are less than `amount`, or `changeItem` fails. */
  readonly itemName: string;
  /** The decimals of the amounts that are sent (MON-SENT). Default: those of the currency. */
  readonly amountDecimals?: AmountDecimals | undefined;
  /** Changes each item before it is sent (PROD-CHANGE). */
  readonly changeItem?: SaleItemChanger | undefined;
}

/** The variant that the buyer chose, with its fields. */
export interface PaymentVariantSelection {
  readonly variant: Variant;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

/** A sale that still lacks its card and its plan. */
export type SaleDraft<V extends Variant = Variant> = V extends Variant
  ? Omit<Extract<Sale, { variant: V }>, "card" | "plan">
  : never;

/** Builds a sale from the parts of a cart. Fields that the shop does not know are missing: `start` names them. */
export function buildSaleDraftFromCart(parts: SaleParts, selection: PaymentVariantSelection): SaleDraft {
  const { tenant, merchantTenant, reference, part, snapshot, amount } = parts;
  const billing = (isFilled(parts.billing?.country) ? parts.billing : parts.shipping) ?? {};
  const { items, warnings } = toSaleItems({ ...parts, ...withoutBlanks({ tenant }) });
  const draft = {
    ...withoutBlanks({ tenant, merchantTenant }),
    reference,
    ...(part === undefined ? {} : { part }),
    snapshot,
    amount,
    buyer: buyerOf(parts, billing),
    billing: streetOf(billing),
    items,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  const { variant, apmMethod, appScheme } = selection;
  const shipping = shippingOf(parts.shipping ?? {});
  switch (variant) {
    case "subscription":
      return { ...draft, variant };
    case "apm":
      return { ...draft, shipping, variant, ...withoutBlanks({ method: apmMethod, appScheme }) };
    case "card":
    case "hosted":
    case "link":
      return { ...draft, shipping, variant };
  }
}

function buyerOf({ buyer, shipping }: SaleParts, billing: CheckoutAddress): Sale["buyer"] {
  const { firstName, lastName, email, phone, ip, userAgent, language } = buyer;
  return withoutBlanks({
    firstName: firstFilled(firstName, billing.firstName),
    lastName: firstFilled(lastName, billing.lastName),
    email,
    phone: firstFilled(billing.phone, phone, shipping?.phone),
    country: billing.country?.toUpperCase(),
    ip,
    userAgent,
    language,
  }) as Sale["buyer"];
}

function streetOf({ street1, street2, city, postcode, state }: CheckoutAddress) {
  return withoutBlanks({ street1, street2, city, postcode, state });
}

function shippingOf(address: CheckoutAddress) {
  const { firstName, lastName, country, phone } = address;
  return {
    ...streetOf(address),
    ...withoutBlanks({ firstName, lastName, country: country?.toUpperCase(), phone }),
  };
}

function withoutBlanks<Name extends string>(fields: Readonly<Record<Name, ShopText>>) {
  const filled = Object.entries<ShopText>(fields).filter(([, value]) => isFilled(value));
  return Object.fromEntries(filled) as { [Each in Name]?: string };
}

function firstFilled(...texts: readonly ShopText[]): ShopText {
  return texts.find(isFilled);
}

function isFilled(text: ShopText): boolean {
  return Boolean(text?.trim());
}

/**
 * Checks the plans of a catalogue, by product, and returns them with defaults. Call it when the shop starts. The error names every
 * mistake, such as `coffee.type`.
 *
 * @throws PayIndexError `options_invalid`
 */
export function checkCataloguePlans<Product extends string>(
  plans: Readonly<Record<Product, unknown>>,
): Record<Product, Plan> {
  const checked = Object.entries(plans).map(([product, plan]) => ({
    product,
    result: planSchema().safeParse(plan),
  }));
  const problems = checked.flatMap(({ product, result }) =>
    problemsOfSchemaIssues(
      (result.error?.issues ?? []).map((issue) => ({ ...issue, path: [product, ...issue.path] })),
    ),
  );
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These plans cannot be sold.", { problems });
  return Object.fromEntries(checked.map(({ product, result }) => [product, result.data])) as Record<
    Product,
    Plan
  >;
}

/** Why a cart cannot be sold: a sale has one plan or none. */
export interface CartProblem {
  readonly code: "plans_mixed" | "plan_and_goods";
  /** An English text for the buyer. */
  readonly message: string;
}

const cartProblemMessages: Readonly<Record<CartProblem["code"], string>> = {
  plans_mixed: "Your cart has products with different subscription plans. Please order each plan separately.",
  plan_and_goods: "Your cart mixes subscription and one-time items. Please order them separately.",
};

/**
 * Returns the plan of a cart, because a sale has one plan or none (PLAN-ENCODING): the plan that all lines have, or none if no line
 * has one. Compares all fields of the plans, because an `id` can be copied.
 *
 * @param lines the plan of each line; undefined for one-off goods
 */
export function planOfCart<Carried extends Pick<Plan, "id">>(
  lines: readonly (Carried | undefined)[],
): { readonly plan: Carried | undefined } | { readonly refused: CartProblem } {
  const [plan] = lines;
  const refuse = (code: CartProblem["code"]) => ({ refused: { code, message: cartProblemMessages[code] } });
  // `checkCataloguePlans` returns the fields of each plan in the same order.
  const distinct = new Set<string | undefined>(lines.map((line) => JSON.stringify(line)));
  if (distinct.size < 2) return { plan };
  return refuse(distinct.has(undefined) ? "plan_and_goods" : "plans_mixed");
}
