/** Postgres ends a connection for its own reasons: it is stopped, it has crashed, nobody has asked for long. Then the socket's. */
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

/** Whether the connection had ended on which a statement was asked, or ended before it was answered; whatever drivers made of that error. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  if (lostConnectionCodes.includes(code) || lostConnectionMessages.test(String(message))) return true;
  return cause !== undefined && isConnectionLost(cause);
}

/** Whether a statement of `pg` was given up without an answer: its connection may be waiting for it still. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isQueryTimeout(error.cause));
}

/**
 * Asks something of a pool, and again where the connection that was lent had ended. After an outage all that a pool holds may have ended, and each
 * tells when it is asked.
 *
 * @param connections how many the pool may hold
 * @param ask calls `begun` before anything that may not be done twice: after that it is not called again
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
