import type { EngineContext } from "../engine-context.ts";
import type { DisputeWebhookAddress } from "../events/pay-index-event.ts";
import { encodeBytesAsUrlToken, isUrlToken } from "../protocol/random-ids.ts";
import { equalsInConstantTime } from "../protocol/signature/request-sign.ts";
import { keyedDigest, type Secret } from "../secret.ts";
import type { InstallationSecrets } from "../store/installation-secrets.ts";

/** Whose dispute webhook it is. */
export type DisputeWebhookOwner = Pick<DisputeWebhookAddress, "tenant" | "merchantId">;

/**
 * Returns the dispute webhooks of the merchants of these tenants (DSP-ADDRESS). The tokens are derived from the installation's secret,
 * so nothing is stored. Empty if the option `operations` does not name the webhook.
 *
 * @param tenants Default: all tenants of the options. None if the merchants come from a function of the shop
 * @throws PayIndexError `store_unavailable`, `merchants_unavailable`
 */
export async function deriveDisputeWebhooks(
  { settings, secrets, listMerchants }: EngineContext,
  tenants?: readonly string[],
): Promise<readonly DisputeWebhookAddress[]> {
  if (settings.operations.disputeWebhook === undefined) return [];
  const merchants = await listMerchants(tenants);
  const secret = await secrets.newest();
  return merchants.map(({ tenant, id }) => {
    const owner = { tenant, merchantId: id };
    const path = [tenant, id, deriveDisputeToken(secret, owner)].map(encodeURIComponent).join("/");
    return { ...owner, url: `${settings.publicUrl}/dispute/${path}` };
  });
}

/** Returns whether this is the token of the merchant's webhook, also of an earlier secret. @throws PayIndexError `store_unavailable` */
export async function isDisputeTokenOfMerchant(
  secrets: InstallationSecrets,
  owner: DisputeWebhookOwner,
  token: string,
): Promise<boolean> {
  if (!isUrlToken(token)) return false;
  return secrets.some((secret) => equalsInConstantTime(deriveDisputeToken(secret, owner), token));
}

function deriveDisputeToken(secret: Secret, { tenant, merchantId }: DisputeWebhookOwner): string {
  return encodeBytesAsUrlToken(keyedDigest(secret, "dispute token", tenant, merchantId));
}
