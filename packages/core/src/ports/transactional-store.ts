import type { RefusalProblem } from "../payment/order-refusals.ts";
import type { OrderRefusal } from "./orders.ts";
import type { PaymentStore } from "./store.ts";

/** A payment store whose database the shop can use too: `sqlite(path)`, `postgres(pool)`, or your own that passes the store contract. */
export interface TransactionalStore<Tx> extends PaymentStore<Tx> {
  /** The kind of the database, for the event `ready`. */
  readonly database?: string;
  /** Checks that the database can be used. Called before every other method, so that a shop with an unusable database does not start. */
  open?(): Promise<void>;
  /**
   * Runs `work` in one transaction. The transaction is committed and durable when the promise resolves. If `work` throws, it is
   * rolled back, and the promise rejects with the same error. Methods that are called without `tx` are not part of it.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Waits for the requested transactions, and releases the database. From the call on, every method rejects with `closed` and
   * changes nothing.
   */
  close(): Promise<void>;
}

/** Rolls a host's transaction back, and carries the refusal out of it. Throw it inside `runOrderTransaction`. */
export class RefusalRollback extends Error {
  readonly refusal: OrderRefusal;

  /** @param code why the host refuses, for staff. Repeating does not help: staff get a review item. */
  constructor(code: RefusalProblem["code"], message: string) {
    super("The order was refused. The transaction rolls back.");
    this.refusal = { refused: { code, message } };
  }
}

/**
 * Postgres or MariaDB ended a transaction so that others can go on: a deadlock, or one that cannot be serialized. In MariaDB also one
 * that has waited too long for a lock.
 */
const conflictCodes: readonly unknown[] = [
  ...["40P01", "40001"],
  ...["ER_LOCK_DEADLOCK", "ER_LOCK_WAIT_TIMEOUT", "ER_CHECKREAD"],
];

const maxTries = 3;

/**
 * Runs a transaction that places an order or reports to the shop, and repeats it if the database ended it for another one. Returns the
 * refusal if the transaction was left with `RefusalRollback`.
 *
 * @throws what the transaction throws
 */
export async function runOrderTransaction<Answer>(
  transaction: () => Promise<Answer>,
): Promise<Answer | OrderRefusal> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (error instanceof RefusalRollback) return error.refusal;
      if (tries === maxTries || !isTransactionConflict(error)) throw error;
    }
  }
}

/**
 * Returns whether the database ended the transaction so that others can go on. Hosts wrap errors, and Medusa throws objects that are not
 * errors.
 */
export function isTransactionConflict(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  return conflictCodes.includes(code) || (cause !== undefined && isTransactionConflict(cause));
}
