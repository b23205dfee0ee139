import { usageError } from "../command-error.ts";

/**
 * Reads a time in seconds, and returns milliseconds.
 *
 * @throws CommandError `usage`
 */
export function readSecondsAsMilliseconds(flag: string, seconds: string): number {
  const timeout = Number(seconds) * 1000;
  if (timeout > 0 && timeout <= 600_000) return timeout;
  throw usageError(`${flag} must be a number of seconds, above 0 and up to 600.`);
}

/**
 * Waits for the shop's code, at most for this number of milliseconds. The timer keeps the process alive.
 *
 * @throws Error with the message, if the time is over
 */
export async function withTimeLimit<Result>(
  timeout: number,
  work: () => Promise<Result>,
  message: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeout);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
