import type { Options, Problem } from "@pay-index/core";
import { serves } from "./pay-index-providers.ts";
import { identifier, offerOf } from "./provider-id.ts";
import type { Registered } from "./registered-providers.ts";

/**
 * Where the plugin's merchants and those of its registered providers are not the same, by the path in the plugin's options. The plugin seals
 * what was paid by its key, and the provider believes nothing but its own: no cart would ever be completed.
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
    const [path, what] =
      merchant.id === options.merchantId ? (["key", "key"] as const) : (["id", "merchant"] as const);
    if (merchant.id === options.merchantId && merchant.key === options.key) return [];
    return [
      {
        path: `merchants.${index}.${path}`,
        message: `is not the ${what} that ${provider} was registered with`,
      },
    ];
  });
}
