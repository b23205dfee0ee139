import { onTestFinished } from "vitest";

/** The shop's own handler of this hook fails at the next completion. */
export function failOnce(hook: "validate" | "orderCreated"): void {
  const plans = globalThis as Record<symbol, unknown>;
  const key = Symbol.for("pay-index test hooks");
  plans[key] = hook;
  onTestFinished(() => {
    delete plans[key];
  });
}
