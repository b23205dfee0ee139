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

/** Creates the search for merchants: in the list of the options, or in what the shop's function returns. */
export function createMerchantSearch(
  settings: Pick<Settings, "merchants" | "sandbox" | "replyWithin">,
  platform: Pick<Platform, "now" | "after">,
): FindMerchant {
  const { merchants } = settings;
  if (typeof merchants !== "function")
    return async (tenant, matches) => merchants.find((each) => each.tenant === tenant && matches(each));
  const loaded = new TenantMerchants({ ...settings, load: merchants, platform });
  return (tenant, matches) => loaded.find(tenant, matches);
}
