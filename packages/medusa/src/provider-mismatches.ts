import type { Options, Problem } from "@pay-index/core";
import { merchantServesProvider } from "./pay-index-providers.ts";
import { parseProviderId, providerIdentifier } from "./provider-id.ts";
import type { RegisteredProvider } from "./registered-modules.ts";

/**
 * Returns the differences between the merchants of the plugin and those of its registered providers, with their paths
 * in the plugin's options: one of the two lists is out of date.
 */
export function findProviderMismatches(
  { merchants }: Pick<Options, "merchants">,
  registered: readonly RegisteredProvider[],
): Problem[] {
  return registered.flatMap(({ id, options = {} }) => {
    const provider = `pp_${providerIdentifier}_${id}`;
    const index = merchants.findIndex((merchant) => merchantServesProvider(merchant, provider));
    const merchant = merchants[index];
    if (parseProviderId(provider) === undefined || merchant === undefined) return [];
    if (merchant.id === options.merchantId) return [];
    return [
      {
        path: `merchants.${index}.id`,
        message: `is not the merchant that ${provider} was registered with`,
      },
    ];
  });
}
