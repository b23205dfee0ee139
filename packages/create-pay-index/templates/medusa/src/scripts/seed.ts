// The data of a new shop. In your own shop, add them in the admin. `medusa exec` runs this script.
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils";
import {
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows";

type Args = { readonly container: MedusaContainer };

export default async function seed({ container }: Args): Promise<void> {
  const [product] = await container.resolve(Modules.PRODUCT).listProducts({}, { take: 1 });
  if (product === undefined) await fillShop(container);
  const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable" });
  // Every storefront sends this key. It selects the sales channel, and is no secret.
  console.log(`publishable key: ${key?.token}`);
}

async function fillShop(container: MedusaContainer): Promise<void> {
  const [store] = await container.resolve(Modules.STORE).listStores();
  const channel = store?.default_sales_channel_id ?? "";
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "United Kingdom",
          currency_code: "usd",
          countries: ["gb"],
          // The variant decides how buyers pay: here on the payment page of the gateway.
          payment_providers: ["pp_pay-index_hosted"],
        },
      ],
    },
  });
  await createTaxRegionsWorkflow(container).run({
    input: [{ country_code: "gb", provider_id: "tp_system" }],
  });
  const profile = await createShipping(container, channel);
  await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "Reading lamp",
          status: ProductStatus.PUBLISHED,
          shipping_profile_id: profile,
          options: [{ title: "Kind", values: ["Standard"] }],
          variants: [
            {
              title: "Standard",
              manage_inventory: false,
              options: { Kind: "Standard" },
              prices: [{ currency_code: "usd", amount: 42.5 }],
            },
          ],
          sales_channels: [{ id: channel }],
        },
      ],
    },
  });
}

/** Creates one shipping option. Returns the id of its profile, which products name. */
async function createShipping(container: MedusaContainer, channel: string): Promise<string> {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const { result: locations } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "Warehouse" }] },
  });
  const stock_location_id = locations[0]?.id ?? "";
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: stock_location_id, add: [channel] },
  });
  const stock = { [Modules.STOCK_LOCATION]: { stock_location_id } };
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" } });
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: "Parcels",
    type: "shipping",
    service_zones: [{ name: "United Kingdom", geo_zones: [{ type: "country", country_code: "gb" }] }],
  });
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  const { result: profiles } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  });
  const shipping_profile_id = profiles[0]?.id ?? "";
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Post",
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: set.service_zones[0]?.id ?? "",
        shipping_profile_id,
        type: { label: "Post", description: "By post", code: "post" },
        prices: [{ currency_code: "usd", amount: 3.5 }],
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  });
  return shipping_profile_id;
}
