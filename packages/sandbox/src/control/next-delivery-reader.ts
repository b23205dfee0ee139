import { SandboxError } from "../errors.ts";
import type { AwaitedDeliveryFilter } from "../orders/delivery-watch.ts";
import type { Delivery } from "../orders/order.ts";
import { abortAfter } from "./abort-after.ts";
import type { SandboxControl } from "./sandbox-control.ts";

/** The number of orders whose position is stored. */
const maxRememberedOrders = 10_000;

/**
 * Returns every delivery once, oldest first. Two waits for one order run in sequence, otherwise both would return the same delivery. `next`
 * receives the time until which it may wait, in milliseconds since 1970.
 */
export function createNextDeliveryReader(
  next: (wanted: AwaitedDeliveryFilter, until: number) => Promise<Delivery>,
): SandboxControl["nextDelivery"] {
  const seen = new Map<string, number>();
  const turns = new Map<string, Promise<unknown>>();
  return (orderId, { timeout = Number.POSITIVE_INFINITY, merchant } = {}) => {
    const key = `${merchant ?? ""} ${orderId}`;
    const until = Date.now() + timeout;
    const before = turns.get(key);
    const wait = async () => {
      if (before && !(await endsWithin(before, timeout))) throw timeoutError(orderId);
      const after = seen.get(key) ?? 0;
      const delivery = await next({ orderId, merchantId: merchant, after }, until);
      remember(seen, key, delivery.number);
      return delivery;
    };
    const turn = wait();
    // A wait that timed out leaves the queue. The waits before it stay.
    const line = Promise.allSettled([before, turn]).then(() => {
      if (turns.get(key) === line) turns.delete(key);
    });
    turns.set(key, line);
    return turn;
  };
}

/** Resolves with true when `before` is over, or with false if that takes longer than `milliseconds`. */
function endsWithin(before: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const signal = abortAfter(milliseconds);
  return new Promise((resolve) => {
    const giveUp = () => resolve(false);
    signal.addEventListener("abort", giveUp);
    void before.then(() => {
      signal.removeEventListener("abort", giveUp);
      resolve(true);
    });
  });
}

function timeoutError(orderId: string): SandboxError {
  return new SandboxError("timed_out", `an earlier wait for a delivery of ${orderId} did not end in time`);
}

function remember(seen: Map<string, number>, key: string, number: number): void {
  seen.delete(key);
  seen.set(key, number);
  const [oldest] = seen.keys();
  if (seen.size > maxRememberedOrders && oldest !== undefined) seen.delete(oldest);
}
