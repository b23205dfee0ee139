import type { StoreApi } from "./store-api.ts";

/** Where a buyer is taken to live who has not said it yet: what things cost depends on it. */
export const homeCountry = "us";

/** Where this shop sells: it has one region. */
export async function findRegionId(api: StoreApi): Promise<string> {
  const { regions } = await api.get<{ regions: readonly { id: string }[] }>("/store/regions?limit=1");
  return regions[0]?.id ?? "";
}
