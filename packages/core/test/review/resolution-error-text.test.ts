import { expect, test } from "vitest";
import { resolutionErrorText } from "../../src/status/texts/index.ts";

const summary = "The operator action is not valid. The engine recorded nothing.";

test.each([
  ["refund.amount", "must be at most 14.99 USD", "Refunded amount: must be at most 14.99 USD"],
  ["refund.amount.currency", "must be USD", "Refunded amount: must be USD"],
  ["refund.reference", "is recorded already", "Refund ID at the gateway: is recorded already"],
  ["cycle", "is paid already", "Cycle: is paid already"],
  ["note", "is required", "Reason: is required"],
  ["item", "is required", "item: is required"],
] as const)(
  "the error of a refused action names the field %s as the pages do",
  (...[path, message, line]) => {
    const text = resolutionErrorText({
      message: `${summary}\n  ${path}: ${message}`,
      problems: [{ path, message }],
    });
    expect(text).toBe(`${summary}\n  ${line}`);
  },
);
