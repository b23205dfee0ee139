import { AsyncLocalStorage } from "node:async_hooks";

const underWay = new AsyncLocalStorage<true>();

/** Of an order that is paid: what keeps buyers from going astray must not keep it from being placed. */
export function asOwnWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return underWay.run(true, work);
}

export function isOwnWork(): boolean {
  return underWay.getStore() === true;
}
