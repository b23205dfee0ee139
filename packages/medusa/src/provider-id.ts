import { type Variant, variants } from "@pay-index/core";

/** Medusa makes `pp_<identifier>_<id>` of it. */
export const identifier = "pay-index";

const head = `pp_${identifier}_`;

/** Whose merchant, and which way of paying. Both are in the provider's id, so a region chooses them by its providers. */
export interface Offer {
  readonly tenant: string;
  readonly variant: Variant;
}

/** What stands after `pp_pay-index_`: `hosted`, or `hosted_berlin` for another tenant than the default. */
export function registrationId({ tenant, variant }: Offer): string {
  return tenant === "default" ? variant : `${variant}_${tenant}`;
}

export function providerId(offer: Offer): string {
  return head + registrationId(offer);
}

/** Undefined: it belongs to another provider. */
export function offerOf(id: string): Offer | undefined {
  if (!id.startsWith(head)) return undefined;
  const [name, ...rest] = id.slice(head.length).split("_");
  const variant = variants.find((each) => each === name);
  return variant && { variant, tenant: rest.length === 0 ? "default" : rest.join("_") };
}
