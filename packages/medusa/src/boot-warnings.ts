import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Gateway, Problem } from "@pay-index/core";
import type { CheckedOptions } from "./options.ts";
import { configuredProviderIds } from "./pay-index-providers.ts";
import { usesPostgresLocks } from "./postgres-locks.ts";
import { findRegisteredProviderIds } from "./registered-providers.ts";
import type { KnexDatabase } from "./store/knex-database.ts";
import { findInvalidPlans } from "./subscription/invalid-plans.ts";
import { findDisabledCardProviders, findUnservedProviders } from "./subscription/unserved-providers.ts";

interface BootWarningInput extends CheckedOptions {
  readonly engine: KnexDatabase;
  readonly gateway: Gateway;
}

type Container = Pick<MedusaContainer, "resolve">;

/** Returns a warning for each unsafe or impossible setting of this shop, with its solution. */
export async function findBootWarnings(
  container: Container,
  { core, engine, gateway }: BootWarningInput,
): Promise<string[]> {
  const warnings: string[] = [];
  if (hasLocalEventBus(container)) warnings.push(localEventBusWarning);
  if (hasInMemoryLocks(container))
    warnings.push((await engine.isOnlyProcess()) ? inMemoryLocksWarning : unsharedLocksWarning);
  if (usesPostgresLocks(container) && engine.connections < minPoolSize)
    warnings.push(smallPoolWarning(engine.connections));
  const registered = findRegisteredProviderIds(container);
  const missing = configuredProviderIds(core).filter((id) => !registered.has(id));
  const unknown = [...registered].filter((id) => !configuredProviderIds(core).includes(id));
  if (missing.length > 0)
    warnings.push(
      `No provider ${missing.join(", ")}. Add payIndexProviders(options) to the providers of @medusajs/medusa/payment, with the same options.`,
    );
  if (unknown.length > 0)
    warnings.push(
      `No merchant for the provider ${unknown.join(", ")}. Give the plugin and payIndexProviders the same options.`,
    );
  const refused = await findDisabledCardProviders(container, core);
  if (refused.ids.length > 0)
    warnings.push(
      `The regions ${refused.regions.join(", ")} offer ${refused.ids.join(", ")}, and buyers who choose one are refused: this server takes no cards. Set acceptRawCards: true, or take them out of the regions. Subscriptions that run go on.`,
    );
  const unserved = await findUnservedProviders(gateway, core);
  if (unserved.length > 0)
    warnings.push(
      `UNSAFE: subscriptions run that were begun by ${unserved.join(", ")}, which no merchant serves any more: no cycle of theirs becomes an order. Give a merchant of that tenant the variant subscription back.`,
    );
  const wrong = await findInvalidPlans(container);
  if (wrong.length > 0) warnings.push(`Plans that cannot be sold: ${wrong.map(toProblemText).join("; ")}.`);
  return warnings;
}

function toProblemText({ path, message }: Problem): string {
  return `${path} ${message}`;
}

const localEventBusWarning =
  "Medusa's events stay in this process. If the process stops after it placed an order, the subscribers of order.placed, such as the e-mail to the buyer, never run. Payments and orders are safe. In production, use @medusajs/medusa/event-bus-redis.";

const inMemoryLocksWarning =
  "Medusa's locks work only inside this process. That is safe for one process. Before you start a second one, register @medusajs/medusa/locking-postgres or locking-redis.";

const unsharedLocksWarning =
  "UNSAFE: another process uses this database, but Medusa's locks work only inside this process. Both processes can complete the same cart at the same time, and place two orders. Register @medusajs/medusa/locking-postgres or locking-redis in all processes.";

/**
 * The minimum is less than half of the connections that Postgres permits by default: two processes and staff tools need
 * some.
 */
const minPoolSize = 30;

const smallPoolWarning = (there: number) =>
  `Medusa's pool has ${there} connections, and locking-postgres uses one for each order that waits for a lock of the stock. Many orders at the same time can use all connections, and then fail and run again later. Set projectConfig.databaseDriverOptions.pool.max to ${minPoolSize} or more, or use locking-redis.`;

function hasLocalEventBus(container: Container): boolean {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { resolve } = Object(modules?.[Modules.EVENT_BUS]) as { resolve?: unknown };
  return String(resolve).includes("event-bus-local");
}

function hasInMemoryLocks(container: Container): boolean {
  const { defaultProviderId } = container.resolve<{ defaultProviderId?: string }>(Modules.LOCKING);
  return defaultProviderId === "in-memory";
}
