import { StoreApiError } from "../store-api/store-api.ts";

/** Undefined: it was done. Otherwise what Medusa has against it, in its words. @throws what the buyer can do nothing about */
export async function findRefusal(change: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (error instanceof StoreApiError && error.isRefusal) return error.words;
    throw error;
  }
}
