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

const answer = exampleResponse;
const success = exampleNotification;
const short = wrongAmount;
const declined = exampleFailure;
const staff = exampleResolution;

/** Each example: its name, the facts, the state and the review items, as the table in docs/reference/protocol.md has them. */
export const stateExamples: [string, Fact[], AttemptState, string[]][] = [
  // STATE-CREATED
  ["nothing yet", [], "created", []],
  // STATE-PENDING
  ["redirected", [answer("redirect")], "pending", []],
  ["unknown", [answer("unknown")], "pending", []],
  ["rejected as a duplicate", [answer("rejected", { duplicate: true })], "pending", []],
  ["rejected, and unclear", [answer("rejected", { unclear: true })], "pending", []],
  // STATE-APPROVED
  ["approved at once", [answer("approved")], "approved", []],
  // STATE-FAILED
  ["declined", [answer("declined")], "failed", []],
  ["rejected", [answer("rejected", { duplicate: false })], "failed", []],
  ["a duplicate, and upheld", [answer("rejected", { duplicate: true }), upheld], "failed", []],
  ["unclear, and upheld", [answer("rejected", { unclear: true }), upheld], "failed", []],
  ["upheld before the response is stored", [upheld], "created", []],
  ["rejected, and no word of duplicates", [answer("rejected")], "failed", []],
  ["notified 2 before any response", [declined()], "failed", []],
  ["redirected, notified 2", [answer("redirect"), declined()], "failed", []],
  ["unknown, notified 2", [answer("unknown"), declined()], "failed", []],
  ["declined, notified 2", [answer("declined"), declined()], "failed", []],
  ["a duplicate, notified 2", [answer("rejected", { duplicate: true }), declined()], "failed", []],
  [
    "two different failures",
    [answer("redirect"), declined(), declined({ transactionId: "T2" })],
    "failed",
    [],
  ],
  // STATE-REVIEW: approved, and notified 2 (ITEM-CONTRADICTORY)
  ["approved, notified 2", [answer("approved"), declined()], "review", ["contradictory-results T1"]],
  // A closing that tells of no charge takes no approval back (NOT-ENABLED)
  ["approved, and closed", [answer("approved"), declined({ enabled: "0" })], "approved", []],
  [
    "approved, and not closed",
    [answer("approved"), declined({ enabled: "1" })],
    "review",
    ["contradictory-results T1"],
  ],
  ["redirected, failed and closed", [answer("redirect"), declined({ enabled: "0" })], "failed", []],
  [
    "approved, a matching 00, and closed",
    [answer("approved"), success(), declined({ transactionId: "T2", enabled: "0" })],
    "paid",
    [],
  ],
  [
    "a matching 00, and closed with a failure of the same",
    [answer("approved"), success(), declined({ enabled: "0" })],
    "paid",
    ["contradictory-results T1"],
  ],
  // STATE-REVIEW: a 00 whose money does not match (ITEM-MISMATCH)
  ["redirected, a 00 of other money", [answer("redirect"), short()], "review", ["amount-mismatch T1"]],
  ["a 00 of other money before any response", [short()], "review", ["amount-mismatch T1"]],
  ["approved, a 00 of other money", [answer("approved"), short()], "review", ["amount-mismatch T1"]],
  ["declined, a 00 of other money", [answer("declined"), short()], "review", ["amount-mismatch T1"]],
  [
    "two 00 of other money",
    [short(), short({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1", "amount-mismatch T2"],
  ],
  [
    "two sums for one transaction",
    [short(), short({ trueAmount: "2.00" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of another transaction",
    [short(), declined({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of the same",
    [short(), declined()],
    "review",
    ["amount-mismatch T1", "contradictory-results T1"],
  ],
  // STATE-CLOSED
  ["closed by an operator", [answer("redirect"), staff("dismiss")], "closed", []],
  ["failed, then closed", [declined(), staff("dismiss")], "closed", []],
  ["a 00 of other money, closed", [short(), staff("dismiss")], "closed", ["amount-mismatch T1"]],
  [
    "approved, notified 2, closed",
    [answer("approved"), declined(), staff("dismiss")],
    "closed",
    ["contradictory-results T1"],
  ],
  // STATE-PAID
  ["a matching 00", [answer("redirect"), success()], "paid", []],
  ["a matching 00 before any response", [success()], "paid", []],
  ["approved, a matching 00", [answer("approved"), success()], "paid", []],
  ["declined, a matching 00 (B-25)", [answer("declined"), success()], "paid", []],
  [
    "unclear and upheld, a matching 00 (B-25)",
    [answer("rejected", { unclear: true }), upheld, success()],
    "paid",
    [],
  ],
  ["rejected, a matching 00 (B-25)", [answer("rejected"), success()], "paid", []],
  ["unknown, a matching 00", [answer("unknown"), success()], "paid", []],
  [
    "a matching 00 and a 2 of another transaction (B-26)",
    [success(), declined({ transactionId: "T2" })],
    "paid",
    [],
  ],
  ["a matching 00 and a 2 of the same (B-27)", [success(), declined()], "paid", ["contradictory-results T1"]],
  [
    "approved, a matching 00, a 2 of another",
    [answer("approved"), success(), declined({ transactionId: "T2" })],
    "paid",
    ["contradictory-results T2"],
  ],
  [
    "a matching 00 and one of other money",
    [success(), short({ transactionId: "T2" })],
    "paid",
    ["amount-mismatch T2"],
  ],
  [
    "first other money, then corrected, one transaction",
    [short(), success()],
    "paid",
    ["amount-mismatch T1"],
  ],
  ["closed, a matching 00 (B-25)", [staff("dismiss"), success()], "paid", []],
  ["approved, and an approval pays (RES-APPROVED)", [answer("approved", { pays: true })], "paid", []],
  [
    "approved, an approval pays, notified 2 (RES-APPROVED)",
    [answer("approved", { pays: true }), declined()],
    "paid",
    ["contradictory-results T1"],
  ],
  ["accepted by an operator", [answer("redirect"), staff("accept")], "paid", []],
  ["other money, accepted", [short(), staff("accept")], "paid", ["amount-mismatch T1"]],
  ["accepted and closed", [staff("accept"), staff("dismiss")], "paid", []],
  ["failed and accepted", [declined(), staff("accept")], "paid", []],
  ["paid and refunded by hand (B-45)", [success(), staff("record-refund")], "paid", []],
  ["refunded by hand alone changes nothing", [answer("redirect"), staff("record-refund")], "pending", []],
  // ITEM-TWICE
  [
    "two matching transactions (B-10)",
    [success(), success({ transactionId: "T2" })],
    "paid",
    ["paid-twice 2"],
  ],
  [
    "three",
    [success(), success({ transactionId: "T2" }), success({ transactionId: "T3" })],
    "paid",
    ["paid-twice 2", "paid-twice 3"],
  ],
  ["one transaction with two further fields", [success(), success({ enabled: "0" })], "paid", []],
  // ITEM-CODE
  [
    "an unknown code (NOT-CODE)",
    [answer("redirect"), success({ returncode: "09" })],
    "pending",
    ["unknown-code T1/09"],
  ],
  ["0 is no success", [answer("redirect"), success({ returncode: "0" })], "pending", ["unknown-code T1/0"]],
  [
    "02 is no failure",
    [answer("redirect"), success({ returncode: "02" })],
    "pending",
    ["unknown-code T1/02"],
  ],
  ["an empty code", [answer("approved"), success({ returncode: "" })], "approved", ["unknown-code T1/"]],
  [
    "two unknown codes",
    [success({ returncode: "08" }), success({ returncode: "09" })],
    "created",
    ["unknown-code T1/08", "unknown-code T1/09"],
  ],
  ["paid and an unknown code", [success(), success({ returncode: "09" })], "paid", ["unknown-code T1/09"]],
  // ITEM-NOTICE
  [
    "a 00 that is a refund notice (NOT-ALERT)",
    [answer("redirect"), success({ alertType: "Refund" })],
    "pending",
    ["refund-notice T1"],
  ],
  ["paid, then a refund notice", [success(), success({ alertType: "Refund" })], "paid", ["refund-notice T1"]],
  [
    "a refund notice of another transaction is not paid twice",
    [success(), success({ transactionId: "T2", alertType: "Chargebacks" })],
    "paid",
    ["refund-notice T2"],
  ],
  [
    "a refund notice of other money is no amount-mismatch",
    [answer("redirect"), short({ alertType: "RDR" })],
    "pending",
    ["refund-notice T1"],
  ],
  // ITEM-CYCLE
  ...["0", "-1", "1.5", "one", "1st", "01", " 1", "1e1", "9999999999"].map(
    (periodCount): [string, Fact[], AttemptState, string[]] => [
      `the cycle ${periodCount} (NOT-SUBSCRIPTION)`,
      [answer("redirect"), success({ periodCount })],
      "pending",
      ["unknown-cycle T1"],
    ],
  ),
  ...["1", "12", "100000000", "999999999"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount}`,
    [success({ periodCount })],
    "paid",
    [],
  ]),
  ...[undefined, "1", "0", "02", "-1"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount} under a number of its own (CYC-NUMBER)`,
    [answer("redirect"), success({ reportedAttemptId: "X", ...(periodCount && { periodCount }) })],
    "pending",
    ["unknown-cycle T1"],
  ]),
  [
    "a later cycle under a number of its own (CYC-NUMBER)",
    [success({ reportedAttemptId: "X", periodCount: "2", gatewaySubscriptionId: "M1" })],
    "paid",
    [],
  ],
  [
    "an unknown cycle of a transaction that has paid one (CYC-TRANSACTION)",
    [answer("redirect"), success({ periodCount: "0", usedFor: 2 })],
    "pending",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of no charge (ITEM-CYCLE)",
    [answer("approved"), declined({ periodCount: "0", enabled: "0" })],
    "approved",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of a charge (ITEM-CYCLE)",
    [answer("redirect"), success({ periodCount: "0", enabled: "0" })],
    "pending",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle that closes nothing (ITEM-CYCLE)",
    [answer("approved"), declined({ periodCount: "0", enabled: "1" })],
    "approved",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle",
    [answer("approved"), declined({ periodCount: "x" })],
    "approved",
    ["unknown-cycle T1"],
  ],
];
