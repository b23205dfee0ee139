import { describe, expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import { boundFacts, countReports, factsThatDecide } from "../../src/payment/classify-facts.ts";
import { addFact, type Fact, type InquiryFact } from "../../src/payment/fact.ts";
import {
  exampleDispute,
  exampleFailure,
  exampleInquiry,
  exampleNotification,
  exampleResponse,
} from "./example-facts.ts";
import { expectedAmounts } from "./state-examples.ts";

const decline = (number: number) => exampleFailure({ transactionId: `F${number}` });
const unknownCode = (number: number) => exampleNotification({ returncode: "7", transactionId: `U${number}` });
const closing = exampleFailure({ enabled: "0", transactionId: "closing" });
const notice = (number: number) => exampleNotification({ alertType: "refund", transactionId: `N${number}` });

const dispute = (number: number) => exampleDispute({ id: `D${number}` });
const reply = (state: InquiryFact["state"], transactionId: string) =>
  exampleInquiry({ state, transactionId });
const pendingReply = (number: number) => reply("pending", `P${number}`);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Adds the facts one after another, as they arrive. */
function arrive(facts: readonly Fact[]): readonly Fact[] {
  return facts.reduce<readonly Fact[]>((known, fact) => boundFacts(addFact(known, fact)), []);
}

const stateOf = (facts: readonly Fact[]) => deriveAttemptState(expectedAmounts, facts).state;
const idsOf = (facts: readonly Fact[]) =>
  facts.map((fact) => ("transactionId" in fact ? fact.transactionId : fact.source));

describe("the facts that an attempt keeps (STATE-BOUND)", () => {
  test("of 3,000 declines are the first three, the last three, and the number of the others", () => {
    const facts = arrive(numbers(3000).map(decline));
    expect(idsOf(facts)).toEqual(["F1", "F2", "F3", "F2998", "F2999", "F3000", "omitted"]);
    expect(facts.at(-1)).toMatchObject({ source: "omitted", of: "failures", count: 2994 });
    expect(countReports(facts, "failures")).toBe(3000);
    expect(countReports(facts, "disputes")).toBe(0);
  });

  test("of disputes are the first twenty and the last five", () => {
    const facts = arrive(numbers(100).map(dispute));
    expect(facts.slice(0, -1)).toEqual([...numbers(20), 96, 97, 98, 99, 100].map(dispute));
    expect(facts.at(-1)).toMatchObject({ source: "omitted", of: "disputes", count: 75 });
    expect([countReports(facts, "disputes"), countReports(facts, "failures")]).toEqual([100, 0]);
  });

  test("name the time of the last one that was dropped", () => {
    const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
    const declineAt = (number: number) => ({ ...decline(number), at: at(number) });
    const facts = boundFacts(numbers(9).map(declineAt));
    const omitted = { source: "omitted", of: "failures", at: at(6), count: 3 };
    expect(facts.at(-1)).toEqual(omitted);
    expect(arrive([...facts, ...numbers(26).map(dispute)]).at(-2)).toEqual(omitted);
    expect(boundFacts([...facts, declineAt(10)]).at(-1)).toEqual({ ...omitted, at: at(7), count: 4 });
  });

  test.each<[string, (number: number) => Fact[]]>([
    ["successes of any amount", (n) => [exampleNotification({ transactionId: `T${n}` })]],
    [
      "notices of refunds",
      (n) => [notice(n), exampleFailure({ alertType: "refund", transactionId: `N${n}` })],
    ],
    [
      "successes of an unknown cycle",
      (n) => [exampleNotification({ periodCount: "0", transactionId: `T${n}` })],
    ],
    ["replies that name money", (n) => [reply("refunded", `T${n}`), { ...reply("paid", ""), id: `P${n}` }]],
    ["closings of a subscription", (n) => [{ ...closing, id: `C${n}` }]],
    [
      "failures of successful transactions",
      (n) => [decline(n), exampleNotification({ transactionId: `F${n}` })],
    ],
  ])("are all %s, because they can mean money", (_, factsOf) => {
    const facts = numbers(30).flatMap(factsOf);
    expect(boundFacts(facts)).toBe(facts);
  });

  const later = <Each>(factOf: (number: number) => Each) => numbers(40).map((number) => factOf(number + 30));
  const declines = numbers(30).map(decline);
  const approved = exampleResponse("approved");

  test.each<[string, Fact[]]>([
    ["a decline among unknown codes", [...numbers(20).map(unknownCode), decline(1), ...later(unknownCode)]],
    ["unknown codes only", numbers(60).map(unknownCode)],
    ["declines after an approval", [approved, ...numbers(60).map(decline)]],
    ["a closing after an approval", [approved, closing, ...numbers(60).map(unknownCode)]],
    ["a success among declines", [...declines, exampleNotification(), ...later(decline)]],
    ["another amount", [...declines, exampleNotification({ trueAmount: "1.00" }), ...later(decline)]],
    ["replies to queries and declines", numbers(30).flatMap((n) => [pendingReply(n), decline(n)])],
    ["replies to queries only", [exampleResponse("redirect"), ...numbers(30).map(pendingReply)]],
  ])("decide the same state as all of them: %s", (_, facts) => {
    expect(stateOf(arrive(facts))).toBe(stateOf(facts));
    expect(stateOf(factsThatDecide(arrive(facts)))).toBe(stateOf(facts));
    expect(arrive(facts).length).toBeLessThan(20);
  });

  test("are the first and the last declines of each subscription", () => {
    const facts = ["S1", "S2"].flatMap((gatewaySubscriptionId) =>
      numbers(10).map((number) => ({ ...decline(number), gatewaySubscriptionId })),
    );
    expect(boundFacts(facts)).toHaveLength(2 * 6 + 1);
  });

  test("have the last reply to a query as their last reply", () => {
    const facts = arrive([
      ...numbers(30).map(pendingReply),
      { ...pendingReply(99), state: "not-paid" },
      decline(1),
    ]);
    expect(facts.findLast(({ source }) => source === "inquiry")).toMatchObject({ state: "not-paid" });
  });
});

describe("after twenty failures (STATE-BOUND)", () => {
  const kindsOf = (facts: readonly Fact[]) =>
    deriveAttemptState(expectedAmounts, factsThatDecide(facts)).findings.map(
      ({ kind, dedupeKey }) => `${kind} ${dedupeKey}`,
    );

  test("the last ones open no item", () => {
    const facts = arrive(numbers(20).map(unknownCode));
    expect(kindsOf(facts)).toContain("unknown-code U20/7");
    expect(kindsOf(arrive([...facts, unknownCode(21)]))).toEqual([
      "unknown-code U1/7",
      "unknown-code U2/7",
      "unknown-code U3/7",
    ]);
  });

  test("every dispute is left", () => {
    const disputes = numbers(5).map(dispute);
    const facts = factsThatDecide([...numbers(21).map(decline), ...disputes]);
    expect(facts).toEqual([...numbers(3).map(decline), ...disputes]);
  });

  test("one of a transaction that succeeded still does, in both orders (ITEM-CONTRADICTORY)", () => {
    const flood = numbers(60).map(decline);
    const success = exampleNotification({ transactionId: "F60" });
    expect(kindsOf(arrive([...flood, success]))).toEqual(["contradictory-results F60"]);
    expect(kindsOf(arrive([success, ...flood]))).toEqual(["contradictory-results F60"]);
  });

  test("one that is not kept any more does not (ITEM-CONTRADICTORY)", () => {
    const success = exampleNotification({ transactionId: "F30" });
    expect(kindsOf(arrive([...numbers(60).map(decline), success]))).toEqual([]);
  });
});
