import { createHmac, hash } from "node:crypto";
import type { Settings } from "../options.ts";
import type { Payment } from "../payment/payment.ts";
import { toToken } from "../sale/order-number.ts";
import { revealSecret, type Secret } from "../secret.ts";
import { isSameText } from "../signature/digest.ts";
import { merchantOf } from "./context.ts";

/** SHA-256, hexadecimal: what the store keeps instead of a URL token (URL-TOKENS). */
export function tokenHash(token: string): string {
  return hash("sha256", token, "hex");
}

export function isNotifyToken(payment: Payment, token: string): boolean {
  return isSameText(payment.notifyTokenHash, tokenHash(token));
}

/** `return`: the token in the gateway's own address. `repeat`: one that a repeated click was given. */
export function returnTokenKind(
  settings: Settings,
  payment: Payment,
  token: string,
): "return" | "repeat" | undefined {
  if (isSameText(payment.returnTokenHash, tokenHash(token))) return "return";
  return isDerived(settings, payment, { purpose: "repeat", token }) ? "repeat" : undefined;
}

/**
 * For a buyer who asks again while the first request is on its way: the return token is not kept, only its hash, so this one
 * is derived from the merchant key. It opens the same pages, and needs no write.
 */
export function repeatToken(settings: Settings, payment: Payment): string {
  return derived(settings, payment, "repeat");
}

/** Where a buyer's app asks how this attempt stands. Its token opens nothing else, so an app may keep it where it keeps things. */
export function statusUrl(settings: Settings, payment: Payment): string {
  return `${settings.publicUrl}/state/${payment.orderNumber}/${derived(settings, payment, "state")}`;
}

export function isStateToken(settings: Settings, payment: Payment, token: string): boolean {
  return isDerived(settings, payment, { purpose: "state", token });
}

/** What a token that is not kept is for. */
type Purpose = "repeat" | "state";

function derived(settings: Settings, payment: Payment, purpose: Purpose): string {
  const [key] = keysOf(settings, payment);
  return key === undefined ? "" : derive(key, payment, purpose);
}

function isDerived(
  settings: Settings,
  payment: Payment,
  { purpose, token }: { readonly purpose: Purpose; readonly token: string },
): boolean {
  return keysOf(settings, payment).some((key) => isSameText(derive(key, payment, purpose), token));
}

function keysOf(settings: Settings, payment: Payment): readonly Secret[] {
  const merchant = merchantOf(settings, payment);
  return merchant === undefined ? [] : [merchant.keys.current, ...merchant.keys.previous];
}

function derive(key: Secret, { tenant, orderNumber }: Payment, purpose: Purpose): string {
  const about = JSON.stringify([`pay-index ${purpose} token`, tenant, orderNumber]);
  return toToken(createHmac("sha256", revealSecret(key)).update(about).digest());
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
