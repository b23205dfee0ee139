import { PayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";

/** @throws PayIndexError `store_unavailable` when the store fails */
export async function wrapStoreErrors<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof PayIndexError) throw cause;
    throw new PayIndexError(
      "store_unavailable",
      `The store could not ${what}: ${toEventError(cause).message}`,
      { cause },
    );
  }
}
