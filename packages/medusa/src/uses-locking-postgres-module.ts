import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";

interface LockingOptions {
  readonly providers?: readonly { readonly resolve?: unknown }[];
}

/** Whether the shop uses Medusa's locking-postgres, which has weaknesses that other lock providers do not have. */
export function usesLockingPostgresModule(container: Pick<MedusaContainer, "resolve">): boolean {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = Object(modules?.[Modules.LOCKING]) as { options?: LockingOptions };
  return (options?.providers ?? []).some(({ resolve }) => String(resolve).includes("locking-postgres"));
}
