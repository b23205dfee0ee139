import type { ConfigModule } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Gateway, SetupWarning } from "@pay-index/core";
import { findSessionWarnings, isProduction } from "@pay-index/server";
import type { Container } from "./find-rows.ts";
import { checkOriginAgainstCors } from "./guards/refuse-cross-site-requests.ts";
import type { CheckedOptions } from "./options.ts";
import { providerIdsOfMerchants } from "./pay-index-providers.ts";
import { findOwnProviderIds, usesLocalEventBus, usesLockingPostgresModule } from "./registered-modules.ts";
import type { KnexDatabase } from "./store/knex-database.ts";
import { findInvalidPlans } from "./subscription/invalid-plans.ts";
import {
  findUnservedSubscriptionProviders,
  findUnusableCardProviders,
} from "./subscription/unusable-providers.ts";

interface BootWarningInput extends CheckedOptions {
  readonly engine: KnexDatabase;
  readonly gateway: Gateway;
}

type DisabledCardProviders = Awaited<ReturnType<typeof findUnusableCardProviders>>;

/** Returns a warning for each unsafe or impossible setting of this shop, with its solution. */
export async function findBootWarnings(
  container: Container,
  { core, engine, gateway }: BootWarningInput,
): Promise<SetupWarning[]> {
  const warnings: SetupWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (usesLocalEventBus(container)) warn("event_bus_local", localEventBusWarning);
  if (hasInMemoryLocks(container))
    if (await engine.isOnlyProcess()) warn("locks_in_memory", inMemoryLocksWarning);
    else warn("locks_not_shared", unsharedLocksWarning);
  if (usesLockingPostgresModule(container) && engine.connections < minPoolSize)
    warn("pool_small", smallPoolWarning(engine.connections));
  if (core.sandbox !== true) warnings.push(...(await sessionWarnings(container)));
  const registered = findOwnProviderIds(container);
  const configured = providerIdsOfMerchants(core);
  // The plugin and Medusa's payment module can have different merchants.
  const missing = configured.filter((id) => !registered.has(id));
  const unknown = [...registered].filter((id) => !configured.includes(id));
  if (missing.length > 0) warn("providers_missing", missingProvidersWarning(missing));
  if (unknown.length > 0) warn("merchants_missing", missingMerchantsWarning(unknown));
  const refused = await findUnusableCardProviders(container, core);
  if (refused.ids.length > 0) warn("cards_refused", refusedCardsWarning(refused));
  const unserved = await findUnservedSubscriptionProviders(gateway, core);
  if (unserved.length > 0) warn("subscriptions_unserved", unservedWarning(unserved));
  const wrong = await findInvalidPlans(container);
  const plans = wrong.map(({ path, message }) => `${path} ${message}`).join("; ");
  if (wrong.length > 0) warn("plans_invalid", `Plans that cannot be sold: ${plans}.`);
  return warnings;
}

/** Medusa gives its cookie `Secure` in production only, unless the shop sets it. */
function sessionWarnings(container: Container): Promise<SetupWarning[]> {
  const { http, cookieOptions } = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE,
  ).projectConfig;
  const settings = ["storeCors", "adminCors", "authCors"] as const;
  return findSessionWarnings({
    cors: Object.fromEntries(
      settings.map((name) => [
        `http.${name}`,
        (origin: string) => checkOriginAgainstCors(http[name], origin),
      ]),
    ),
    secureCookie:
      isProduction() || cookieOptions?.secure === true
        ? undefined
        : "NODE_ENV=production, or projectConfig.cookieOptions.secure to true",
  });
}

const missingProvidersWarning = (ids: readonly string[]) =>
  `No provider ${ids.join(", ")}. Add payIndexProviders(options) to the providers of @medusajs/medusa/payment, with the same options.`;

const missingMerchantsWarning = (ids: readonly string[]) =>
  `No merchant for the provider ${ids.join(", ")}. Give the plugin and payIndexProviders the same options.`;

const refusedCardsWarning = ({ ids, regions }: DisabledCardProviders) =>
  `The regions ${regions.join(", ")} offer ${ids.join(", ")}, but this server accepts no card numbers, so these payments are refused. Set acceptRawCards: true, or remove the providers from the regions. Running subscriptions continue.`;

const unservedWarning = (providers: readonly string[]) =>
  `UNSAFE: subscriptions of ${providers.join(", ")} are running, but no merchant serves these providers any more, so their cycles do not become orders. Add the variant subscription to a merchant of that tenant again.`;

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

function hasInMemoryLocks(container: Container): boolean {
  const { defaultProviderId } = container.resolve<{ defaultProviderId?: string }>(Modules.LOCKING);
  return defaultProviderId === "in-memory";
}
