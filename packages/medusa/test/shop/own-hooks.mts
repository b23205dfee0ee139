import type { RenewedOrder } from "@pay-index/medusa/workflows";
import { onTestFinished } from "vitest";

const plans = globalThis as Record<symbol, unknown>;

/** The shop's own handler of this hook fails at the next completion. */
export function failOnce(hook: "validate" | "orderCreated"): void {
  const key = Symbol.for("pay-index test hooks");
  plans[key] = hook;
  onTestFinished(() => {
    delete plans[key];
  });
}

/** What the shop's own handler does with each renewal from now on, before that is paid. */
export function atRenewals(deed: (renewed: RenewedOrder) => Promise<unknown>): void {
  const key = Symbol.for("pay-index test deed");
  plans[key] = deed;
  onTestFinished(() => {
    delete plans[key];
  });
}

export interface Pause {
  /** Medusa has come to the hook. */
  readonly reached: Promise<void>;
  end(): void;
}

/**
 * Medusa waits in the shop's own handler the next time: with the order there and its payment not asked for, or with a cart worked out anew
 * and still locked.
 */
export function pauseOnce(hook: "beforePaymentAuthorization" | "beforeRefreshingPaymentCollection"): Pause {
  const key = Symbol.for("pay-index test pause");
  let reach = () => {};
  let end = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const wait = () => {
    reach();
    return ended;
  };
  plans[key] = { hook, wait };
  onTestFinished(() => {
    end();
    delete plans[key];
  });
  return { reached, end };
}
