import { createHmac } from "node:crypto";
import { PayIndexError } from "../errors.ts";
import { revealSecret, type Secret } from "../secret.ts";
import { isSameText } from "../signature/digest.ts";
import type { Ledger } from "./context.ts";
import type { BookKey } from "./store.ts";

/** Seconds that a form with a card in it may stay open. */
const lifetime = 3600;

/**
 * A token for a form of this shop about this reference, against forms that another site submits in a buyer's name. Any
 * process with the same database can check it, and nothing is stored.
 *
 * @throws PayIndexError `merchant_missing`, `store_unavailable`
 */
export async function formToken<Tx>(
  { settings, platform, secrets }: Ledger<Tx>,
  key: BookKey,
): Promise<string> {
  const ends = String(Math.floor(platform.now().getTime() / 1000) + lifetime);
  if (!settings.merchants.some(({ tenant }) => tenant === key.tenant))
    throw new PayIndexError("merchant_missing", "This tenant has no merchant.");
  return `${ends}.${seal(await secrets.newest(), key, ends)}`;
}

/** @throws PayIndexError `store_unavailable` */
export async function isFormToken<Tx>(
  { platform, secrets }: Ledger<Tx>,
  key: BookKey,
  token: string,
): Promise<boolean> {
  const [ends = "", sealed = "", more] = typeof token === "string" ? token.split(".") : [];
  if (more !== undefined || !/^\d{1,12}$/.test(ends) || Number(ends) * 1000 < platform.now().getTime())
    return false;
  return secrets.some((secret) => isSameText(seal(secret, key, ends), sealed));
}

function seal(secret: Secret, { tenant, reference }: BookKey, ends: string): string {
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify(["pay-index form token", tenant, reference, ends]))
    .digest("base64url");
}
