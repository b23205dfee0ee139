import type { SignStrength } from "../protocol/signature/notification-sign.ts";

export { type SignStrength, signStrengths } from "../protocol/signature/notification-sign.ts";

/** A secret of the installation: 32 random bytes, of which every derived token is made (URL-TOKENS). */
export interface InstallationSecret {
  /** 1 for the first; each rotation adds the next one. */
  readonly version: number;
  readonly addedAt: Date;
  /** The bytes as base64url text. Core puts it where it cannot be printed as soon as a store has returned it. */
  readonly value: string;
}

/** A secret made of random bytes. */
export function createInstallationSecret({
  version,
  addedAt,
  bytes,
}: Omit<InstallationSecret, "value"> & { readonly bytes: Uint8Array }): InstallationSecret {
  return { version, addedAt, value: Buffer.from(bytes).toString("base64url") };
}

/** A merchant of the options, by what a payment keeps of it. */
export interface MerchantKey {
  readonly tenant: string;
  readonly merchantId: string;
}

/** What a store keeps of the installation as a whole, beside its payments. */
export interface InstallationStore {
  /** The newest first; none in a new database. */
  secrets(): Promise<readonly InstallationSecret[]>;
  /**
   * Adds a secret, and in the same transaction deletes all but the newest `keep`. False: another process has added this version, and
   * nothing has changed.
   */
  addSecret(secret: InstallationSecret, keep: number): Promise<boolean>;
  /** The greatest strength that was remembered for this merchant. */
  signStrength(merchant: MerchantKey): Promise<SignStrength | undefined>;
  /** Remembers a strength, unless a greater one is remembered. */
  rememberSignStrength(merchant: MerchantKey, strength: SignStrength): Promise<void>;
}
