import type { ConfigModule } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Container } from "./find-rows.ts";
import { providerIdentifier } from "./provider-id.ts";
import type { ProviderOptions } from "./providers/pay-index/provider.ts";

/** An entry of the payment module's `providers`, of any plugin. */
export interface RegisteredProvider {
  readonly id?: string;
  readonly options?: Partial<ProviderOptions>;
}

/** Returns the entries of the shop's medusa-config. Medusa's own table still has removed providers as enabled. */
export function findRegisteredProviders(container: Container): readonly RegisteredProvider[] {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = Object(modules?.[Modules.PAYMENT]) as {
    options?: { providers?: readonly RegisteredProvider[] };
  };
  return options?.providers ?? [];
}

/** Returns the ids of the plugin's providers in Medusa. */
export function findOwnProviderIds(container: Container): ReadonlySet<string> {
  const own = findRegisteredProviders(container).filter(({ options }) => options?.merchantId !== undefined);
  return new Set(own.map(({ id }) => `pp_${providerIdentifier}_${id}`));
}
