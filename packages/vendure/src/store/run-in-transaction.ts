import type { QueryRunner } from "typeorm";

/** Runs a function in a transaction. Commits it when the function resolves, and rolls it back when it throws. */
export async function runInTransaction<Result>(
  runner: QueryRunner,
  work: () => Promise<Result>,
  level?: "READ COMMITTED",
): Promise<Result> {
  await runner.startTransaction(level);
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // An error of the rollback is ignored, so that the caller reports the first error.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
