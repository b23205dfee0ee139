import { usageError } from "../command-error.ts";
import type { GatewayForCommands, ShopPluginOptions } from "../config/define-config.ts";

/** Milliseconds that the shop's function `merchants` may take for one tenant. */
const merchantsTimeout = 10_000;

/**
 * Refuses a tenant that neither a merchant nor a stored payment has. Otherwise a typing error looks like a period without payments.
 *
 * @throws CommandError `usage`
 */
export async function requireKnownTenants(
  tenants: readonly string[],
  gateway: Pick<GatewayForCommands, "attempts">,
  { merchants }: ShopPluginOptions,
): Promise<void> {
  const known = typeof merchants === "function" ? [] : merchants.map(({ tenant = "default" }) => tenant);
  for (const tenant of tenants) {
    if (known.includes(tenant)) continue;
    const { attempts } = await gateway.attempts({ tenants: [tenant], limit: 1 });
    if (attempts.length > 0) continue;
    if (typeof merchants === "function") {
      const signal = AbortSignal.timeout(merchantsTimeout);
      if ((await merchants({ tenant, signal })).length > 0) continue;
    }
    throw unknownTenant(known);
  }
}

/** The tenant is not repeated: it can be a key. */
function unknownTenant(known: readonly string[]) {
  const list = known.length === 0 ? "" : ` The merchants have: ${[...new Set(known)].join(", ")}.`;
  return usageError(`--tenant names a tenant that no merchant and no stored payment has.${list}`);
}
