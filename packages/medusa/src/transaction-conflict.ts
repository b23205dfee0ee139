/** What Postgres says to a transaction that it ends so that others can go on: a deadlock, or one that cannot be serialised. */
const conflictCodes: readonly unknown[] = ["40P01", "40001"];

/** Whether this is worth another try at once. Medusa throws what it has kept of an error, which is no Error. */
export function isTransactionConflict(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  return conflictCodes.includes(code) || (cause !== undefined && isTransactionConflict(cause));
}
