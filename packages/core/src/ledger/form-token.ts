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
 * process with the same merchant keys can check it, and nothing is stored.
 *
 * @throws PayIndexError `merchant_missing`
 */
export function formToken<Tx>({ settings, platform }: Ledger<Tx>, key: BookKey): string {
  const ends = String(Math.floor(platform.now().getTime() / 1000) + lifetime);
  const [merchant] = settings.merchants.filter(({ tenant }) => tenant === key.tenant);
  if (merchant === undefined) {
    throw new PayIndexError("merchant_missing", "This tenant has no merchant.");
  }
  return `${ends}.${seal(merchant.keys.current, key, ends)}`;
}

export function isFormToken<Tx>({ settings, platform }: Ledger<Tx>, key: BookKey, token: string): boolean {
  const [ends = "", sealed = "", more] = typeof token === "string" ? token.split(".") : [];
  if (more !== undefined || !/^\d{1,12}$/.test(ends) || Number(ends) * 1000 < platform.now().getTime())
    return false;
  const keys = settings.merchants.filter(({ tenant }) => tenant === key.tenant).map(({ keys: ring }) => ring);
  return keys
    .flatMap(({ current, previous }) => [current, ...previous])
    .some((secret) => isSameText(seal(secret, key, ends), sealed));
}

function seal(secret: Secret, { tenant, reference }: BookKey, ends: string): string {
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify(["pay-index form token", tenant, reference, ends]))
    .digest("base64url");
}
