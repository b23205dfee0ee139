import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { providerIdentifier } from "./provider-id.ts";
import type { ProviderOptions } from "./providers/pay-index/provider.ts";

/** One entry of the payment module's `providers`, whoever's it is. */
export interface RegisteredProvider {
  readonly id?: string;
  readonly options?: Partial<ProviderOptions>;
}

type Container = Pick<MedusaContainer, "resolve">;

/** As the shop's medusa-config has them. Medusa's own table of providers still has those that were there once, as enabled. */
export function findRegisteredProviders(container: Container): readonly RegisteredProvider[] {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = Object(modules?.[Modules.PAYMENT]) as {
    options?: { providers?: readonly RegisteredProvider[] };
  };
  return options?.providers ?? [];
}

/** Those of this plugin, as Medusa names them. */
export function findRegisteredProviderIds(container: Container): ReadonlySet<string> {
  const own = findRegisteredProviders(container).filter(({ options }) => options?.merchantId !== undefined);
  return new Set(own.map(({ id }) => `pp_${providerIdentifier}_${id}`));
}
