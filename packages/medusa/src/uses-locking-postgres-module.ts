import type { ConfigModule } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Container } from "./find-rows.ts";

interface LockingOptions {
  readonly providers?: readonly { readonly resolve?: unknown }[];
}

/** Whether the shop uses Medusa's locking-postgres, which has weaknesses that other lock providers do not have. */
export function usesLockingPostgresModule(container: Container): boolean {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options } = Object(modules?.[Modules.LOCKING]) as { options?: LockingOptions };
  return (options?.providers ?? []).some(({ resolve }) => String(resolve).includes("locking-postgres"));
}
