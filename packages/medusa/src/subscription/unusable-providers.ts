import type { Gateway, Options } from "@pay-index/core";
import { refusesRawCards } from "@pay-index/core/adapter";
import { type Container, findRows } from "../find-rows.ts";
import { providerIdsOfMerchants } from "../pay-index-providers.ts";
import { parseProviderId, toProviderId } from "../provider-id.ts";

/** Returns the providers of running subscriptions that no merchant serves any more. Without a merchant, no renewal can be placed. */
export async function findUnservedSubscriptionProviders(
  gateway: Pick<Gateway, "subscriptionTenants">,
  core: Pick<Options, "merchants">,
): Promise<readonly string[]> {
  const served = new Set(providerIdsOfMerchants(core));
  return (await gateway.subscriptionTenants())
    .map((tenant) => toProviderId({ tenant, variant: "subscription" }))
    .filter((id) => !served.has(id));
}

interface Region {
  readonly name: string;
  readonly payment_providers?: readonly ({ readonly id: string } | null)[];
}

/**
 * Returns the card providers that regions offer although the shop does not accept raw cards: the plugin refuses buyers
 * who choose one.
 */
export async function findUnusableCardProviders(
  container: Container,
  core: Pick<Options, "acceptRawCards">,
): Promise<{ readonly regions: readonly string[]; readonly ids: readonly string[] }> {
  const wanted = { entity: "region", fields: ["name", "payment_providers.id"] };
  const offers = (await findRows<Region>(container, wanted)).flatMap(({ name, payment_providers = [] }) =>
    payment_providers.flatMap((provider) => {
      const variant = provider === null ? undefined : parseProviderId(provider.id)?.variant;
      return provider === null || variant === undefined || !refusesRawCards(core, variant)
        ? []
        : [{ name, id: provider.id }];
    }),
  );
  const all = (names: readonly string[]) => [...new Set(names)].sort();
  return { regions: all(offers.map(({ name }) => name)), ids: all(offers.map(({ id }) => id)) };
}
