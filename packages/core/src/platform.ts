/**
 * What core asks of the world outside. It has no clock, chance or network of its own: a host hands them in, and a test
 * hands in its own.
 */
export interface Platform {
  now(): Date;
  /** Resolves after `milliseconds`, or at once when the signal aborts. Never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Cryptographically strong. */
  randomBytes(size: number): Uint8Array;
  fetch: typeof globalThis.fetch;
}

/** Resolves with the work's result, or with `undefined` when `milliseconds` have passed first. The work goes on. */
export async function within<Result>(
  platform: Platform,
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([
      work,
      platform.sleep(milliseconds, done.signal).then((): undefined => undefined),
    ]);
  } finally {
    // With a reason, because without one an error with its stack is made, which nobody will see.
    done.abort("no longer needed");
  }
}
