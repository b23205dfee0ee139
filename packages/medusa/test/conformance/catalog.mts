import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import type { MedusaContainer } from "@medusajs/framework/types";
import { type Money, toAmountText, variants } from "@pay-index/core";

const require = createRequire(import.meta.url);

/** Medusa has a country in one region only, and a region has one currency and the providers of one tenant. */
export const countries = { USD: "gb", JPY: "jp", KWD: "kw", other: "ca" } as const;

export type Region = keyof typeof countries;

// biome-ignore lint/suspicious/noExplicitAny: what Medusa's workflows give
type Any = any;

/** What the scenarios need beside what every test shop has: a third currency, the other tenant's region, and parcels for nothing. */
export async function createRegions(container: MedusaContainer, tenants: readonly string[]): Promise<void> {
  const run = createWorkflowRunner(container);
  const providersOf = (tenant: string) =>
    variants.map((variant) => `pp_pay-index_${variant}${tenant === "default" ? "" : `_${tenant}`}`);
  const [world] = await container.resolve("region").listRegions({ name: "World" });
  await run("updateRegionsWorkflow", { selector: { id: world?.id }, update: { countries: [countries.USD] } });
  await run("createRegionsWorkflow", {
    regions: [
      {
        name: "Kuwait",
        currency_code: "kwd",
        countries: [countries.KWD],
        payment_providers: providersOf("default"),
      },
      ...tenants
        .filter((tenant) => tenant !== "default")
        .map((tenant) => ({
          name: tenant,
          currency_code: "usd",
          countries: [countries.other],
          payment_providers: providersOf(tenant),
        })),
    ],
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
export async function sellProduct(container: MedusaContainer, name: string, price: Money): Promise<string> {
  const run = createWorkflowRunner(container);
  const [profile] = await container.resolve("fulfillment").listShippingProfiles({});
  const [channel] = await container.resolve("sales_channel").listSalesChannels({ name: "Web" });
  const [location] = await container.resolve("stock_location").listStockLocations({});
  const [product] = await run("createProductsWorkflow", {
    products: [
      {
        title: name,
        handle: randomUUID(),
        status: "published",
        shipping_profile_id: profile?.id,
        options: [{ title: "Size", values: ["S"] }],
        variants: [
          {
            title: "S",
            options: { Size: "S" },
            prices: [{ amount: Number(toAmountText(price)), currency_code: price.currency.toLowerCase() }],
          },
        ],
        sales_channels: [{ id: channel?.id }],
      },
    ],
  });
  const [variant] = product.variants;
  const { data } = await container.resolve("query").graph({
    entity: "variant",
    fields: ["inventory_items.inventory_item_id"],
    filters: { id: variant.id },
  });
  await run("createInventoryLevelsWorkflow", {
    inventory_levels: [
      {
        inventory_item_id: (data[0] as Any).inventory_items[0].inventory_item_id,
        location_id: location?.id,
        stocked_quantity: 1_000_000,
      },
    ],
  });
  return variant.id;
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
