import type { RenewalOrderHookInput } from "@pay-index/medusa/workflows";
import { onTestFinished } from "vitest";

const globals = globalThis as Record<symbol, unknown>;

/** The shop's own handler of this hook fails at the next completion. */
export function failHookOnce(hook: "validate" | "orderCreated"): void {
  const key = Symbol.for("pay-index test hooks");
  globals[key] = hook;
  onTestFinished(() => {
    delete globals[key];
  });
}

/** What the shop's own handler does with each renewal from now on, before that is paid. */
export function onEachRenewal(deed: (renewed: RenewalOrderHookInput) => Promise<unknown>): void {
  const key = Symbol.for("pay-index test deed");
  globals[key] = deed;
  onTestFinished(() => {
    delete globals[key];
  });
}

export interface HookPause {
  /** Medusa has come to the hook. */
  readonly reached: Promise<void>;
  end(): void;
}

/**
 * Medusa waits in the shop's own handler the next time: with the order there and its payment not asked for, or with a cart worked out anew
 * and still locked.
 */
export function pauseHookOnce(
  hook: "beforePaymentAuthorization" | "beforeRefreshingPaymentCollection",
): HookPause {
  const key = Symbol.for("pay-index test pause");
  let reach = () => {};
  let end = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const wait = () => {
    reach();
    return ended;
  };
  globals[key] = { hook, wait };
  onTestFinished(() => {
    end();
    delete globals[key];
  });
  return { reached, end };
}
