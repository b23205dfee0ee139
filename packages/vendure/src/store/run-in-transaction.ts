import type { QueryRunner } from "typeorm";

/** Committed when this resolves, rolled back when `work` throws. */
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
    // Whatever this says, the first error is the one to tell.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
