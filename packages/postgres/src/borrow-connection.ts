import { PayIndexError } from "@pay-index/core";
import type { Pool, PoolClient } from "pg";
import { isConnectionUnusable } from "./adapter.ts";
import { toStoreUnavailable } from "./store-unavailable.ts";

/**
 * Does `work` with a connection of the pool and gives it back; one that broke, or that is still busy, is given back to be thrown
 * away.
 *
 * @param wait milliseconds to wait for one that is free
 * @throws PayIndexError `store_unavailable`: there was none; then `work` was not called
 */
export async function borrowConnection<Result>(
  pool: Pool,
  wait: number,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, wait);
  let broken = false;
  let lose: (error: unknown) => void = () => undefined;
  // While it is lent nobody else listens, and an error that nobody hears ends the process.
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => {
      broken = true;
      reject(toStoreUnavailable(error));
    };
    client.on("error", lose);
  });
  try {
    // Work may be waiting for what only this connection's place in the pool can give it.
    return await Promise.race([work(client), lost]);
  } catch (error) {
    if (isConnectionUnusable(error)) broken = true;
    throw error;
  } finally {
    // One that is thrown away may complain once more.
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
