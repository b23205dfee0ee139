import type { Wanted } from "../book/delivery-watch.ts";
import type { Delivery } from "../book/order.ts";
import type { Desk } from "./desk.ts";

/** Orders whose place is remembered. */
const maxKnown = 10_000;

/**
 * Hands every delivery out once, oldest first. Two waits for one order take turns, or both would be handed the same.
 * `next` gets the moment until which it may wait, in milliseconds since 1970.
 */
export function deliveryTurns(
  next: (wanted: Wanted, until: number) => Promise<Delivery>,
): Desk["nextDelivery"] {
  const seen = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  return (orderNumber, { timeout = Number.POSITIVE_INFINITY, merchant } = {}) => {
    const key = `${merchant ?? ""} ${orderNumber}`;
    const until = Date.now() + timeout;
    const wait = async () => {
      const after = seen.get(key) ?? 0;
      const delivery = await next({ orderNumber, merchantId: merchant, after }, until);
      remember(seen, key, delivery.number);
      return delivery;
    };
    const turn = (turns.get(key) ?? Promise.resolve()).then(wait, wait);
    turns.set(key, turn);
    const forget = () => {
      if (turns.get(key) === turn) turns.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
}

function remember(seen: Map<string, number>, key: string, number: number): void {
  seen.delete(key);
  seen.set(key, number);
  const [oldest] = seen.keys();
  if (seen.size > maxKnown && oldest !== undefined) seen.delete(oldest);
}
