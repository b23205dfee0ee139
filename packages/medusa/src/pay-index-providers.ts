import { join } from "node:path";
import { variants } from "@pay-index/core";
import { checkOptions, type PayIndexPluginOptions } from "./options.ts";
import { registrationId } from "./provider-id.ts";
import type { ProviderOptions } from "./providers/pay-index/provider.ts";

/** One entry of the payment module's `providers`. */
export interface ProviderRegistration {
  readonly resolve: string;
  readonly id: string;
  readonly options: ProviderOptions;
}

/**
 * The payment providers of these merchants, for `@medusajs/medusa/payment`: one for each merchant and variant. Enable them in your
 * regions. Give it what the plugin is given.
 *
 * @throws PayIndexError `options_invalid`
 */
export function payIndexProviders(options: PayIndexPluginOptions): ProviderRegistration[] {
  const { merchants, acceptRawCards } = checkOptions(options).core;
  const offered = variants.filter(
    (variant) => acceptRawCards === true || (variant !== "card" && variant !== "subscription"),
  );
  return merchants.flatMap(({ id, key, previousKeys, tenant = "default", variants: served }) =>
    offered
      .filter((variant) => (served ?? variants).includes(variant))
      .map((variant) => ({
        // Not by name: who asks for it is a package of Medusa's, which need not see this one.
        resolve: join(__dirname, "providers", "pay-index"),
        id: registrationId({ tenant, variant }),
        options: { variant, tenant, merchantId: id, key, previousKeys },
      })),
  );
}
