import type { Platform } from "../platform.ts";
import type { InstallationStore } from "../ports/installation-store.ts";
import { keyedDigest } from "../secret.ts";
import type { InstallationSecrets } from "../store/installation-secrets.ts";

/** What counting needs. */
export interface RequestCounterDependencies {
  readonly store: InstallationStore;
  readonly secrets: InstallationSecrets;
  readonly platform: Pick<Platform, "now">;
}

/** Requests that are counted together, and how many there may be. */
export interface RequestLimit {
  /** What is limited, such as `card-address`. */
  readonly purpose: string;
  /** Whose requests are counted, such as a network or a reference. The store gets only a keyed digest of it. */
  readonly subject: string;
  /** The highest number of requests in one window. */
  readonly limit: number;
  /** The length of a window in seconds. It begins with its first request. */
  readonly seconds: number;
}

/**
 * Counts a request, for all processes together. Returns the seconds until the window ends if there were too many requests in it,
 * otherwise undefined.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function countRequest(
  { store, secrets, platform }: RequestCounterDependencies,
  { purpose, subject, limit, seconds }: RequestLimit,
): Promise<number | undefined> {
  const now = platform.now();
  // An address could be found again from a digest without a key, by trying all addresses.
  const id = keyedDigest(await secrets.newest(), "request count", purpose, subject).toString("base64url");
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const window = await store.countRequest({ id, now, endsAt });
  if (window.requests <= limit) return undefined;
  return Math.max(1, Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000));
}
