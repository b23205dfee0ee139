import { createRequire } from "node:module";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { Any } from "./any.mts";
import type { SeededShop } from "./buyer.mts";
import { createProduct } from "./create-product.mts";

const require = createRequire(import.meta.url);

export const providerIds = ["card", "hosted", "link", "subscription", "apm"].map(
  (variant) => `pp_pay-index_${variant}`,
);

const pricesOf = (usd: number, jpy: number) => [
  { amount: usd, currency_code: "usd" },
  { amount: jpy, currency_code: "jpy" },
];

/** A region that offers all providers, or the given ones, with something to sell and to ship, made as staff would make it. */
export async function seedMedusa(
  container: MedusaContainer,
  offered: readonly string[] = providerIds,
): Promise<void> {
  const flows = require("@medusajs/medusa/core-flows");
  const run = async (name: string, input: object): Promise<Any> =>
    (await flows[name](container).run({ input })).result;
  const link = container.resolve("link") as Any;
  const [channel] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Web" }] });
  const [store] = await (container.resolve("store") as Any).listStores();
  await run("updateStoresWorkflow", {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: "usd", is_default: true }, { currency_code: "jpy" }],
      default_sales_channel_id: channel.id,
    },
  });
  await run("createRegionsWorkflow", {
    regions: [
      {
        name: "World",
        currency_code: "usd",
        countries: ["dk", "gb", "us"],
        payment_providers: [...offered, "pp_system_default"],
      },
      { name: "Bare", currency_code: "usd", countries: ["de"], payment_providers: ["pp_system_default"] },
      { name: "Japan", currency_code: "jpy", countries: ["jp"], payment_providers: offered },
    ],
  });
  await run("createTaxRegionsWorkflow", [
    { country_code: "gb", provider_id: "tp_system" },
    {
      country_code: "us",
      provider_id: "tp_system",
      default_tax_rate: { rate: 7.25, name: "Sales tax", code: "sales" },
    },
  ]);
  const [location] = await run("createStockLocationsWorkflow", { locations: [{ name: "Warehouse" }] });
  await link.create({
    stock_location: { stock_location_id: location.id },
    fulfillment: { fulfillment_provider_id: "manual_manual" },
  });
  const [profile] = await run("createShippingProfilesWorkflow", {
    data: [{ name: "Parcels", type: "default" }],
  });
  const set = await (container.resolve("fulfillment") as Any).createFulfillmentSets({
    name: "Delivery",
    type: "shipping",
    service_zones: [
      {
        name: "World",
        geo_zones: ["dk", "gb", "us", "de", "jp"].map((country_code) => ({ country_code, type: "country" })),
      },
    ],
  });
  await link.create({
    stock_location: { stock_location_id: location.id },
    fulfillment: { fulfillment_set_id: set.id },
  });
  await run("createShippingOptionsWorkflow", [
    {
      name: "Post",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: "Post", description: "By post", code: "post" },
      prices: pricesOf(5, 500),
      rules: [],
    },
  ]);
  await run("linkSalesChannelsToStockLocationWorkflow", { id: location.id, add: [channel.id] });
  const [key] = await run("createApiKeysWorkflow", {
    api_keys: [{ title: "Storefront", type: "publishable", created_by: "" }],
  });
  await run("linkSalesChannelsToApiKeyWorkflow", { id: key.id, add: [channel.id] });
  await createProduct(container, {
    ...{ title: "Tea", prices: pricesOf(19.99, 2000), stock: 100_000 },
    ...{ product: { handle: "tea" }, variant: { sku: "TEA-S" } },
  });
}

/** What is there after `seed`. */
export async function readSeededShop(container: MedusaContainer): Promise<SeededShop> {
  const query = container.resolve("query") as Any;
  const ids = async (entity: string, fields: string[], filters = {}) =>
    (await query.graph({ entity, fields, filters })).data;
  const [region] = await ids("region", ["id"], { name: "World" });
  const [variant] = await ids("variant", ["id"], { sku: "TEA-S" });
  const [option] = await ids("shipping_option", ["id"]);
  const [key] = await ids("api_key", ["token"], { type: "publishable", title: "Storefront" });
  return {
    regionId: region.id,
    variantId: variant.id,
    shippingOptionId: option.id,
    publishableKey: key.token,
  };
}
