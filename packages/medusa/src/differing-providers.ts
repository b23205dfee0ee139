import type { Options, Problem } from "@pay-index/core";
import { serves } from "./pay-index-providers.ts";
import { identifier, offerOf } from "./provider-id.ts";
import type { Registered } from "./registered-providers.ts";

/**
 * Where the plugin's merchants and those of its registered providers are not the same, by the path in the plugin's options: one of the two lists
 * is out of date.
 */
export function differingProviders(
  { merchants }: Pick<Options, "merchants">,
  registered: readonly Registered[],
): Problem[] {
  return registered.flatMap(({ id, options = {} }) => {
    const provider = `pp_${identifier}_${id}`;
    const index = merchants.findIndex((merchant) => serves(merchant, provider));
    const merchant = merchants[index];
    if (offerOf(provider) === undefined || merchant === undefined) return [];
    if (merchant.id === options.merchantId) return [];
    return [
      {
        path: `merchants.${index}.id`,
        message: `is not the merchant that ${provider} was registered with`,
      },
    ];
  });
}
