import { createHmac } from "node:crypto";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import type { PaymentKey } from "../ports/store.ts";
import { equalsInConstantTime } from "../protocol/signature/md5-digest.ts";
import { revealSecret, type Secret } from "../secret.ts";

/** Seconds that a form with a card in it may stay open. */
const formTokenLifetime = 3600;

/**
 * A token for a form of this shop about this reference, against forms that another site submits in a buyer's name. Any
 * process with the same database can check it, and nothing is stored.
 *
 * @throws PayIndexError `merchant_missing`, `merchants_unavailable`, `store_unavailable`
 */
export async function createFormToken<Tx>(
  { findMerchant, platform, secrets }: EngineContext<Tx>,
  key: PaymentKey,
): Promise<string> {
  const ends = String(Math.floor(platform.now().getTime() / 1000) + formTokenLifetime);
  if ((await findMerchant(key.tenant, () => true)) === undefined)
    throw new PayIndexError("merchant_missing", "This tenant has no merchant.");
  return `${ends}.${signFormToken(await secrets.newest(), key, ends)}`;
}

/** @throws PayIndexError `store_unavailable` */
export async function isFormToken<Tx>(
  { platform, secrets }: EngineContext<Tx>,
  key: PaymentKey,
  token: string,
): Promise<boolean> {
  const [ends = "", sealed = "", more] = typeof token === "string" ? token.split(".") : [];
  if (more !== undefined || !/^\d{1,12}$/.test(ends) || Number(ends) * 1000 < platform.now().getTime())
    return false;
  return secrets.some((secret) => equalsInConstantTime(signFormToken(secret, key, ends), sealed));
}

function signFormToken(secret: Secret, { tenant, reference }: PaymentKey, ends: string): string {
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify(["pay-index form token", tenant, reference, ends]))
    .digest("base64url");
}
