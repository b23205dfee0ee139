import { hash } from "node:crypto";
import type { Merchant } from "../options/merchant-list.ts";
import { revealSecret } from "../secret.ts";

/**
 * Notices that the first notification of a merchant does not verify, since the start of the process or a change of the merchant's key:
 * then probably none does, and no order is placed (NSIG-EXPLAIN).
 */
export class VerificationWatch {
  readonly #known = new Set<string>();
  /** The merchants that `#known` has, so that a notification needs no digest of the key. */
  readonly #verified = new WeakSet<Merchant>();

  /** Records that a notification of the merchant verifies with its keys. */
  verified(merchant: Merchant): void {
    if (this.#verified.has(merchant)) return;
    this.#verified.add(merchant);
    this.#known.add(nameOf(merchant));
  }

  /** Returns whether this is the first notification of the merchant that was checked with its keys. */
  isFirstUnverified(merchant: Merchant): boolean {
    const name = nameOf(merchant);
    if (this.#known.has(name)) return false;
    this.#known.add(name);
    return true;
  }
}

function nameOf({ tenant, id, keys }: Merchant): string {
  return JSON.stringify([tenant, id, hash("sha256", revealSecret(keys.current), "hex")]);
}
