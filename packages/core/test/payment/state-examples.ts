import type { AttemptState } from "../../src/payment/attempt-state.ts";
import type { ExpectedAmounts } from "../../src/payment/classify-facts.ts";
import type { Fact, NotificationFact } from "../../src/payment/fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleFailure, exampleNotification, exampleResolution, exampleResponse } from "./example-facts.ts";

const asked = money(1999, "USD");

/** What the attempts of the examples cost. */
export const expectedAmounts: ExpectedAmounts = { amount: asked, chargedAmount: asked };

/** A notification of another amount than was asked for. */
export const wrongAmount = (changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ trueAmount: "1.00", ...changed });

const upheld: Fact = { source: "refusal-upheld", at: "2026-11-20T10:00:10.000Z" };

/** Each example: its name, the facts, the state and the review items, as the table in docs/reference/protocol.md has them. */
export const stateExamples: [string, Fact[], AttemptState, string[]][] = [
  // STATE-CREATED
  ["nothing yet", [], "created", []],
  // STATE-PENDING
  ["redirected", [exampleResponse("redirect")], "pending", []],
  ["unknown", [exampleResponse("unknown")], "pending", []],
  ["rejected as a duplicate", [exampleResponse("rejected", { duplicate: true })], "pending", []],
  ["rejected, and unclear", [exampleResponse("rejected", { unclear: true })], "pending", []],
  // STATE-APPROVED
  ["approved at once", [exampleResponse("approved")], "approved", []],
  // STATE-FAILED
  ["declined", [exampleResponse("declined")], "failed", []],
  ["rejected", [exampleResponse("rejected", { duplicate: false })], "failed", []],
  ["a duplicate, and upheld", [exampleResponse("rejected", { duplicate: true }), upheld], "failed", []],
  ["unclear, and upheld", [exampleResponse("rejected", { unclear: true }), upheld], "failed", []],
  ["upheld before the response is stored", [upheld], "created", []],
  ["rejected, and no word of duplicates", [exampleResponse("rejected")], "failed", []],
  ["notified 2 before any response", [exampleFailure()], "failed", []],
  ["redirected, notified 2", [exampleResponse("redirect"), exampleFailure()], "failed", []],
  ["unknown, notified 2", [exampleResponse("unknown"), exampleFailure()], "failed", []],
  ["declined, notified 2", [exampleResponse("declined"), exampleFailure()], "failed", []],
  [
    "a duplicate, notified 2",
    [exampleResponse("rejected", { duplicate: true }), exampleFailure()],
    "failed",
    [],
  ],
  [
    "two different failures",
    [exampleResponse("redirect"), exampleFailure(), exampleFailure({ transactionId: "T2" })],
    "failed",
    [],
  ],
  // STATE-REVIEW: approved, and notified 2 (ITEM-CONTRADICTORY)
  [
    "approved, notified 2",
    [exampleResponse("approved"), exampleFailure()],
    "review",
    ["contradictory-results T1"],
  ],
  // A closing that tells of no charge takes no approval back (NOT-ENABLED)
  ["approved, and closed", [exampleResponse("approved"), exampleFailure({ enabled: "0" })], "approved", []],
  [
    "approved, and not closed",
    [exampleResponse("approved"), exampleFailure({ enabled: "1" })],
    "review",
    ["contradictory-results T1"],
  ],
  [
    "redirected, failed and closed",
    [exampleResponse("redirect"), exampleFailure({ enabled: "0" })],
    "failed",
    [],
  ],
  [
    "approved, a matching 00, and closed",
    [
      exampleResponse("approved"),
      exampleNotification(),
      exampleFailure({ transactionId: "T2", enabled: "0" }),
    ],
    "paid",
    [],
  ],
  [
    "a matching 00, and closed with a failure of the same",
    [exampleResponse("approved"), exampleNotification(), exampleFailure({ enabled: "0" })],
    "paid",
    ["contradictory-results T1"],
  ],
  // STATE-REVIEW: a 00 whose money does not match (ITEM-MISMATCH)
  [
    "redirected, a 00 of other money",
    [exampleResponse("redirect"), wrongAmount()],
    "review",
    ["amount-mismatch T1"],
  ],
  ["a 00 of other money before any response", [wrongAmount()], "review", ["amount-mismatch T1"]],
  [
    "approved, a 00 of other money",
    [exampleResponse("approved"), wrongAmount()],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "declined, a 00 of other money",
    [exampleResponse("declined"), wrongAmount()],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "two 00 of other money",
    [wrongAmount(), wrongAmount({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1", "amount-mismatch T2"],
  ],
  [
    "two sums for one transaction",
    [wrongAmount(), wrongAmount({ trueAmount: "2.00" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of another transaction",
    [wrongAmount(), exampleFailure({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of the same",
    [wrongAmount(), exampleFailure()],
    "review",
    ["amount-mismatch T1", "contradictory-results T1"],
  ],
  // STATE-CLOSED
  ["closed by an operator", [exampleResponse("redirect"), exampleResolution("dismiss")], "closed", []],
  ["failed, then closed", [exampleFailure(), exampleResolution("dismiss")], "closed", []],
  [
    "a 00 of other money, closed",
    [wrongAmount(), exampleResolution("dismiss")],
    "closed",
    ["amount-mismatch T1"],
  ],
  [
    "approved, notified 2, closed",
    [exampleResponse("approved"), exampleFailure(), exampleResolution("dismiss")],
    "closed",
    ["contradictory-results T1"],
  ],
  // STATE-PAID
  ["a matching 00", [exampleResponse("redirect"), exampleNotification()], "paid", []],
  ["a matching 00 before any response", [exampleNotification()], "paid", []],
  ["approved, a matching 00", [exampleResponse("approved"), exampleNotification()], "paid", []],
  ["declined, a matching 00 (B-25)", [exampleResponse("declined"), exampleNotification()], "paid", []],
  [
    "unclear and upheld, a matching 00 (B-25)",
    [exampleResponse("rejected", { unclear: true }), upheld, exampleNotification()],
    "paid",
    [],
  ],
  ["rejected, a matching 00 (B-25)", [exampleResponse("rejected"), exampleNotification()], "paid", []],
  ["unknown, a matching 00", [exampleResponse("unknown"), exampleNotification()], "paid", []],
  [
    "a matching 00 and a 2 of another transaction (B-26)",
    [exampleNotification(), exampleFailure({ transactionId: "T2" })],
    "paid",
    [],
  ],
  [
    "a matching 00 and a 2 of the same (B-27)",
    [exampleNotification(), exampleFailure()],
    "paid",
    ["contradictory-results T1"],
  ],
  [
    "approved, a matching 00, a 2 of another",
    [exampleResponse("approved"), exampleNotification(), exampleFailure({ transactionId: "T2" })],
    "paid",
    ["contradictory-results T2"],
  ],
  [
    "a matching 00 and one of other money",
    [exampleNotification(), wrongAmount({ transactionId: "T2" })],
    "paid",
    ["amount-mismatch T2"],
  ],
  [
    "first other money, then corrected, one transaction",
    [wrongAmount(), exampleNotification()],
    "paid",
    ["amount-mismatch T1"],
  ],
  ["closed, a matching 00 (B-25)", [exampleResolution("dismiss"), exampleNotification()], "paid", []],
  [
    "approved, and an approval pays (RES-APPROVED)",
    [exampleResponse("approved", { pays: true })],
    "paid",
    [],
  ],
  [
    "approved, an approval pays, notified 2 (RES-APPROVED)",
    [exampleResponse("approved", { pays: true }), exampleFailure()],
    "paid",
    ["contradictory-results T1"],
  ],
  ["accepted by an operator", [exampleResponse("redirect"), exampleResolution("accept")], "paid", []],
  ["other money, accepted", [wrongAmount(), exampleResolution("accept")], "paid", ["amount-mismatch T1"]],
  ["accepted and closed", [exampleResolution("accept"), exampleResolution("dismiss")], "paid", []],
  ["failed and accepted", [exampleFailure(), exampleResolution("accept")], "paid", []],
  [
    "paid and refunded by hand (B-45)",
    [exampleNotification(), exampleResolution("record-refund")],
    "paid",
    [],
  ],
  [
    "refunded by hand alone changes nothing",
    [exampleResponse("redirect"), exampleResolution("record-refund")],
    "pending",
    [],
  ],
  // ITEM-TWICE
  [
    "two matching transactions (B-10)",
    [exampleNotification(), exampleNotification({ transactionId: "T2" })],
    "paid",
    ["paid-twice 2"],
  ],
  [
    "three",
    [
      exampleNotification(),
      exampleNotification({ transactionId: "T2" }),
      exampleNotification({ transactionId: "T3" }),
    ],
    "paid",
    ["paid-twice 2", "paid-twice 3"],
  ],
  [
    "one transaction with two further fields",
    [exampleNotification(), exampleNotification({ enabled: "0" })],
    "paid",
    [],
  ],
  // ITEM-CODE
  [
    "an unknown code (NOT-CODE)",
    [exampleResponse("redirect"), exampleNotification({ returncode: "09" })],
    "pending",
    ["unknown-code T1/09"],
  ],
  [
    "0 is no success",
    [exampleResponse("redirect"), exampleNotification({ returncode: "0" })],
    "pending",
    ["unknown-code T1/0"],
  ],
  [
    "02 is no failure",
    [exampleResponse("redirect"), exampleNotification({ returncode: "02" })],
    "pending",
    ["unknown-code T1/02"],
  ],
  [
    "an empty code",
    [exampleResponse("approved"), exampleNotification({ returncode: "" })],
    "approved",
    ["unknown-code T1/"],
  ],
  [
    "two unknown codes",
    [exampleNotification({ returncode: "08" }), exampleNotification({ returncode: "09" })],
    "created",
    ["unknown-code T1/08", "unknown-code T1/09"],
  ],
  [
    "paid and an unknown code",
    [exampleNotification(), exampleNotification({ returncode: "09" })],
    "paid",
    ["unknown-code T1/09"],
  ],
  // ITEM-NOTICE
  [
    "a 00 that is a refund notice (NOT-ALERT)",
    [exampleResponse("redirect"), exampleNotification({ alertType: "Refund" })],
    "pending",
    ["refund-notice T1"],
  ],
  [
    "paid, then a refund notice",
    [exampleNotification(), exampleNotification({ alertType: "Refund" })],
    "paid",
    ["refund-notice T1"],
  ],
  [
    "a refund notice of another transaction is not paid twice",
    [exampleNotification(), exampleNotification({ transactionId: "T2", alertType: "Chargebacks" })],
    "paid",
    ["refund-notice T2"],
  ],
  [
    "a refund notice of other money is no amount-mismatch",
    [exampleResponse("redirect"), wrongAmount({ alertType: "RDR" })],
    "pending",
    ["refund-notice T1"],
  ],
  // ITEM-CYCLE
  ...["0", "-1", "1.5", "one", "1st", "01", " 1", "1e1", "9999999999"].map(
    (periodCount): [string, Fact[], AttemptState, string[]] => [
      `the cycle ${periodCount} (NOT-SUBSCRIPTION)`,
      [exampleResponse("redirect"), exampleNotification({ periodCount })],
      "pending",
      ["unknown-cycle T1"],
    ],
  ),
  ...["1", "12", "100000000", "999999999"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount}`,
    [exampleNotification({ periodCount })],
    "paid",
    [],
  ]),
  ...[undefined, "1", "0", "02", "-1"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount} under a number of its own (CYC-NUMBER)`,
    [
      exampleResponse("redirect"),
      exampleNotification({ reportedAttemptId: "X", ...(periodCount && { periodCount }) }),
    ],
    "pending",
    ["unknown-cycle T1"],
  ]),
  [
    "a later cycle under a number of its own (CYC-NUMBER)",
    [exampleNotification({ reportedAttemptId: "X", periodCount: "2", gatewaySubscriptionId: "M1" })],
    "paid",
    [],
  ],
  [
    "an unknown cycle of a transaction that has paid one (CYC-TRANSACTION)",
    [exampleResponse("redirect"), exampleNotification({ periodCount: "0", usedFor: 2 })],
    "pending",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of no charge (ITEM-CYCLE)",
    [exampleResponse("approved"), exampleFailure({ periodCount: "0", enabled: "0" })],
    "approved",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of a charge (ITEM-CYCLE)",
    [exampleResponse("redirect"), exampleNotification({ periodCount: "0", enabled: "0" })],
    "pending",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle that closes nothing (ITEM-CYCLE)",
    [exampleResponse("approved"), exampleFailure({ periodCount: "0", enabled: "1" })],
    "approved",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle",
    [exampleResponse("approved"), exampleFailure({ periodCount: "x" })],
    "approved",
    ["unknown-cycle T1"],
  ],
];
