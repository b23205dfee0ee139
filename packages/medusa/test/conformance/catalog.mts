import { createRequire } from "node:module";
import type { MedusaContainer } from "@medusajs/framework/types";
import { type Money, toAmountText, variants } from "@pay-index/core";
import type { Any } from "../shop/any.mts";
import { createProduct } from "../shop/create-product.mts";

const require = createRequire(import.meta.url);

/** Medusa has a country in one region only, and a region has one currency and the providers of one tenant. */
export const countries = { USD: "gb", JPY: "jp", KWD: "kw", other: "ca" } as const;

export type Region = keyof typeof countries;

/** What the scenarios need beside what every test shop has: a third currency, the other tenant's region, and parcels for nothing. */
export async function createRegions(container: MedusaContainer, tenants: readonly string[]): Promise<void> {
  const run = createWorkflowRunner(container);
  const providersOf = (tenant: string) =>
    variants.map((variant) => `pp_pay-index_${variant}${tenant === "default" ? "" : `_${tenant}`}`);
  const [world] = await container.resolve("region").listRegions({ name: "World" });
  await run("updateRegionsWorkflow", { selector: { id: world?.id }, update: { countries: [countries.USD] } });
  const others = tenants.filter((tenant) => tenant !== "default");
  await run("createRegionsWorkflow", {
    regions: [
      ["Kuwait", "kwd", countries.KWD, "default"] as const,
      ...others.map((tenant) => [tenant, "usd", countries.other, tenant] as const),
    ].map(([name, currency_code, country, tenant]) => ({
      ...{ name, currency_code, countries: [country], payment_providers: providersOf(tenant) },
    })),
  });
  await addFreeShipping(container);
}

async function addFreeShipping(container: MedusaContainer): Promise<void> {
  const fulfillment = container.resolve("fulfillment");
  const [zone] = await fulfillment.listServiceZones({});
  for (const country_code of [countries.KWD, countries.other])
    await fulfillment.createGeoZones({ type: "country", country_code, service_zone_id: zone?.id ?? "" });
  const [profile] = await fulfillment.listShippingProfiles({});
  await createWorkflowRunner(container)("createShippingOptionsWorkflow", [
    {
      name: "For nothing",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: zone?.id,
      shipping_profile_id: profile?.id,
      type: { label: "For nothing", description: "For nothing", code: "nothing" },
      prices: ["usd", "jpy", "kwd"].map((currency_code) => ({ currency_code, amount: 0 })),
      rules: [],
    },
  ]);
}

/** Sells something for a price. Gives the variant's id. */
export async function sellProduct(container: MedusaContainer, title: string, price: Money): Promise<string> {
  const prices = [{ amount: Number(toAmountText(price)), currency_code: price.currency.toLowerCase() }];
  return (await createProduct(container, { title, prices, stock: 1_000_000 })).variantId;
}

/** Of what is in a cart there is no more than what orders have reserved. */
export async function exhaustStock(container: MedusaContainer, cart: string): Promise<void> {
  const { data } = await container.resolve("query").graph({
    entity: "cart",
    fields: ["items.variant.inventory_items.inventory_item_id"],
    filters: { id: cart },
  });
  const ids = (data[0] as Any).items.flatMap(({ variant }: Any) =>
    variant.inventory_items.map(({ inventory_item_id }: Any) => inventory_item_id),
  );
  const inventory = container.resolve("inventory");
  const levels = await inventory.listInventoryLevels({ inventory_item_id: ids });
  await inventory.updateInventoryLevels(
    levels.map(({ inventory_item_id, location_id, reserved_quantity }) => ({
      inventory_item_id,
      location_id,
      stocked_quantity: reserved_quantity,
    })),
  );
}

function createWorkflowRunner(container: MedusaContainer) {
  const flows = require("@medusajs/medusa/core-flows");
  return async (name: string, input: object): Promise<Any> =>
    (await flows[name](container).run({ input })).result;
}
