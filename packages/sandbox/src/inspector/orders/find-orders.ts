import type { OrderState } from "../../book/order.ts";
import type { OrderView } from "../../book/order-view.ts";
import type { Desk } from "../../control/desk.ts";
import { type Variant, variants } from "../../merchants.ts";

export const orderStates: readonly OrderState[] = ["pending", "paid", "failed", "closed"];

/** What the address of the list says; unknown words count as nothing. */
export interface OrderFilter {
  readonly state?: OrderState;
  readonly variant?: Variant;
  readonly before?: number;
}

export interface FoundOrders {
  /** The latest first. */
  readonly orders: readonly OrderView[];
  /** How many there are, whatever the filter. */
  readonly total: number;
  /** Where the next page begins; absent on the last one. */
  readonly before?: number;
}

const pageSize = 25;
/** In a book of many orders a rare state is looked for page by page. */
const mostLookedAt = 5000;

export function readFilter(query: (name: string) => string | undefined): OrderFilter {
  const state = orderStates.find((known) => known === query("state"));
  const variant = variants.find((known) => known === query("variant"));
  const before = query("before");
  return {
    ...(state ? { state } : {}),
    ...(variant ? { variant } : {}),
    ...(before && /^\d{1,15}$/.test(before) ? { before: Number(before) } : {}),
  };
}

/** One page of the orders that the filter lets through: a filtered page may be somewhat longer. */
export async function findOrders(desk: Desk, filter: OrderFilter): Promise<FoundOrders> {
  const limit = filter.state || filter.variant ? 2 * pageSize : pageSize;
  const found: OrderView[] = [];
  let { before } = filter;
  for (let lookedAt = limit; ; lookedAt += limit) {
    const page = await desk.latestOrders({ limit, ...(before === undefined ? {} : { before }) });
    found.push(...page.orders.filter((order) => fits(order, filter)));
    before = page.before;
    if (before === undefined) return { orders: found, total: page.total };
    if (found.length >= pageSize || lookedAt >= mostLookedAt) {
      return { orders: found, total: page.total, before };
    }
  }
}

function fits(order: OrderView, { state, variant }: OrderFilter): boolean {
  return (
    (state === undefined || order.state === state) && (variant === undefined || order.variant === variant)
  );
}

export function listAddress(filter: OrderFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "/" : `/?${query}`;
}
