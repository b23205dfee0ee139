import { expect, test } from "vitest";
import {
  fieldOfErrorText,
  isItemOutdated,
  itemClosed,
  resolutionErrorText,
} from "../../../src/status/texts/index.ts";

const summary = "The decision cannot be booked. Nothing was changed.";

test.each([
  [
    "refund.amount",
    "must be at most 14.99 USD",
    "amount",
    "Amount that was given back: must be at most 14.99 USD",
  ],
  ["refund.amount.currency", "must be USD", "amount", "Amount that was given back: must be USD"],
  [
    "refund.reference",
    "is recorded already",
    "reference",
    "The gateway's ID of the refund: is recorded already",
  ],
  ["cycle", "is paid already", "cycle", "Cycle: is paid already"],
  ["note", "is required", "note", "On what ground?: is required"],
  ["item", "is required", undefined, "item: is required"],
  ["item", itemClosed, undefined, itemClosed],
] as const)("a refusal names the field %s as the pages do", (...[path, message, field, line]) => {
  const text = resolutionErrorText({
    message: `${summary}\n  ${path}: ${message}`,
    problems: [{ path, message }],
  });
  expect(text).toBe(`${summary}\n  ${line}`);
  expect(fieldOfErrorText(text)).toBe(field);
});

test.each([
  [itemClosed, true],
  ["This review item is already resolved, or is being processed. Reload the page to see its state.", true],
  ["is required", false],
] as const)("a refusal says whether the page displays an old state: %s", (message, isOutdated) => {
  const problems = [{ path: "item", message }];
  expect(isItemOutdated(resolutionErrorText({ message: summary, problems }))).toBe(isOutdated);
});
