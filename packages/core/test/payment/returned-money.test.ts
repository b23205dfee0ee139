import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/payment/fact.ts";
import type { ChargeFacts } from "../../src/payment/refundable-charge.ts";
import { moneyReturnedProblem, reportsOfReturnedMoney } from "../../src/payment/returned-money.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleAttempt, exampleCharge, examplePlan } from "./example-attempt.ts";
import {
  exampleDispute as dispute,
  exampleFailure,
  exampleInquiry,
  exampleNotification,
  exampleRetry,
  exampleRefundReport as refund,
} from "./example-facts.ts";

const [early, late] = ["2026-11-20T10:01:00.000Z", "2026-11-20T10:02:00.000Z"];
const other = { transactionId: "T9" };
const noId = { transactionId: "" };
const failed = dispute({ id: "f", result: "failed", at: late });
const notice = (changed: Parameters<typeof exampleNotification>[0] = {}) =>
  exampleNotification({ alertType: "Refund", ...changed });
const query = (changed: Parameters<typeof exampleInquiry>[0] = {}) =>
  exampleInquiry({ state: "refunded", at: late, ...changed });

const paidSale = (reports: readonly Fact[]) => exampleCharge([exampleNotification(), ...reports]);

const problem = (text: string) => ({
  code: "money_returned",
  message: `Money of this payment went back before the order was placed. ${text} Dismiss this item, or retry it to place the order all the same.`,
});
const refundText = "The gateway reported refund R-1 of 19.99 USD.";
const chargebackText = "The dispute webhook reported Chargebacks.";
const noticeText = "A notification reported Refund.";
const queryText = "The gateway answered a query that the order was refunded.";

describe("money of the paying transaction that went back stops its order (ENG-RETURNED)", () => {
  test.each<[string, Fact[], string]>([
    ["a refund", [refund()], refundText],
    [
      "a refund of a part",
      [refund({ amount: money(100, "USD") })],
      "The gateway reported refund R-1 of 1.00 USD.",
    ],
    ["a chargeback", [dispute()], chargebackText],
    ["an RDR alert", [dispute({ type: "rdr-alert", alertType: "RDR" })], "The dispute webhook reported RDR."],
    [
      "a chargeback after one that failed",
      [dispute({ result: "failed" }), dispute({ at: late })],
      chargebackText,
    ],
    ["a chargeback beside a failed alert", [dispute(), { ...failed, type: "rdr-alert" }], chargebackText],
    ["a chargeback beside one of another transaction", [dispute(), { ...failed, ...other }], chargebackText],
    ["a notice", [notice()], noticeText],
    ["a notice without a transaction ID", [notice(noId)], noticeText],
    ["a query", [query()], queryText],
    ["a query without a transaction ID", [query(noId)], queryText],
    ["a query after one that was paid", [exampleInquiry({ at: early }), query()], queryText],
    [
      "all of these",
      [query(), notice(), dispute(), refund()],
      [refundText, chargebackText, noticeText, queryText].join(" "),
    ],
  ])("%s", (_, reports, text) => {
    expect(moneyReturnedProblem(paidSale(reports))).toEqual(problem(text));
    expect(moneyReturnedProblem(paidSale(reports.toReversed()))?.code).toBe("money_returned");
  });

  test.each<[string, Fact[]]>([
    ["nothing", []],
    ["a refund of another transaction", [refund(other)]],
    ["a refund that failed", [refund({ outcome: "failed" })]],
    ["a chargeback of another transaction", [dispute(other)]],
    ["a chargeback that failed later", [dispute({ at: early }), failed]],
    ["an Ethoca alert, which moves no money", [dispute({ type: "ethoca-alert", alertType: "Ethoca" })]],
    ["a refund that cannot be read", [dispute({ type: "refund", alertType: "Refund" })]],
    ["an unknown type of dispute", [dispute({ type: "unrecognized", alertType: "VOID" })]],
    ["a notice of another transaction", [notice(other)]],
    ["a notice of a failure", [exampleFailure({ alertType: "Refund" })]],
    ["a query of another transaction", [query(other)]],
    ["a query before one that was paid", [query({ at: early }), exampleInquiry({ at: late })]],
  ])("but %s stops nothing", (_, reports) => {
    expect(moneyReturnedProblem(paidSale(reports))).toBeUndefined();
    expect(moneyReturnedProblem(paidSale(reports.toReversed()))).toBeUndefined();
  });
});

describe("staff who retry the item place the order all the same", () => {
  const reports = [refund(), dispute(), notice(), query()];
  const returnedMoney = reportsOfReturnedMoney(paidSale(reports));

  test("because the item names the reports that they knew", () => {
    const ids = [`notification/${notice().id}`, `inquiry/${query().id}`];
    expect(returnedMoney).toEqual(["refund/R-1", "dispute/d", ...ids]);
    expect(moneyReturnedProblem(paidSale([...reports, exampleRetry({ returnedMoney })]))).toBeUndefined();
  });

  test.each<[string, Fact[], string]>([
    [
      "another report came later",
      [exampleRetry({ returnedMoney: ["refund/R-1"] }), dispute()],
      chargebackText,
    ],
    ["they retried another cycle", [exampleRetry({ returnedMoney, cycle: 2 })], refundText],
    ["they knew of none", [exampleRetry()], refundText],
  ])("but not if %s", (_, facts, text) => {
    expect(moneyReturnedProblem(paidSale([refund(), ...facts]))).toEqual(problem(text));
  });
});

describe("the order of a subscription", () => {
  const first = exampleNotification({ trueAmount: "5.00" });
  const charge = (cycle: number | undefined, saleFacts: Fact[], cycleFacts: Fact[] = []): ChargeFacts => {
    const facts = [first, ...saleFacts];
    const attempt = {
      ...exampleAttempt({ facts, state: "paid" }),
      plan: { ...examplePlan, firstPeriodAmount: 500 },
    };
    const own = [exampleNotification({ transactionId: "T2", periodCount: "2" }), ...cycleFacts];
    return { attempt, cycle, facts: cycle === undefined ? facts : own };
  };
  const ofCycle = { transactionId: "T2" };

  test.each<[string, ChargeFacts, string]>([
    ["a refund of the first period", charge(undefined, [refund()]), refundText],
    ["a refund of the cycle", charge(2, [], [refund(ofCycle)]), refundText],
    ["a refund that came before the cycle", charge(2, [refund(ofCycle)]), refundText],
    ["a chargeback that came before the cycle", charge(2, [dispute(ofCycle)]), chargebackText],
  ])("is stopped by %s", (_, subject, text) => {
    expect(moneyReturnedProblem(subject)).toEqual(problem(text));
  });

  test.each<[string, ChargeFacts]>([
    ["a refund of the first period", charge(2, [refund()])],
    ["a query of the sale without a transaction ID", charge(2, [query(noId)])],
    [
      "a refund that staff knew when they retried the cycle",
      charge(2, [exampleRetry({ cycle: 2, returnedMoney: ["refund/R-1"] })], [refund(ofCycle)]),
    ],
  ])("of a later cycle is not stopped by %s", (_, subject) => {
    expect(moneyReturnedProblem(subject)).toBeUndefined();
  });
});
