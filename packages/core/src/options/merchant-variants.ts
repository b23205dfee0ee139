import { isDirectCardVariant } from "../payment/attempt.ts";
import { type Variant, variants } from "../protocol/sale/sale.ts";

/** The part of a merchant in the options that says what it sells. */
export interface MerchantTenantAndVariants {
  /** Default: `default`. */
  readonly tenant?: string | undefined;
  /** Default: all. */
  readonly variants?: readonly Variant[] | undefined;
}

/** Returns the tenant to which a merchant of the options belongs. */
export function tenantOfMerchant({ tenant = "default" }: Pick<MerchantTenantAndVariants, "tenant">): string {
  return tenant;
}

/** Returns the variants that a merchant serves, in the order of `variants`. */
export function variantsOfMerchant({
  variants: named,
}: Pick<MerchantTenantAndVariants, "variants">): readonly Variant[] {
  return named === undefined ? variants : variants.filter((each) => named.includes(each));
}

/** Whether a merchant serves a variant for a tenant. */
export function servesVariant(
  merchant: MerchantTenantAndVariants,
  { tenant, variant }: { readonly tenant: string; readonly variant: Variant },
): boolean {
  return tenantOfMerchant(merchant) === tenant && variantsOfMerchant(merchant).includes(variant);
}

/** Whether the variant takes card numbers through the shop's server, and the option `acceptRawCards` does not allow this. */
export function refusesRawCards(
  { acceptRawCards }: { readonly acceptRawCards?: boolean | undefined },
  variant: Variant,
): boolean {
  return isDirectCardVariant(variant) && acceptRawCards !== true;
}

/** Why no buyer can pay with a variant: no merchant serves it, or the shop accepts no card numbers. */
export type UnservedVariantReason = "merchant-missing" | "raw-cards-refused";

/** Returns why no buyer of these tenants can pay with a variant. Undefined if the buyers of one of them can. */
export function findUnservedVariantReason(
  options: {
    readonly acceptRawCards?: boolean | undefined;
    readonly merchants: readonly MerchantTenantAndVariants[];
  },
  variant: Variant,
  tenants: readonly string[],
): UnservedVariantReason | undefined {
  const isServed = options.merchants.some((merchant) =>
    tenants.some((tenant) => servesVariant(merchant, { tenant, variant })),
  );
  if (!isServed) return "merchant-missing";
  return refusesRawCards(options, variant) ? "raw-cards-refused" : undefined;
}
