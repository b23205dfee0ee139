import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";
import type { SignStrength } from "../protocol/signature/notification-sign.ts";

export { type SignStrength, signStrengths } from "../protocol/signature/notification-sign.ts";

/** A secret of the installation: 32 random bytes, from which tokens are derived (URL-TOKENS). */
export interface InstallationSecret {
  /** The number of the secret: 1 for the first; each rotation adds the next number. */
  readonly version: number;
  readonly addedAt: Date;
  /** The bytes as base64url text. Core wraps the value in `Secret`, which cannot be printed, as soon as a store returns it. */
  readonly value: string;
}

/** Creates a secret from random bytes. */
export function createInstallationSecret({
  version,
  addedAt,
  bytes,
}: Omit<InstallationSecret, "value"> & { readonly bytes: Uint8Array }): InstallationSecret {
  return { version, addedAt, value: Buffer.from(bytes).toString("base64url") };
}

/** The key of a merchant, as attempts store it. */
export interface TenantAndMerchantId {
  readonly tenant: string;
  readonly merchantId: string;
}

/** A window of time in which requests are counted, by the count that includes the newest one. */
export interface RequestWindow {
  readonly requests: number;
  readonly endsAt: Date;
}

/** One request to count. */
export interface CountedRequest {
  /** What is counted together, as a digest. */
  readonly id: string;
  readonly now: Date;
  /** When the window ends, if this request begins it. */
  readonly endsAt: Date;
}

/** Something that the whole installation did last: swept, or refused a notification with this code. */
export type ActivityName = "sweep" | `refused-${RefusalCode}`;

/** The last time of an activity. */
export interface LastActivity {
  readonly name: ActivityName;
  readonly at: Date;
}

/** The part of a payment store that belongs to the installation as a whole. */
export interface InstallationStore {
  /** Returns the secrets, newest first. Empty in a new database. */
  secrets(): Promise<readonly InstallationSecret[]>;
  /**
   * Adds a secret, and deletes all but the newest `keep` in the same transaction. Returns false and changes nothing if another
   * process has added this version.
   */
  addSecret(secret: InstallationSecret, keep: number): Promise<boolean>;
  /** Returns the greatest stored strength of this merchant's signing rules. */
  signStrength(merchant: TenantAndMerchantId): Promise<SignStrength | undefined>;
  /** Stores a strength, unless a greater one is stored. */
  rememberSignStrength(merchant: TenantAndMerchantId, strength: SignStrength): Promise<void>;
  /** Adds the request to the running window of its id, or begins a window if none is running. */
  countRequest(request: CountedRequest): Promise<RequestWindow>;
  /** Deletes windows that have ended: each time some, so that no call takes long. */
  deleteEndedWindows(now: Date): Promise<void>;
  /** Stores the time of an activity, unless a later one is stored. */
  recordActivity(activity: LastActivity): Promise<void>;
  /** Returns the last time of each activity, in any order. */
  listActivities(): Promise<readonly LastActivity[]>;
}
