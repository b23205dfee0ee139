import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Container } from "./find-rows.ts";
import { type ProviderOptions, providerIdentifier } from "./provider-id.ts";

/** An entry of a module's `providers`, of any plugin. */
export interface RegisteredProvider {
  readonly id?: string;
  readonly resolve?: unknown;
  readonly options?: Partial<ProviderOptions>;
}

interface RegisteredModule {
  readonly resolve?: unknown;
  readonly options?: { readonly providers?: readonly RegisteredProvider[] };
}

/** Returns a module as the shop's medusa-config has it. */
function findRegisteredModule(container: Container, name: string): RegisteredModule {
  return Object(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules?.[name]);
}

/** Returns the payment providers of the shop's medusa-config. Medusa's own table still has removed providers as enabled. */
export function findRegisteredProviders(container: Container): readonly RegisteredProvider[] {
  return findRegisteredModule(container, Modules.PAYMENT).options?.providers ?? [];
}

/** Returns the ids of the plugin's providers in Medusa. */
export function findOwnProviderIds(container: Container): ReadonlySet<string> {
  const own = findRegisteredProviders(container).filter(({ options }) => options?.merchantId !== undefined);
  return new Set(own.map(({ id }) => `pp_${providerIdentifier}_${id}`));
}

/** Whether the shop uses Medusa's locking-postgres, which has weaknesses that other lock providers do not have. */
export function usesLockingPostgresModule(container: Container): boolean {
  const { providers = [] } = findRegisteredModule(container, Modules.LOCKING).options ?? {};
  return providers.some(({ resolve }) => String(resolve).includes("locking-postgres"));
}

/** Whether Medusa's events stay in this process. */
export function usesLocalEventBus(container: Container): boolean {
  return String(findRegisteredModule(container, Modules.EVENT_BUS).resolve).includes("event-bus-local");
}
