import { type ShopApi, ShopApiError } from "./shop-api.ts";

/** A subscription plan. */
export interface Plan {
  readonly name: string;
  readonly description: string;
  readonly type: "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY";
  readonly totalCount: number;
}

export interface OrderLine {
  readonly id: string;
  readonly quantity: number;
  readonly linePriceWithTax: number;
  readonly unitPriceWithTax: number;
  readonly productVariant: { readonly name: string; readonly payIndexPlan: Plan | null };
}

export interface Address {
  readonly fullName?: string | null;
  readonly streetLine1?: string | null;
  readonly city?: string | null;
  readonly postalCode?: string | null;
  readonly countryCode?: string | null;
  readonly phoneNumber?: string | null;
}

/** An order as its buyer may see it. Amounts are whole minor units. */
export interface Order {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly active: boolean;
  readonly currencyCode: string;
  readonly totalQuantity: number;
  readonly totalWithTax: number;
  readonly lines: readonly OrderLine[];
  readonly customer: {
    readonly firstName: string;
    readonly lastName: string;
    readonly emailAddress: string;
  } | null;
  readonly shippingAddress: Address | null;
  readonly shippingLines: readonly {
    readonly priceWithTax: number;
    readonly shippingMethod: { readonly id: string; readonly name: string };
  }[];
}

const orderFields = `
  id code state active currencyCode totalQuantity totalWithTax
  lines { id quantity linePriceWithTax unitPriceWithTax productVariant { name payIndexPlan { name description type totalCount } } }
  customer { firstName lastName emailAddress }
  shippingAddress { fullName streetLine1 city postalCode countryCode phoneNumber }
  shippingLines { priceWithTax shippingMethod { id name } }`;

/** Returns the buyer's cart. Undefined while it is empty. */
export async function findActiveOrder(api: ShopApi): Promise<Order | undefined> {
  const { activeOrder: found } = await api.ask<{ activeOrder: Order | null }>(
    `{ activeOrder { ${orderFields} } }`,
  );
  return found === null || found.lines.length === 0 ? undefined : found;
}

/** Returns a placed order by its code. Undefined if there is none, or Vendure does not show it to this buyer. */
export async function findOrderByCode(api: ShopApi, code: string): Promise<Order | undefined> {
  const query = `query ($code: String!) { orderByCode(code: $code) { ${orderFields} } }`;
  try {
    return (await api.ask<{ orderByCode: Order | null }>(query, { code })).orderByCode ?? undefined;
  } catch (error) {
    if (error instanceof ShopApiError && error.status === 404) return undefined;
    throw error;
  }
}
