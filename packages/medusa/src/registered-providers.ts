import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { identifier } from "./provider-id.ts";
import type { ProviderOptions } from "./providers/pay-index/provider.ts";

/** One entry of the payment module's `providers`, whoever's it is. */
export interface Registered {
  readonly id?: string;
  readonly options?: Partial<ProviderOptions>;
}

type Container = Pick<MedusaContainer, "resolve">;

/** As the shop's medusa-config has them. Medusa's own table of providers still has those that were there once, as enabled. */
export function registeredProviders(container: Container): readonly Registered[] {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = Object(modules?.[Modules.PAYMENT]) as {
    options?: { providers?: readonly Registered[] };
  };
  return options?.providers ?? [];
}

/** Those of this plugin, as Medusa names them. */
export function registeredIds(container: Container): ReadonlySet<string> {
  const own = registeredProviders(container).filter(({ options }) => options?.merchantId !== undefined);
  return new Set(own.map(({ id }) => `pp_${identifier}_${id}`));
}
