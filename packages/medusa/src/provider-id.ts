import { type Variant, variants } from "@pay-index/core";

/** The identifier of the plugin's provider. Medusa builds the id `pp_<identifier>_<id>` with it. */
export const providerIdentifier = "pay-index";

const providerIdPrefix = `pp_${providerIdentifier}_`;

/**
 * The tenant and the variant of a provider. Both are part of the provider's id, so a region selects them by its
 * providers.
 */
export interface TenantVariant {
  readonly tenant: string;
  readonly variant: Variant;
}

/** The options with which `payIndexProviders` registers a provider. They contain no key. */
export interface ProviderOptions extends TenantVariant {
  readonly merchantId: string;
}

/**
 * Returns the part of the id after `pp_pay-index_`: `hosted`, or `hosted_berlin` for another tenant than the default.
 */
export function toProviderIdSuffix({ tenant, variant }: TenantVariant): string {
  return tenant === "default" ? variant : `${variant}_${tenant}`;
}

export function toProviderId(offer: TenantVariant): string {
  return providerIdPrefix + toProviderIdSuffix(offer);
}

/** Returns undefined if the id belongs to another provider. */
export function parseProviderId(id: string): TenantVariant | undefined {
  if (!id.startsWith(providerIdPrefix)) return undefined;
  const [name, ...rest] = id.slice(providerIdPrefix.length).split("_");
  const variant = variants.find((each) => each === name);
  return variant && { variant, tenant: rest.length === 0 ? "default" : rest.join("_") };
}
