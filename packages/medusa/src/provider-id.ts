import { type Variant, variants } from "@pay-index/core";

/** Medusa makes `pp_<identifier>_<id>` of it. */
export const providerIdentifier = "pay-index";

const providerIdPrefix = `pp_${providerIdentifier}_`;

/** Whose merchant, and which way of paying. Both are in the provider's id, so a region chooses them by its providers. */
export interface ProviderKey {
  readonly tenant: string;
  readonly variant: Variant;
}

/** What stands after `pp_pay-index_`: `hosted`, or `hosted_berlin` for another tenant than the default. */
export function toRegistrationId({ tenant, variant }: ProviderKey): string {
  return tenant === "default" ? variant : `${variant}_${tenant}`;
}

export function toProviderId(offer: ProviderKey): string {
  return providerIdPrefix + toRegistrationId(offer);
}

/** Undefined: it belongs to another provider. */
export function parseProviderId(id: string): ProviderKey | undefined {
  if (!id.startsWith(providerIdPrefix)) return undefined;
  const [name, ...rest] = id.slice(providerIdPrefix.length).split("_");
  const variant = variants.find((each) => each === name);
  return variant && { variant, tenant: rest.length === 0 ? "default" : rest.join("_") };
}
