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
const redirected = exampleResponse("redirect");
const approved = exampleResponse("approved");
const duplicate = exampleResponse("rejected", { duplicate: true });
const unclear = exampleResponse("rejected", { unclear: true });
const approvalPays = exampleResponse("approved", { pays: true });
const accepted = exampleResolution("accept");
const dismissed = exampleResolution("dismiss");
const second = { transactionId: "T2" };
const [paid, paid2] = [exampleNotification(), exampleNotification(second)];
const [failed, failed2] = [exampleFailure(), exampleFailure(second)];
const [short, short2] = [wrongAmount(), wrongAmount(second)];
const notice = exampleNotification({ alertType: "Refund" });
const code = (returncode: string) => exampleNotification({ returncode });
const closes = (changed: Partial<NotificationFact> = {}) => exampleFailure({ enabled: "0", ...changed });
const cycle = (periodCount: string | undefined, changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ ...(periodCount !== undefined && { periodCount }), ...changed });

type StateExample = [string, Fact[], AttemptState, ...items: string[]];

/** Each example: its name, the facts, the state and the review items, as the table in docs/reference/protocol.md has them. */
export const stateExamples: StateExample[] = [
  // STATE-CREATED, STATE-PENDING, STATE-APPROVED
  ["nothing yet", [], "created"],
  ["redirected", [redirected], "pending"],
  ["unknown", [exampleResponse("unknown")], "pending"],
  ["rejected as a duplicate", [duplicate], "pending"],
  ["rejected, and unclear", [unclear], "pending"],
  ["approved at once", [approved], "approved"],
  // STATE-FAILED
  ["declined", [exampleResponse("declined")], "failed"],
  ["rejected", [exampleResponse("rejected", { duplicate: false })], "failed"],
  ["a duplicate, and upheld", [duplicate, upheld], "failed"],
  ["unclear, and upheld", [unclear, upheld], "failed"],
  ["upheld before the response is stored", [upheld], "created"],
  ["rejected, and no word of duplicates", [exampleResponse("rejected")], "failed"],
  ["notified 2 before any response", [failed], "failed"],
  ["redirected, notified 2", [redirected, failed], "failed"],
  ["a duplicate, notified 2", [duplicate, failed], "failed"],
  ["two different failures", [redirected, failed, failed2], "failed"],
  // STATE-REVIEW: approved, and notified 2 (ITEM-CONTRADICTORY)
  ["approved, notified 2", [approved, failed], "review", "contradictory-results T1"],
  // A closing that tells of no charge takes no approval back (NOT-ENABLED)
  ["approved, and closed", [approved, closes()], "approved"],
  ["approved, and not closed", [approved, closes({ enabled: "1" })], "review", "contradictory-results T1"],
  ["redirected, failed and closed", [redirected, closes()], "failed"],
  ["approved, a matching 00, and closed", [approved, paid, closes(second)], "paid"],
  ["paid, and closed with a failure of the same", [paid, closes()], "paid", "contradictory-results T1"],
  // STATE-REVIEW: a 00 whose money does not match (ITEM-MISMATCH)
  ["a 00 of other money before any response", [short], "review", "amount-mismatch T1"],
  ["approved, a 00 of other money", [approved, short], "review", "amount-mismatch T1"],
  ["declined, other money", [exampleResponse("declined"), short], "review", "amount-mismatch T1"],
  ["two 00 of other money", [short, short2], "review", "amount-mismatch T1", "amount-mismatch T2"],
  ["two sums for one", [short, wrongAmount({ trueAmount: "2.00" })], "review", "amount-mismatch T1"],
  ["other money, and a 2 of another transaction", [short, failed2], "review", "amount-mismatch T1"],
  [
    "other money, and a 2 of the same",
    [short, failed],
    "review",
    "amount-mismatch T1",
    "contradictory-results T1",
  ],
  // STATE-CLOSED
  ["closed by an operator", [redirected, dismissed], "closed"],
  ["failed, then closed", [failed, dismissed], "closed"],
  ["a 00 of other money, closed", [short, dismissed], "closed", "amount-mismatch T1"],
  ["approved, notified 2, closed", [approved, failed, dismissed], "closed", "contradictory-results T1"],
  // STATE-PAID
  ["a matching 00 before any response", [paid], "paid"],
  ["approved, a matching 00", [approved, paid], "paid"],
  ["declined, a matching 00 (B-25)", [exampleResponse("declined"), paid], "paid"],
  ["unclear and upheld, a matching 00 (B-25)", [unclear, upheld, paid], "paid"],
  ["a matching 00 and a 2 of another transaction (B-26)", [paid, failed2], "paid"],
  ["a matching 00 and a 2 of the same (B-27)", [paid, failed], "paid", "contradictory-results T1"],
  ["approved, paid, a 2 of another", [approved, paid, failed2], "paid", "contradictory-results T2"],
  ["a matching 00 and one of other money", [paid, short2], "paid", "amount-mismatch T2"],
  ["other money, then corrected, one transaction", [short, paid], "paid", "amount-mismatch T1"],
  ["closed, a matching 00 (B-25)", [dismissed, paid], "paid"],
  ["approved, and an approval pays (RES-APPROVED)", [approvalPays], "paid"],
  ["the same, notified 2 (RES-APPROVED)", [approvalPays, failed], "paid", "contradictory-results T1"],
  ["the same, and a 00 of other money", [approvalPays, short], "paid", "amount-mismatch T1"],
  ["accepted by an operator", [redirected, accepted], "paid"],
  ["other money, accepted", [short, accepted], "paid", "amount-mismatch T1"],
  ["accepted and closed", [accepted, dismissed], "paid"],
  ["failed and accepted", [failed, accepted], "paid"],
  ["paid and refunded by hand (B-45)", [paid, exampleResolution("record-refund")], "paid"],
  ["a refund by hand alone", [redirected, exampleResolution("record-refund")], "pending"],
  // ITEM-TWICE
  ["two matching transactions (B-10)", [paid, paid2], "paid", "paid-twice 2"],
  ["three", [paid, paid2, cycle(undefined, { transactionId: "T3" })], "paid", "paid-twice 2", "paid-twice 3"],
  ["one transaction with two further fields", [paid, cycle(undefined, { enabled: "0" })], "paid"],
  // ITEM-CODE
  ["an unknown code (NOT-CODE)", [redirected, code("09")], "pending", "unknown-code T1/09"],
  ["0 is no success", [redirected, code("0")], "pending", "unknown-code T1/0"],
  ["02 is no failure", [redirected, code("02")], "pending", "unknown-code T1/02"],
  ["an empty code", [approved, code("")], "approved", "unknown-code T1/"],
  ["two unknown codes", [code("08"), code("09")], "created", "unknown-code T1/08", "unknown-code T1/09"],
  ["paid and an unknown code", [paid, code("09")], "paid", "unknown-code T1/09"],
  // ITEM-NOTICE
  ["a 00 that is a refund notice (NOT-ALERT)", [redirected, notice], "pending", "refund-notice T1"],
  ["paid, then a refund notice", [paid, notice], "paid", "refund-notice T1"],
  [
    "a notice of another transaction is not paid twice",
    [paid, exampleNotification({ ...second, alertType: "Chargebacks" })],
    "paid",
    "refund-notice T2",
  ],
  [
    "a notice of other money is no amount-mismatch",
    [redirected, wrongAmount({ alertType: "RDR" })],
    "pending",
    "refund-notice T1",
  ],
  // ITEM-CYCLE
  ...["0", "-1", "1.5", "one", "01", "9999999999"].map(
    (count): StateExample => [
      `the cycle ${count} (NOT-SUBSCRIPTION)`,
      [redirected, cycle(count)],
      "pending",
      "unknown-cycle T1",
    ],
  ),
  ...["1", "12", "999999999"].map((count): StateExample => [`the cycle ${count}`, [cycle(count)], "paid"]),
  ...[undefined, "1", "02"].map(
    (count): StateExample => [
      `the cycle ${count} under a number of its own (CYC-NUMBER)`,
      [redirected, cycle(count, { reportedAttemptId: "X" })],
      "pending",
      "unknown-cycle T1",
    ],
  ),
  [
    "a later cycle under a number of its own (CYC-NUMBER)",
    [cycle("2", { reportedAttemptId: "X", gatewaySubscriptionId: "M1" })],
    "paid",
  ],
  [
    "an unknown cycle of a transaction that has paid one (CYC-TRANSACTION)",
    [redirected, cycle("0", { usedFor: 2 })],
    "pending",
  ],
  [
    "a closing of an unknown cycle that tells of no charge (ITEM-CYCLE)",
    [approved, closes({ periodCount: "0" })],
    "approved",
  ],
  [
    "a closing of an unknown cycle that tells of a charge (ITEM-CYCLE)",
    [redirected, cycle("0", { enabled: "0" })],
    "pending",
    "unknown-cycle T1",
  ],
  [
    "a failed unknown cycle that closes nothing (ITEM-CYCLE)",
    [approved, closes({ periodCount: "0", enabled: "1" })],
    "approved",
    "unknown-cycle T1",
  ],
  [
    "a failed unknown cycle",
    [approved, exampleFailure({ periodCount: "x" })],
    "approved",
    "unknown-cycle T1",
  ],
];
