import type { Options, Variant } from "@pay-index/core";
import { findUnservedVariantReason } from "@pay-index/core/adapter";

/**
 * Returns why nobody can pay with this variant in the channels of these tenants, and the solution. Undefined if buyers
 * of at least one of the channels can.
 */
export function findUnavailablePaymentVariantReason(
  core: Pick<Options, "acceptRawCards" | "merchants">,
  variant: Variant,
  tenants: readonly string[],
): string | undefined {
  const another = "choose another variant for the method at Settings → Payment methods";
  const problem = findUnservedVariantReason(core, variant, tenants);
  switch (problem) {
    case undefined:
      return undefined;
    case "merchant-missing": {
      const named = tenants.map((tenant) => `"${tenant}"`).join(" or ");
      return `No merchant of the tenant ${named} has the variant "${variant}". Add it to the variants of the merchant that sells it, or ${another}.`;
    }
    case "raw-cards-refused":
      return `The variant "${variant}" needs the option acceptRawCards. Set it to true, or ${another}.`;
  }
}
