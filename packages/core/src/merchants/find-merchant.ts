import type { Merchant } from "../options/merchant-list.ts";
import type { Settings } from "../options/settings.ts";
import type { Platform } from "../platform.ts";
import { TenantMerchants } from "./tenant-merchants.ts";

/**
 * Returns the first merchant of a tenant that matches.
 *
 * @throws PayIndexError `merchants_unavailable`, only if the merchants come from a function of the shop
 */
export type FindMerchant = (
  tenant: string,
  matches: (merchant: Merchant) => boolean,
) => Promise<Merchant | undefined>;

/**
 * Returns the merchants of these tenants. Default: all merchants of the options; none if they come from a function of the shop.
 *
 * @throws PayIndexError `merchants_unavailable`, only if the merchants come from a function of the shop
 */
export type ListMerchants = (tenants?: readonly string[]) => Promise<readonly Merchant[]>;

interface MerchantSearch {
  readonly findMerchant: FindMerchant;
  readonly listMerchants: ListMerchants;
}

/** Creates the search for merchants: in the list of the options, or in what the shop's function returns. */
export function createMerchantSearch(
  settings: Pick<Settings, "merchants" | "sandbox" | "replyWithin">,
  platform: Pick<Platform, "now" | "after">,
): MerchantSearch {
  const { merchants } = settings;
  if (typeof merchants !== "function")
    return {
      findMerchant: async (tenant, matches) =>
        merchants.find((each) => each.tenant === tenant && matches(each)),
      listMerchants: async (tenants) =>
        tenants === undefined ? merchants : merchants.filter(({ tenant }) => tenants.includes(tenant)),
    };
  const loaded = new TenantMerchants({ ...settings, load: merchants, platform });
  return {
    findMerchant: (tenant, matches) => loaded.find(tenant, matches),
    listMerchants: async (tenants = []) =>
      (await Promise.all([...new Set(tenants)].map((tenant) => loaded.list(tenant)))).flat(),
  };
}
