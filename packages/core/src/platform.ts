/**
 * The clock, the timers, the random numbers and the network that core uses. Core has none of its own, so that tests can
 * replace them.
 */
export interface Platform {
  /** Returns the current time. */
  now(): Date;
  /** Calls `run` once after `milliseconds`. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
  /** Returns cryptographically strong random bytes. */
  randomBytes(size: number): Uint8Array;
  /** Sends an HTTP request, as the global `fetch` does. */
  fetch: typeof globalThis.fetch;
}

/** Returns the seconds from an ISO instant until now. Clocks of several processes differ: at least 0. */
export function secondsSince(platform: Pick<Platform, "now">, instant: string): number {
  return Math.max(0, (platform.now().getTime() - Date.parse(instant)) / 1000);
}

/** Tracks a promise that continues after the reply. */
export type RunInBackground = (running: Promise<unknown>) => void;

/** Resolves with the work's result, or with `undefined` when `milliseconds` have passed first. The work goes on. */
export async function waitAtMost<Result>(
  platform: Pick<Platform, "after">,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let cancel: () => void = () => undefined;
  const timeUp = new Promise<undefined>((resolve) => {
    cancel = platform.after(milliseconds, () => resolve(undefined));
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    cancel();
  }
}

/** Resolves after `milliseconds`, or at once when the signal aborts. */
export function pause(platform: Platform, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      signal.removeEventListener("abort", end);
      cancel();
      resolve();
    };
    const cancel = platform.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}

/** What TLS reports before a request can be sent. */
const certificateCodes: ReadonlySet<unknown> = new Set([
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

const otherConnectCodes: ReadonlySet<unknown> = new Set(["ERR_INVALID_URL", "UND_ERR_CONNECT_TIMEOUT"]);

/**
 * Whether a failed `fetch` had no connection to the server, so that the server received nothing of the request. False for every
 * error that can also come after a connection was made.
 *
 * @param error what Node's `fetch` throws: the cause is the error of the connection, or of each address that was tried
 */
export function isConnectionFailure(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { errors } = Object(cause) as { readonly errors?: unknown };
  const causes: readonly unknown[] = Array.isArray(errors) && errors.length > 0 ? errors : [cause];
  return causes.every(isConnectCause);
}

function isConnectCause(cause: unknown): boolean {
  const { code, syscall } = Object(cause) as { readonly code?: unknown; readonly syscall?: unknown };
  return (
    syscall === "connect" ||
    syscall === "getaddrinfo" ||
    certificateCodes.has(code) ||
    otherConnectCodes.has(code)
  );
}
