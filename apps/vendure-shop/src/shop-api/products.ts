import type { ShopApi } from "./shop-api.ts";

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
  readonly products: {
    readonly items: readonly {
      readonly name: string;
      readonly description: string;
      readonly variants: readonly {
        readonly id: string;
        readonly sku: string;
        readonly priceWithTax: number;
        readonly currencyCode: string;
      }[];
    }[];
  };
}

export async function findOffers(api: ShopApi): Promise<readonly ProductOffer[]> {
  const { products } = await api.ask<ProductsResponse>(
    "{ products { items { name description variants { id sku priceWithTax currencyCode } } } }",
  );
  return products.items.flatMap(({ name, description, variants }) =>
    variants.map(({ id, sku, priceWithTax, currencyCode }) => ({
      id,
      sku,
      name,
      says: description,
      price: priceWithTax,
      currency: currencyCode,
    })),
  );
}
