import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Options } from "@pay-index/core";
import { isDirectCardVariant } from "../checkout/direct-card-variant.ts";
import { configuredProviderIds } from "../pay-index-providers.ts";
import { parseProviderId, toProviderId } from "../provider-id.ts";

type Container = Pick<MedusaContainer, "resolve">;

/** The part of Medusa's connection that is asked. */
interface Knex {
  raw(statement: string): Promise<{ readonly rows: readonly { readonly tenant: string }[] }>;
}

/** Each running subscription has one job that checks its next cycle. Its attempt names the tenant of the merchant (LED-SPAN). */
const runningSubscriptionTenants = `SELECT DISTINCT COALESCE(attempt.record::json ->> 'merchantTenant', attempt.tenant) AS tenant
FROM pay_index_job AS job JOIN pay_index_attempt AS attempt ON attempt.attempt_id = job.attempt_id
WHERE job.status <> 'completed' AND job.kind = 'check-cycle' ORDER BY 1`;

/** Providers of subscriptions that run, which no merchant serves any more: there is nobody to seal their renewals. */
export async function findUnservedProviders(
  container: Container,
  core: Pick<Options, "merchants">,
): Promise<readonly string[]> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION) as unknown as Knex;
  const { rows } = await knex.raw(runningSubscriptionTenants);
  const served = new Set(configuredProviderIds(core));
  return rows
    .map(({ tenant }) => toProviderId({ tenant, variant: "subscription" }))
    .filter((id) => !served.has(id));
}

interface Region {
  readonly name: string;
  readonly payment_providers?: readonly ({ readonly id: string } | null)[];
}

/** Where regions offer providers of cards, and this shop takes none: buyers who choose one are refused. */
export async function findDisabledCardProviders(
  container: Container,
  { acceptRawCards }: Pick<Options, "acceptRawCards">,
): Promise<{ readonly regions: readonly string[]; readonly ids: readonly string[] }> {
  if (acceptRawCards === true) return { regions: [], ids: [] };
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "region", fields: ["name", "payment_providers.id"] });
  const offers = (data as unknown as Region[]).flatMap(({ name, payment_providers = [] }) =>
    payment_providers.flatMap((provider) => {
      const variant = provider === null ? undefined : parseProviderId(provider.id)?.variant;
      return provider === null || variant === undefined || !isDirectCardVariant(variant)
        ? []
        : [{ name, id: provider.id }];
    }),
  );
  const all = (names: readonly string[]) => [...new Set(names)].sort();
  return { regions: all(offers.map(({ name }) => name)), ids: all(offers.map(({ id }) => id)) };
}
