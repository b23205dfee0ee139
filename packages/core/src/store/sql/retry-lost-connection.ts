/** The codes with which Postgres ends a connection: a shutdown, a crash, an idle timeout. Then those of the socket. */
const lostConnectionCodes: readonly unknown[] = [
  "57P01",
  "57P02",
  "57P05",
  "08003",
  "08006",
  "ECONNRESET",
  "EPIPE",
];

/** The words of `pg`, which has no code for it. */
const lostConnectionMessages =
  /Connection terminated|Client (?:was closed|has encountered a connection error)/;

/** Returns whether the connection was closed before or during a statement, also if a driver has wrapped the error. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  if (lostConnectionCodes.includes(code) || lostConnectionMessages.test(String(message))) return true;
  return cause !== undefined && isConnectionLost(cause);
}

/** Returns whether a statement of `pg` timed out. Its connection can still be waiting for the answer. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isQueryTimeout(error.cause));
}

/**
 * Runs `ask` on a pool, and again if the connection was closed. After an outage, every connection of a pool can be closed, and reports
 * this only when it is used.
 *
 * @param connections the highest number of connections in the pool
 * @param ask calls `begun` before anything that must not happen twice. After that, `ask` is not called again.
 */
export async function retryOnLostConnection<Result>(
  connections: number,
  ask: (begun: () => void) => Promise<Result>,
): Promise<Result> {
  let isBegun = false;
  const begun = () => {
    isBegun = true;
  };
  for (let lost = 0; ; lost++) {
    try {
      return await ask(begun);
    } catch (error) {
      if (isBegun || lost >= connections || !isConnectionLost(error)) throw error;
    }
  }
}
