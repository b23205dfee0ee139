import type { IPromotionModuleService, MedusaContainer } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import type { MedusaAmount } from "../amount.ts";
import { priceItemsWorkflow, taxCartWorkflow } from "../workflows/price-cart.ts";
import { type CalculatedPrice, findCurrentShippingOption } from "./current-shipping-option.ts";
import type { PricedCart, PricedItem, PricedShippingMethod, TaxLine } from "./priced-cart.ts";

interface CalculatedTaxLine {
  readonly rate_id?: string | null;
  readonly code: string;
  readonly rate: MedusaAmount;
  readonly provider_id?: string | null;
  readonly line_item_id?: string;
  readonly shipping_line_id?: string;
}

/**
 * Whether Medusa would calculate the same prices and taxes for this cart again. Reads them as
 * `refreshCartItemsWorkflow` does, and writes nothing, which is most of the workflow's cost. Returns false if
 * promotions could apply, or if anything cannot be read.
 */
export async function hasCurrentPrices(container: MedusaContainer, cart: PricedCart): Promise<boolean> {
  if (!isSimpleCart(cart)) return false;
  try {
    const answers = await Promise.all([
      hasNoAutomaticPromotion(container),
      hasCurrentItemPrices(container, cart),
      hasCurrentShippingPrice(container, cart),
      hasCurrentTaxes(container, cart),
    ]);
    return answers.every(Boolean);
  } catch {
    // The refresh that follows reports the error.
    return false;
  }
}

/** Whether the cart has no promotions, a payment collection for its total, and at most one shipping method. */
function isSimpleCart({ items, shipping_methods, ...cart }: PricedCart): boolean {
  const isAdjusted = [...items, ...shipping_methods].some(({ adjustments = [] }) => adjustments.length > 0);
  return (
    !isAdjusted &&
    (cart.promotions ?? []).every((each) => each === null) &&
    shipping_methods.length <= 1 &&
    items.every((item) => item.variant_id === null || item.variant?.product?.status === "published") &&
    isCollectionOfTotal(cart)
  );
}

/** Medusa deletes the sessions of a collection whose amount differs from the cart's total. */
function isCollectionOfTotal(cart: Omit<PricedCart, "items" | "shipping_methods">): boolean {
  const { payment_collection: collection } = cart;
  if (!collection) return true;
  return (
    collection.currency_code === cart.currency_code &&
    MathBN.eq(collection.raw_amount ?? collection.amount, cart.raw_total ?? cart.total)
  );
}

/** An automatic promotion may have started since. */
async function hasNoAutomaticPromotion(container: MedusaContainer): Promise<boolean> {
  const promotions = container.resolve<IPromotionModuleService>(Modules.PROMOTION);
  const found = await promotions.listPromotions({ is_automatic: true, status: ["active"] } as never, {
    select: ["id"],
    take: 1,
  });
  return found.length === 0;
}

async function hasCurrentItemPrices(container: MedusaContainer, cart: PricedCart): Promise<boolean> {
  const data = cart.items
    .filter(({ variant_id }) => variant_id !== null)
    .map((item) => ({ id: item.id, variantId: item.variant_id, context: toPricingContext(cart, item) }));
  if (data.length === 0) return true;
  const { result } = await priceItemsWorkflow(container).run({ input: { data } });
  const prices = result as unknown as Readonly<Record<string, CalculatedPrice>>;
  return cart.items.every(
    (item) =>
      item.variant_id === null ||
      item.is_custom_price ||
      isSamePrice(prices[item.id], { amount: item.unit_price, is_tax_inclusive: item.is_tax_inclusive }),
  );
}

/** Returns the context with which Medusa selects the price of an item. */
function toPricingContext(cart: PricedCart, { quantity, unit_price }: PricedItem) {
  const { id, sales_channel_id, currency_code, region_id, item_total, total, locale, email } = cart;
  const { city, country_code, province, postal_code } = cart.shipping_address ?? {};
  const { customer, region, customer_id } = cart;
  return {
    ...{ id, sales_channel_id, currency_code, region_id, item_total, total, locale, email },
    ...(cart.shipping_address && { shipping_address: { city, country_code, province, postal_code } }),
    ...{ customer, region, customer_id, quantity, is_custom_price: Boolean(unit_price) },
  };
}

async function hasCurrentShippingPrice(container: MedusaContainer, cart: PricedCart): Promise<boolean> {
  const [method] = cart.shipping_methods;
  if (method === undefined) return true;
  const option = await findCurrentShippingOption(container, { cart, method });
  return option?.name === method.name && isSamePrice(option.calculated_price, method);
}

function isSamePrice(
  calculated: CalculatedPrice | null | undefined,
  { amount, is_tax_inclusive }: Pick<PricedShippingMethod, "amount" | "is_tax_inclusive">,
): boolean {
  const now = calculated?.calculated_amount;
  if (now === undefined || now === null) return false;
  return (
    MathBN.eq(now, amount) && Boolean(calculated?.is_calculated_price_tax_inclusive) === is_tax_inclusive
  );
}

async function hasCurrentTaxes(container: MedusaContainer, cart: PricedCart): Promise<boolean> {
  const { items, shipping_methods } = cart;
  const input = { orderOrCart: cart, items, shipping_methods };
  const { result } = await taxCartWorkflow(container).run({ input });
  const { lineItemTaxLines, shippingMethodsTaxLines } = result as unknown as Readonly<
    Record<"lineItemTaxLines" | "shippingMethodsTaxLines", readonly CalculatedTaxLine[]>
  >;
  const now = [...lineItemTaxLines, ...shippingMethodsTaxLines].map(
    ({ line_item_id, shipping_line_id, rate_id, ...line }) =>
      toTaxLineKey(line_item_id ?? shipping_line_id, { ...line, tax_rate_id: rate_id ?? null }),
  );
  const before = [...items, ...shipping_methods].flatMap(({ id, tax_lines = [] }) =>
    tax_lines.map((line) => toTaxLineKey(id, line)),
  );
  return JSON.stringify(now.sort()) === JSON.stringify(before.sort());
}

function toTaxLineKey(of: string | undefined, { tax_rate_id, code, rate, provider_id }: TaxLine): string {
  return JSON.stringify([of, tax_rate_id ?? null, code, MathBN.convert(rate).toFixed(), provider_id ?? null]);
}
