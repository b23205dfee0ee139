import type { Purchase } from "./cart.ts";
import { type StoreApi, StoreApiError } from "./store-api.ts";

export interface Order extends Purchase {
  readonly display_id: number;
}

/** The order that a cart has become. Asks for it as a storefront does when its buyer comes back; undefined: not placed yet. */
export async function orderOf(api: StoreApi, cart: string): Promise<Order | undefined> {
  try {
    const answer = await api.post<{ type: "order"; order: Order } | { type: "cart" }>(
      `/store/carts/${cart}/complete`,
    );
    return answer.type === "order" ? answer.order : undefined;
  } catch (error) {
    if (error instanceof StoreApiError && error.isRefusal) return undefined;
    throw error;
  }
}
