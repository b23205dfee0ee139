import { createHash } from "node:crypto";
import { isSameText } from "../signature/digest.ts";

/** SHA-256, hexadecimal: what the store keeps instead of a URL token (URL-TOKENS). */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}

/** In constant time for each of the hashes. */
export function isToken(token: string, hashes: readonly string[]): boolean {
  const hash = tokenHash(token);
  return hashes.filter((known) => isSameText(known, hash)).length > 0;
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
