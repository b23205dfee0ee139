import type { MedusaContainer } from "@medusajs/framework/types";
import { QueryContext } from "@medusajs/framework/utils";
import { listShippingOptionsForCartWithPricingWorkflow } from "@medusajs/medusa/core-flows";
import type { MedusaAmount } from "../amount.ts";
import { findRow } from "../find-rows.ts";
import type { PricedCart, PricedShippingMethod } from "./priced-cart.ts";

/** The calculated price of an item or a shipping option, as Medusa's pricing returns it. */
export interface CalculatedPrice {
  readonly calculated_amount?: MedusaAmount | null;
  readonly is_calculated_price_tax_inclusive?: boolean;
}

/** A shipping option that the cart can use now, with its price for this cart. */
export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly calculated_price?: CalculatedPrice | null;
}

interface ShippingOptionRow extends ShippingOption {
  readonly price_type: string;
  readonly rules?: readonly { readonly attribute: string }[];
}

const shippingOptionFields = ["id", "name", "price_type", "rules.attribute", "calculated_price.*"];

/** The standard rules of a shipping option, which do not depend on the shop's own code. */
const standardRules = { is_return: "false", enabled_in_store: "true" };

/**
 * Returns the cart's shipping option as Medusa's own listing finds it, or undefined if the cart cannot use it any more.
 *
 * The listing costs as much as a payment session. An option with a flat price and without rules of the shop is
 * therefore read with two queries. Hooks of the listing cannot change such an option: they only add context for rules
 * and carriers.
 */
export async function findCurrentShippingOption(
  container: MedusaContainer,
  { cart, method }: { readonly cart: PricedCart; readonly method: PricedShippingMethod },
): Promise<ShippingOption | undefined> {
  const option = await readShippingOption(container, { cart, method });
  if (option === undefined || isFlatOption(option)) return option;
  const options = [{ id: method.shipping_option_id as string, data: method.data ?? {} }];
  const input = { cart_id: cart.id, is_return: false, options };
  const { result } = await listShippingOptionsForCartWithPricingWorkflow(container).run({ input });
  return (result as unknown as readonly ShippingOption[]).find(({ id }) => id === method.shipping_option_id);
}

function isFlatOption({ price_type, rules = [] }: ShippingOptionRow): boolean {
  return price_type === "flat" && rules.every(({ attribute }) => attribute in standardRules);
}

function readShippingOption(
  container: MedusaContainer,
  { cart, method }: { readonly cart: PricedCart; readonly method: PricedShippingMethod },
): Promise<ShippingOptionRow | undefined> {
  const { country_code, province, city, postal_code } = cart.shipping_address ?? {};
  const locations = cart.sales_channel?.stock_locations ?? [];
  const sets = locations.flatMap(({ fulfillment_sets = [] }) => fulfillment_sets);
  const address = { country_code, province_code: province, city, postal_expression: postal_code };
  return findRow(container, {
    entity: "shipping_options",
    fields: shippingOptionFields,
    filters: {
      id: method.shipping_option_id,
      fulfillment_set_id: sets.map(({ id }) => id),
      address,
      // Medusa's query accepts only one context, which is the context of the price.
      context: standardRules,
    },
    context: { calculated_price: QueryContext(cart as never) },
  });
}
