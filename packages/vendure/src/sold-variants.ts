import { type Options, type Variant, variants } from "@pay-index/core";
import { isDirectCardVariant } from "@pay-index/core/adapter";

type Shop = Pick<Options, "acceptRawCards" | "merchants">;

/**
 * Returns why nobody can pay with this variant in the channels of these tenants, and the solution. Undefined if buyers
 * of at least one of the channels can.
 */
export function whyNotSold(
  { acceptRawCards, merchants }: Shop,
  variant: Variant,
  tenants: readonly string[],
): string | undefined {
  const isSold = merchants.some(
    ({ tenant = "default", variants: sold = variants }) => tenants.includes(tenant) && sold.includes(variant),
  );
  const another = "choose another variant for the method at Settings → Payment methods";
  if (!isSold) {
    const named = tenants.map((tenant) => `"${tenant}"`).join(" or ");
    return `No merchant of the tenant ${named} has the variant "${variant}". Add it to the variants of the merchant that sells it, or ${another}.`;
  }
  if (isDirectCardVariant(variant) && acceptRawCards !== true)
    return `The variant "${variant}" needs the option acceptRawCards. Set it to true, or ${another}.`;
  return undefined;
}
