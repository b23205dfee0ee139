import type { RenewalOrderHookInput } from "@pay-index/medusa/workflows";
import { onTestFinished } from "vitest";

/** The shop's own handlers of Medusa's hooks find this until the test ends. */
function leave(name: "hooks" | "deed" | "pause", value: unknown): void {
  const globals = globalThis as Record<symbol, unknown>;
  const key = Symbol.for(`pay-index test ${name}`);
  globals[key] = value;
  onTestFinished(() => {
    delete globals[key];
  });
}

/** The shop's own handler of this hook fails at the next completion. */
export const failHookOnce = (hook: "validate" | "orderCreated") => leave("hooks", hook);

/** What the shop's own handler does with each renewal from now on, before that is paid. */
export const onEachRenewal = (deed: (renewed: RenewalOrderHookInput) => Promise<unknown>) =>
  leave("deed", deed);

/**
 * Medusa waits in the shop's own handler the next time: with the order there and its payment not asked for, or with a cart worked out anew
 * and still locked. `reached`: Medusa has come to the hook.
 */
export function pauseHookOnce(hook: "beforePaymentAuthorization" | "beforeRefreshingPaymentCollection") {
  const [reached, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = () => {
    reached.resolve();
    return ended.promise;
  };
  leave("pause", { hook, wait });
  onTestFinished(() => ended.resolve());
  return { reached: reached.promise, end: ended.resolve };
}
