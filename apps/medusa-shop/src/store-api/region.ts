import type { StoreApi } from "./store-api.ts";

/** The assumed country of a buyer who has not entered one, because prices depend on it. */
export const defaultBuyerCountry = "us";

/** The id of the shop's only region. */
export async function findRegionId(api: StoreApi): Promise<string> {
  const { regions } = await api.get<{ regions: readonly { id: string }[] }>("/store/regions?limit=1");
  return regions[0]?.id ?? "";
}
