import { join } from "node:path";
import { type Options, type Variant, variants } from "@pay-index/core";
import { checkOptions, type PayIndexPluginOptions } from "./options.ts";
import { providerId, registrationId } from "./provider-id.ts";
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
  return offered(checkOptions(options).core).map(({ merchant, tenant, variant }) => ({
    // Not by name: who asks for it is a package of Medusa's, which need not see this one.
    resolve: join(__dirname, "providers", "pay-index"),
    id: registrationId({ tenant, variant }),
    options: {
      variant,
      tenant,
      merchantId: merchant.id,
      key: merchant.key,
      previousKeys: merchant.previousKeys,
    },
  }));
}

/** As Medusa names them. */
export function offeredIds(core: Options): string[] {
  return offered(core).map(providerId);
}

interface Offered {
  readonly merchant: Options["merchants"][number];
  readonly tenant: string;
  readonly variant: Variant;
}

function offered({ merchants, acceptRawCards }: Options): Offered[] {
  const taken = variants.filter(
    (variant) => acceptRawCards === true || (variant !== "card" && variant !== "subscription"),
  );
  return merchants.flatMap((merchant) =>
    taken
      .filter((variant) => (merchant.variants ?? variants).includes(variant))
      .map((variant) => ({ merchant, tenant: merchant.tenant ?? "default", variant })),
  );
}
