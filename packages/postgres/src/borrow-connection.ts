import { PayIndexError } from "@pay-index/core";
import type { Pool, PoolClient } from "pg";
import { isConnectionUnusable } from "./adapter.ts";
import { toStoreUnavailable } from "./store-unavailable.ts";

/**
 * Runs a function with a connection of the pool, and returns the connection. A broken or busy connection is returned to
 * be closed.
 *
 * @param wait milliseconds to wait for a free connection
 *
 * @throws PayIndexError `store_unavailable` if there is none. Then `work` was not called
 */
export async function borrowConnection<Result>(
  pool: Pool,
  wait: number,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, wait);
  let broken = false;
  let lose: (error: unknown) => void = () => undefined;
  // While a connection is borrowed, the pool does not listen to its errors, and an unhandled error event ends the
  // process.
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => {
      broken = true;
      reject(toStoreUnavailable(error));
    };
    client.on("error", lose);
  });
  try {
    // The function may wait for another connection of the same pool, which this one may be blocking.
    return await Promise.race([work(client), lost]);
  } catch (error) {
    if (isConnectionUnusable(error)) broken = true;
    throw error;
  } finally {
    // A closed connection can emit another error.
    if (!broken) client.off("error", lose);
    client.release(broken || client.getTransactionStatus() !== "I");
  }
}

function connect(pool: Pool, wait: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(noConnectionError(wait));
    }, wait);
    pool.connect().then(
      (client) => {
        clearTimeout(timer);
        if (late) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(toStoreUnavailable(error));
      },
    );
  });
}

function noConnectionError(wait: number): PayIndexError {
  return new PayIndexError(
    "store_unavailable",
    `Postgres: no connection within ${wait} ms. Either the server cannot be reached, or all connections of the pool are in use: ` +
      "inside transaction(), write with its tx, and await nothing slow.",
  );
}
