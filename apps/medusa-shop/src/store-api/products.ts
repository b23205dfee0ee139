import { toMinorUnits } from "./amount.ts";
import { defaultBuyerCountry, findRegionId } from "./region.ts";
import type { StoreApi } from "./store-api.ts";

export interface ProductOffer {
  /** The id of the variant, which is what buyers buy. */
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly says: string;
  /** Whole minor units, with tax. */
  readonly price: number;
  readonly currency: string;
}

interface ProductsResponse {
  readonly products: readonly {
    readonly title: string;
    readonly description: string | null;
    readonly variants: readonly {
      readonly id: string;
      readonly sku: string | null;
      readonly calculated_price: {
        readonly calculated_amount_with_tax: number;
        readonly currency_code: string;
      };
    }[];
  }[];
}

export async function findOffers(api: StoreApi): Promise<readonly ProductOffer[]> {
  const query = new URLSearchParams({
    region_id: await findRegionId(api),
    country_code: defaultBuyerCountry,
    fields: "title,description,variants.id,variants.sku,*variants.calculated_price",
    order: "created_at",
  });
  const { products } = await api.get<ProductsResponse>(`/store/products?${query}`);
  return products.flatMap(({ title, description, variants }) =>
    variants.map(({ id, sku, calculated_price: price }) => ({
      id,
      sku: sku ?? "",
      name: title,
      says: description ?? "",
      price: toMinorUnits(price.calculated_amount_with_tax, price.currency_code),
      currency: price.currency_code.toUpperCase(),
    })),
  );
}
