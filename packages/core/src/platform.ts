/**
 * What core asks of the world outside. It has no clock, chance or network of its own: a host hands them in, and a test
 * hands in its own.
 */
export interface Platform {
  now(): Date;
  /** Calls `run` once, after `milliseconds`, unless the function that it gives is called before. */
  after(milliseconds: number, run: () => void): () => void;
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
