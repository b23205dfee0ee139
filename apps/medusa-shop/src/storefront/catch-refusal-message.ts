import { StoreApiError } from "../store-api/store-api.ts";

/**
 * Returns Medusa's message if Medusa refuses a change. Undefined if it succeeded. @throws errors that the buyer cannot
 * correct
 */
export async function catchRefusalMessage(change: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    if (error instanceof StoreApiError && error.isRefusal) return error.words;
    throw error;
  }
}
