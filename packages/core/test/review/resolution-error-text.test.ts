import { expect, test } from "vitest";
import { fieldOfErrorText, resolutionErrorText } from "../../src/status/texts/index.ts";

const summary = "The operator action is not valid. The engine recorded nothing.";

test.each([
  ["refund.amount", "must be at most 14.99 USD", "amount", "Refunded amount: must be at most 14.99 USD"],
  ["refund.amount.currency", "must be USD", "amount", "Refunded amount: must be USD"],
  ["refund.reference", "is recorded already", "reference", "Refund ID at the gateway: is recorded already"],
  ["cycle", "is paid already", "cycle", "Cycle: is paid already"],
  ["note", "is required", "note", "Reason: is required"],
  ["item", "is required", undefined, "item: is required"],
] as const)(
  "the error of a refused action names the field %s as the pages do",
  (...[path, message, field, line]) => {
    const text = resolutionErrorText({
      message: `${summary}\n  ${path}: ${message}`,
      problems: [{ path, message }],
    });
    expect(text).toBe(`${summary}\n  ${line}`);
    expect(fieldOfErrorText(text)).toBe(field);
  },
);
