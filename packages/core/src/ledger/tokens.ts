import { createHmac, hash } from "node:crypto";
import type { Settings } from "../options.ts";
import type { Payment } from "../payment/payment.ts";
import type { IsUrlToken } from "../sale/hidden-tokens.ts";
import { toToken } from "../sale/order-number.ts";
import { revealSecret, type Secret } from "../secret.ts";
import { isSameText } from "../signature/digest.ts";
import type { InstallationSecrets } from "./installation-secrets.ts";

/** SHA-256, hexadecimal: what the store keeps instead of a URL token (URL-TOKENS). */
export function tokenHash(token: string): string {
  return hash("sha256", token, "hex");
}

export function isNotifyToken(payment: Payment, token: string): boolean {
  return isSameText(payment.notifyTokenHash, tokenHash(token));
}

/** Returns a test for the attempt's own URL tokens, of which only digests are stored. */
export function urlTokensOf({ notifyTokenHash, returnTokenHash }: Payment): IsUrlToken {
  return (candidate) => {
    const digest = tokenHash(candidate);
    return digest === notifyTokenHash || digest === returnTokenHash;
  };
}

/** `return`: the token in the gateway's own address. `repeat`: one that a repeated click was given. */
export async function returnTokenKind(
  secrets: InstallationSecrets,
  payment: Payment,
  token: string,
): Promise<"return" | "repeat" | undefined> {
  if (isSameText(payment.returnTokenHash, tokenHash(token))) return "return";
  return (await isDerived(secrets, payment, { purpose: "repeat", token })) ? "repeat" : undefined;
}

/**
 * For a buyer who asks again while the first request is on its way: the return token is not kept, only its hash, so this one
 * is derived from the installation's secret. It opens the same pages, and needs no write.
 */
export function repeatToken(secret: Secret, payment: Payment): string {
  return derive(secret, payment, "repeat");
}

/** Where a buyer's app asks how this attempt stands. Its token opens nothing else, so an app may keep it where it keeps things. */
export function statusUrl({ publicUrl }: Settings, secret: Secret, payment: Payment): string {
  return `${publicUrl}/state/${payment.orderNumber}/${derive(secret, payment, "state")}`;
}

export function isStateToken(
  secrets: InstallationSecrets,
  payment: Payment,
  token: string,
): Promise<boolean> {
  return isDerived(secrets, payment, { purpose: "state", token });
}

/** What a token that is not kept is for. */
type Purpose = "repeat" | "state";

function isDerived(
  secrets: InstallationSecrets,
  payment: Payment,
  { purpose, token }: { readonly purpose: Purpose; readonly token: string },
): Promise<boolean> {
  return secrets.some((secret) => isSameText(derive(secret, payment, purpose), token));
}

function derive(secret: Secret, { tenant, orderNumber }: Payment, purpose: Purpose): string {
  const about = JSON.stringify([`pay-index ${purpose} token`, tenant, orderNumber]);
  return toToken(createHmac("sha256", revealSecret(secret)).update(about).digest());
}

export interface Addresses {
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly waitUrl: string;
}

/** The addresses of one payment below the shop's public URL. Tokens stand in the path: a query string would not survive everywhere. */
export function addressesOf(
  publicUrl: string,
  {
    orderNumber,
    notifyToken,
    returnToken,
  }: { orderNumber: string; notifyToken: string; returnToken: string },
): Addresses {
  return {
    notifyUrl: `${publicUrl}/notify/${orderNumber}/${notifyToken}`,
    returnUrl: `${publicUrl}/return/${orderNumber}/${returnToken}`,
    waitUrl: waitUrl(publicUrl, orderNumber, returnToken),
  };
}

export function waitUrl(publicUrl: string, orderNumber: string, returnToken: string): string {
  return `${publicUrl}/wait/${orderNumber}/${returnToken}`;
}
