import { inspect } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";

/** Nothing that printed things may hold: keys, and the digits of the cards in these rows. */
const secret = /sandbox-\w+-key|nobody-may-see|4242424/;

/** Fails when something is printed that must not be, or when an error nobody caught would have ended the process. */
export function watchProcess(): void {
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);
  beforeAll(() => {
    process.on("unhandledRejection", note);
    process.on("uncaughtException", note);
  });
  afterAll(() => {
    process.off("unhandledRejection", note);
    process.off("uncaughtException", note);
    expect(uncaught).toEqual([]);
  });
}

/** Looks at a value by all the ways in which it gets into a log. */
export function expectNoSecret(value: unknown): void {
  const stack = value instanceof Error ? [value.message, value.stack, value.cause] : [];
  const shown = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), inspect(stack)];
  for (const text of shown) expect(secret.test(text ?? ""), "a secret is printed").toBe(false);
}
