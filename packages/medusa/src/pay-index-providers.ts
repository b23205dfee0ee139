import { join } from "node:path";
import type { Options } from "@pay-index/core";
import { servesVariant, tenantOfMerchant, variantsOfMerchant } from "@pay-index/core/adapter";
import { checkOptions, type PayIndexPluginOptions } from "./options.ts";
import { type ProviderOptions, parseProviderId, toProviderId, toProviderIdSuffix } from "./provider-id.ts";

/** One entry of the payment module's `providers`. */
export interface ProviderRegistration {
  readonly resolve: string;
  readonly id: string;
  readonly options: ProviderOptions;
}

/**
 * Returns the payment providers of the merchants, for `@medusajs/medusa/payment`: one for each merchant and variant.
 * Pass the same options as to the plugin, and enable the providers in your regions.
 *
 * Card providers are included without `acceptRawCards`, too: they start no new sale then, but existing subscriptions
 * still need them for renewals.
 *
 * @throws PayIndexError `options_invalid`
 */
export function payIndexProviders(options: PayIndexPluginOptions): ProviderRegistration[] {
  return listServedProviders(checkOptions(options).core).map(({ merchant, tenant, variant }) => ({
    // A path and not a package name: the Medusa package that loads it may not be able to resolve this package.
    resolve: join(__dirname, "providers", "pay-index"),
    id: toProviderIdSuffix({ tenant, variant }),
    options: { variant, tenant, merchantId: merchant.id },
  }));
}

/** Returns the ids of the providers in Medusa. */
export function providerIdsOfMerchants(core: Pick<Options, "merchants">): string[] {
  return listServedProviders(core).map(toProviderId);
}

/** Whether a merchant serves a provider. */
export function merchantServesProvider(merchant: Options["merchants"][number], providerId: string): boolean {
  const offer = parseProviderId(providerId);
  return offer !== undefined && servesVariant(merchant, offer);
}

function listServedProviders({ merchants }: Pick<Options, "merchants">) {
  return merchants.flatMap((merchant) => {
    const tenant = tenantOfMerchant(merchant);
    return variantsOfMerchant(merchant).map((variant) => ({ merchant, tenant, variant }));
  });
}
