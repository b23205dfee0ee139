import type { CartOrOrderFields } from "./cart.ts";
import type { StoreApi } from "./store-api.ts";

export interface Order extends CartOrOrderFields {
  readonly display_id: number;
}

export async function findOrder(api: StoreApi, id: string): Promise<Order> {
  return (await api.get<{ order: Order }>(`/store/orders/${id}`)).order;
}
