import { PayIndexError } from "../errors.ts";
import { eventError } from "../observe.ts";

/** @throws PayIndexError `store_unavailable` when the store fails */
export async function stored<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof PayIndexError) throw cause;
    throw new PayIndexError(
      "store_unavailable",
      `The store could not ${what}: ${eventError(cause).message}`,
      { cause },
    );
  }
}
