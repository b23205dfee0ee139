import { expect, test } from "vitest";
import { fieldOfRefusal, refusalText } from "../../src/staff/index.ts";

const summary = "The decision cannot be booked. Nothing was changed.";

test.each([
  [
    "refund.money",
    "must be at most 14.99 USD",
    "amount",
    "Amount that was given back: must be at most 14.99 USD",
  ],
  ["refund.money.currency", "must be USD", "amount", "Amount that was given back: must be USD"],
  [
    "refund.reference",
    "is recorded already",
    "reference",
    "The gateway's ID of the refund: is recorded already",
  ],
  ["cycle", "is paid already", "cycle", "Cycle: is paid already"],
  ["note", "is required", "note", "On what ground?: is required"],
  ["item", "is no open item", undefined, "item: is no open item"],
] as const)("a refusal names the field %s as the pages do", (...[path, message, field, line]) => {
  const text = refusalText({ message: `${summary}\n  ${path}: ${message}`, problems: [{ path, message }] });
  expect(text).toBe(`${summary}\n  ${line}`);
  expect(fieldOfRefusal(text)).toBe(field);
});
