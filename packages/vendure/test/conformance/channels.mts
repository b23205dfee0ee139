import type { ShopSettings } from "@pay-index/conformance";
import {
  Channel,
  ChannelService,
  PaymentMethod,
  RequestContextService,
  ShippingMethod,
  StockLocation,
  TransactionalConnection,
  type VendureEntity,
} from "@vendure/core";
import type { Vendure } from "../shop/open-vendure.mts";

/** As the plugin is configured: by the id that the channel of a tenant gets. A fresh database numbers them from 2. */
export function merchantsByChannelId(merchants: ShopSettings["merchants"]): ShopSettings["merchants"] {
  const tenants = [...new Set(merchants.map(({ tenant = "default" }) => tenant))];
  const others = tenants.filter((tenant) => tenant !== "default");
  return merchants.map(({ tenant = "default", ...merchant }) => ({
    ...merchant,
    tenant: tenant === "default" ? tenant : String(others.indexOf(tenant) + 2),
  }));
}

/** One channel for each tenant beside the default one, with what the default one sells by. */
export async function createChannels(app: Vendure, merchants: ShopSettings["merchants"]): Promise<void> {
  const tenants = new Set(merchants.map(({ tenant = "default" }) => tenant));
  for (const tenant of tenants) if (tenant !== "default") await openChannel(app, tenant);
}

async function openChannel(app: Vendure, code: string): Promise<void> {
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  const connection = app.get(TransactionalConnection);
  const zones = await connection.getRepository(ctx, Channel).findOneOrFail({
    where: { id: ctx.channelId },
    relations: { defaultShippingZone: true, defaultTaxZone: true },
  });
  const channel = await app.get(ChannelService).create(ctx, {
    code,
    token: code,
    defaultLanguageCode: ctx.languageCode,
    defaultCurrencyCode: ctx.currencyCode,
    defaultShippingZoneId: zones.defaultShippingZone.id,
    defaultTaxZoneId: zones.defaultTaxZone.id,
    pricesIncludeTax: false,
  });
  if (!(channel instanceof Channel)) throw new Error(`no channel: ${JSON.stringify(channel)}`);
  for (const entity of [PaymentMethod, ShippingMethod, StockLocation]) {
    const all = (await connection.getRepository(ctx, entity as never).find()) as VendureEntity[];
    for (const { id } of all)
      await app.get(ChannelService).assignToChannels(ctx, entity as never, id, [channel.id]);
  }
}
