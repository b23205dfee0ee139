import { expect, test } from "vitest";
import { isPayIndexError, type PayIndexError } from "../../src/errors.ts";
import type { Options } from "../../src/options/options-schema.ts";
import { readOptions } from "../../src/options/settings.ts";

const options: Options = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [{ id: "10002", key: "a-merchant-key-nobody-may-see" }],
};

function problemsWith(changed: object): PayIndexError["problems"] {
  try {
    readOptions({ ...options, ...changed } as Options);
  } catch (error) {
    if (isPayIndexError(error, "options_invalid")) return error.problems;
    throw error;
  }
  return expect.unreachable();
}

test.each<[string, object, string]>([
  ["another success policy", { immediateSuccess: true }, "immediateSuccess"],
  ["another policy for unsigned notifications", { unsignedNotifications: "accept" }, "unsignedNotifications"],
  ["three decimals", { amountDecimals: 3 }, "amountDecimals"],
  ["no acknowledgement", { acknowledgement: "" }, "acknowledgement"],
  ["an acknowledgement that ends with a blank", { acknowledgement: "OK " }, "acknowledgement"],
  ["an acknowledgement of two lines", { acknowledgement: "OK\nOK" }, "acknowledgement"],
  ["an acknowledgement that is too long", { acknowledgement: "x".repeat(101) }, "acknowledgement"],
  [
    "a tolerance without a currency",
    { amountMismatch: { acceptOverpayment: 100 } },
    "amountMismatch.acceptOverpayment",
  ],
  [
    "a tolerance in an unknown currency",
    { amountMismatch: { acceptUnderpayment: { EURO: 1 } } },
    "amountMismatch.acceptUnderpayment.EURO",
  ],
  [
    "a tolerance of half a cent",
    { amountMismatch: { acceptOverpayment: { USD: 0.5 } } },
    "amountMismatch.acceptOverpayment.USD",
  ],
  [
    "a negative tolerance",
    { amountMismatch: { acceptUnderpayment: { USD: -1 } } },
    "amountMismatch.acceptUnderpayment.USD",
  ],
  ["a tolerance with another name", { amountMismatch: { accept: {} } }, "amountMismatch.accept"],
])("%s is refused at the start with its path", (_, changed, path) => {
  expect(problemsWith(changed).map((problem) => problem.path)).toEqual([path]);
});

// "fail" is in "failure", and many gateways look for their word anywhere in the reply.
test.each(["fail", "FAIL", "un", "later"])(
  "the acknowledgement %s is refused, because the reply of a refusal contains it (REP-OK)",
  (acknowledgement) => {
    expect(problemsWith({ acknowledgement })).toEqual([
      { path: "acknowledgement", message: expect.stringContaining("failure") },
    ]);
  },
);

test.each(["OK", "success", '{"code":"SUCCESS"}', "x".repeat(100)])(
  "the acknowledgement %s is allowed",
  (text) => {
    expect(readOptions({ ...options, acknowledgement: text }).acknowledgement).toBe(text);
  },
);
