import type { OrderListResponse } from "../../control/control-api-types.ts";
import type { SandboxControl } from "../../control/sandbox-control.ts";
import { type Variant, variants } from "../../merchants.ts";
import type { OrderState } from "../../orders/order.ts";
import type { OrderView } from "../../orders/order-view.ts";

export const orderStates: readonly OrderState[] = ["pending", "paid", "failed", "closed"];

/** The filter in the address of the list. Unknown values are ignored. */
export interface OrderFilter {
  readonly state?: OrderState | undefined;
  readonly variant?: Variant | undefined;
  readonly before?: number | undefined;
}

const pageSize = 25;
/** The number of orders that one search reads. A search for a rare state continues page by page. */
const maxScannedOrders = 5000;

export function readOrderFilter(query: (name: string) => string | undefined): OrderFilter {
  const before = query("before") ?? "";
  return {
    state: orderStates.find((known) => known === query("state")),
    variant: variants.find((known) => known === query("variant")),
    before: /^\d{1,15}$/.test(before) ? Number(before) : undefined,
  };
}

/** Returns one page of the matching orders, and the total without the filter. A filtered page can be longer than others. */
export async function findOrders(control: SandboxControl, filter: OrderFilter): Promise<OrderListResponse> {
  const limit = filter.state || filter.variant ? 2 * pageSize : pageSize;
  const found: OrderView[] = [];
  let { before } = filter;
  for (let lookedAt = limit; ; lookedAt += limit) {
    const page = await control.latestOrders({ limit, ...(before === undefined ? {} : { before }) });
    found.push(...page.orders.filter((order) => matchesFilter(order, filter)));
    before = page.before;
    if (before === undefined) return { orders: found, total: page.total };
    if (found.length >= pageSize || lookedAt >= maxScannedOrders) {
      return { orders: found, total: page.total, before };
    }
  }
}

function matchesFilter(order: OrderView, { state, variant }: OrderFilter): boolean {
  return (
    (state === undefined || order.state === state) && (variant === undefined || order.variant === variant)
  );
}

export function orderListPath(filter: OrderFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "/" : `/?${query}`;
}
