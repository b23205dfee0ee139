import { expect, test } from "vitest";
import { acceptableTransactionIds } from "../../src/payment/classify-facts.ts";
import type { NotificationFact } from "../../src/payment/fact.ts";
import { exampleFailure, exampleNotification, exampleResponse } from "./example-facts.ts";
import { expectedAmounts as terms } from "./state-examples.ts";

const wrong = (changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ trueAmount: "1.00", ...changed });

test("an operator can accept the transactions that report a success of another amount, while nothing paid", () => {
  const facts = [
    exampleResponse("redirect"),
    wrong(),
    wrong({ transactionId: "T2" }),
    exampleFailure({ transactionId: "T3" }),
  ];
  expect(acceptableTransactionIds(terms, facts)).toEqual(["T1", "T2"]);
  expect(acceptableTransactionIds(terms, [...facts, exampleNotification({ transactionId: "T4" })])).toEqual(
    [],
  );
  expect(acceptableTransactionIds(terms, [])).toEqual([]);
});
