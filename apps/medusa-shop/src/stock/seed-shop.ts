import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules, ProductStatus } from "@medusajs/framework/utils";
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows";
import {
  countryCodes,
  currencyCode,
  paymentProviderIds,
  products,
  shippingOptions,
  staffLogin,
  stockedQuantity,
  taxRate,
} from "./seed-data.ts";

/**
 * Fills a new shop as its owner would in the admin: one member of staff, one region, two shipping options, and the
 * products of the catalog.
 */
export async function seedShop(container: MedusaContainer): Promise<void> {
  await createStaff(container);
  const channel = await findSalesChannel(container);
  await createRegion(container);
  const location = await createStockLocation(container, channel);
  const profile = await createShipping(container, location);
  await createProducts(container, { channel, profile, location });
}

/** Creates a user who can log in to the Admin API. */
async function createStaff(container: MedusaContainer): Promise<void> {
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { ...staffLogin } });
  if (authIdentity === undefined) throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, error ?? "");
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId: authIdentity.id, userData: { email: staffLogin.email } },
  });
}

/** Finds the store that Medusa creates, with its sales channel and publishable key. */
async function findSalesChannel(container: MedusaContainer): Promise<string> {
  const [store] = await container.resolve(Modules.STORE).listStores();
  return store?.default_sales_channel_id ?? "";
}

async function createRegion(container: MedusaContainer): Promise<void> {
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "World",
          currency_code: currencyCode,
          countries: countryCodes,
          payment_providers: paymentProviderIds,
        },
      ],
    },
  });
  await createTaxRegionsWorkflow(container).run({
    input: countryCodes.map((country_code) => ({
      country_code,
      provider_id: "tp_system",
      default_tax_rate: taxRate,
    })),
  });
}

async function createStockLocation(container: MedusaContainer, channel: string): Promise<string> {
  const { result } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "Warehouse", address: { country_code: "gb", address_1: "" } }] },
  });
  const location = firstIdOf(result);
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location, add: [channel] } });
  return location;
}

/** Returns the id of the products' shipping profile. */
async function createShipping(container: MedusaContainer, location: string): Promise<string> {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const stock = { [Modules.STOCK_LOCATION]: { stock_location_id: location } };
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" } });
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: "Parcels",
    type: "shipping",
    service_zones: [
      {
        name: "World",
        geo_zones: countryCodes.map((country_code) => ({ type: "country" as const, country_code })),
      },
    ],
  });
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  });
  const profile = firstIdOf(result);
  await createShippingOptionsWorkflow(container).run({
    input: shippingOptions.map(({ name, code, amount }) => ({
      name,
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: firstIdOf(set.service_zones),
      shipping_profile_id: profile,
      type: { label: name, description: name, code },
      prices: [{ currency_code: currencyCode, amount: Number(amount) }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    })),
  });
  return profile;
}

async function createProducts(
  container: MedusaContainer,
  { channel, profile, location }: Readonly<Record<"channel" | "profile" | "location", string>>,
): Promise<void> {
  // One after another: Medusa lists products by their ids, which have no order if they are of one millisecond.
  for (const { id, name, says, amount, plan } of products)
    await createProductsWorkflow(container).run({
      input: {
        products: [
          {
            title: name,
            handle: id,
            description: says,
            status: ProductStatus.PUBLISHED,
            shipping_profile_id: profile,
            options: [{ title: "Kind", values: ["As it is"] }],
            variants: [
              {
                title: "As it is",
                sku: id,
                options: { Kind: "As it is" },
                prices: [{ currency_code: currencyCode, amount: Number(amount) }],
              },
            ],
            sales_channels: [{ id: channel }],
            ...(plan === undefined ? {} : { metadata: { pay_index_plan: { ...plan } } }),
          },
        ],
      },
    });
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({});
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map(({ id }) => ({
        inventory_item_id: id,
        location_id: location,
        stocked_quantity: stockedQuantity,
      })),
    },
  });
}

function firstIdOf(made: readonly { readonly id: string }[]): string {
  const [first] = made;
  if (first === undefined) throw new Error("Medusa made nothing.");
  return first.id;
}
