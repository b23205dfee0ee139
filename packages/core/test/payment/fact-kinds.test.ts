import { describe, expect, test } from "vitest";
import {
  dismissesWholeCharge,
  freesWholeAttempt,
  isAcceptance,
  isFailure,
  isNotification,
  isReviewedTransactionRefund,
  isSuccess,
  reportsOnlyClosing,
} from "../../src/payment/classify-facts.ts";
import type { Fact } from "../../src/payment/fact.ts";
import {
  exampleFailure,
  exampleNotification,
  exampleResolution,
  exampleResponse,
  exampleRetry,
} from "./example-facts.ts";

const facts: Readonly<Record<string, Fact>> = {
  response: exampleResponse("approved"),
  success: exampleNotification(),
  failure: exampleFailure(),
  notice: exampleNotification({ alertType: "REFUND" }),
  "failed notice": exampleFailure({ alertType: "REFUND" }),
  "unknown cycle": exampleNotification({ periodCount: "0" }),
  "unknown code": exampleNotification({ returncode: "7" }),
  accepted: exampleResolution("accept"),
  dismissed: exampleResolution("dismiss"),
  "dismissed transaction": { ...exampleResolution("dismiss"), transactions: ["T1"] },
  refunded: exampleResolution("record-refund"),
  "refunded, attempt freed": { ...exampleResolution("record-refund"), frees: "attempt" },
  "refunded, transactions freed": { ...exampleResolution("record-refund"), frees: "transactions" },
  "dismissed, attempt freed": { ...exampleResolution("dismiss"), frees: "attempt" },
  "dismissed, transactions freed": { ...exampleResolution("dismiss"), frees: "transactions" },
  retried: exampleRetry(),
};

const matching = (isKind: (fact: Fact) => boolean) =>
  Object.entries(facts).flatMap(([name, fact]) => (isKind(fact) ? [name] : []));

describe("the kinds of facts", () => {
  test("a success or a failure is the outcome of a payment, and neither a notice nor an unknown cycle", () => {
    expect(matching(isSuccess)).toEqual(["success"]);
    expect(matching(isFailure)).toEqual(["failure"]);
    expect(matching(isNotification)).toEqual([
      "success",
      "failure",
      "notice",
      "failed notice",
      "unknown cycle",
      "unknown code",
    ]);
  });

  test("operators accept a payment, or dismiss it as a whole", () => {
    expect(matching(isAcceptance)).toEqual(["accepted"]);
    expect(matching(dismissesWholeCharge)).toEqual([
      "dismissed",
      "dismissed, attempt freed",
      "dismissed, transactions freed",
    ]);
  });

  test("an action ends an attempt, or refunds it under review, only if it frees that (ENG-FREE)", () => {
    expect(matching(freesWholeAttempt)).toEqual(["refunded, attempt freed", "dismissed, attempt freed"]);
    expect(matching(isReviewedTransactionRefund)).toEqual(["refunded, transactions freed"]);
  });
});

test("a report of closing without a success says nothing about the charge", () => {
  expect(reportsOnlyClosing(exampleFailure({ enabled: "0" }))).toBe(true);
  expect(reportsOnlyClosing(exampleNotification({ enabled: "0" }))).toBe(false);
  expect(reportsOnlyClosing(exampleFailure({ enabled: "1" }))).toBe(false);
  expect(reportsOnlyClosing(exampleFailure())).toBe(false);
});
