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

export interface Pause {
  /** A completion has come to the hook. */
  readonly reached: Promise<void>;
  end(): void;
}

/** The next completion waits in the shop's own handler: the order is there, and its payment has not been asked for. */
export function pauseOnce(hook: "beforePaymentAuthorization"): Pause {
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
