import { expect, test } from "vitest";
import type { QueryResult } from "../../../src/index.ts";
import { toQueryResultFields } from "../../../src/query/query-result-fields.ts";
import {
  actionMeaning,
  attemptStateText,
  backlogText,
  chineseStaffTexts,
  englishStaffTexts as english,
  queryAnswerText,
  queryProblemText,
  querySummaryText,
  reviewItemTexts,
  reviewItemTitle,
  type TimelinePhrasesAndText,
  timelineLineText,
} from "../../../src/status/texts/index.ts";

const declined: TimelinePhrasesAndText = {
  text: "The gateway declined the payment. The gateway's text: no funds",
  phrases: [
    { id: "declined", values: {} },
    { id: "gateway-text", values: { text: "no funds" } },
  ],
};

test("a line of the timeline exists in each language, and in English with a phrase of a newer server", () => {
  expect(timelineLineText(english, declined)).toBe(declined.text);
  expect(timelineLineText(chineseStaffTexts, declined)).toBe("网关拒绝了付款。 网关说明：no funds");
  const newer = { ...declined, phrases: [...declined.phrases, { id: "forgiven" as never, values: {} }] };
  expect(timelineLineText(chineseStaffTexts, newer)).toBe(declined.text);
});

test.each([
  ["not-connected", "Not sent: no connection to the gateway"],
  ["http-refused", "Refused by the gateway"],
  ["unclear", "No clear response from the gateway"],
  ["redirected", english.states.pending],
] as const)("the text of an attempt without a result describes the response: %s", (id, text) => {
  const timeline: TimelinePhrasesAndText[] = [declined, { text: "", phrases: [{ id, values: {} }] }];
  expect(attemptStateText(english, { state: "pending", timeline })).toBe(text);
  expect(attemptStateText(english, { state: "paid", timeline })).toBe(english.states.paid);
});

test("an action means something else for an item that it only resolves, or for an order that is not placed", () => {
  const meanings = (kind: Parameters<typeof actionMeaning>[2]) =>
    (["dismiss", "record-refund", "accept"] as const).map((action) => actionMeaning(english, action, kind));
  const { actions, attemptActionTexts: attempt, renewalActionTexts: renewal, dismissItemOnlyText } = english;
  const [dismiss, refund, accept] = [
    actions.dismiss.means,
    actions["record-refund"].means,
    actions.accept.means,
  ];
  expect(meanings("amount-mismatch")).toEqual([dismiss, refund, accept]);
  for (const kind of ["host-not-informed", "unknown-cycle", "paid-twice"] as const)
    expect(meanings(kind)).toEqual([dismissItemOnlyText, refund, accept]);
  expect(meanings("order-not-placed")).toEqual([attempt.dismiss, attempt["record-refund"], accept]);
  expect(meanings("renewal-not-placed")).toEqual([renewal.dismiss, renewal["record-refund"], accept]);
});

test("the title of an item names its cycle, because the page of the first order displays it", () => {
  for (const cycle of [null, undefined])
    expect(reviewItemTitle(english, { kind: "amount-mismatch", cycle })).toBe("Amount does not match");
  const seventh = reviewItemTitle(english, { kind: "amount-mismatch", cycle: 7 });
  expect(seventh).toBe("Amount does not match (Cycle 7)");
});

test("a dispute has the title and the advice of its type, and general ones if the server's type is unknown", () => {
  const chargeback = { kind: "dispute", problemCode: "chargeback", cycle: 2 } as const;
  expect(reviewItemTitle(english, chargeback)).toBe("Chargeback (Cycle 2)");
  expect(reviewItemTexts(english, chargeback).advice).toContain("Answer the chargeback at the gateway.");
  const { dispute, "paid-twice": twice } = english.reviewItems;
  for (const problemCode of ["of a newer server", undefined])
    expect(reviewItemTexts(english, { kind: "dispute", problemCode })).toBe(dispute);
  expect(reviewItemTexts(english, { kind: "paid-twice", problemCode: "chargeback" })).toBe(twice);
});

test("the text of a backlog has its number and the time of the oldest entry", () => {
  const format = (instant: string) => instant.slice(0, 10);
  const oldestAt = "2026-03-01T12:00:00.000Z";
  const text = (count: number, hasMore: boolean) =>
    backlogText(english, { count, hasMore, oldestAt: count === 0 ? null : oldestAt }, format);
  expect(text(0, false)).toBe("None");
  expect(text(3, false)).toBe("3, the oldest since 2026-03-01");
  expect(text(1000, true)).toBe("More than 1000, the oldest since 2026-03-01");
});

test("the summary of a query has the number of each answer, and each problem has its text", () => {
  const { answers, problems } = english.query;
  const results: readonly (readonly [QueryResult, answer: string, problem: string | undefined])[] = [
    [{ outcome: "unknown", reason: "timeout" }, answers.unknown, problems.unknown],
    [{ outcome: "reported", state: "paid" }, answers.paid, undefined],
    [{ outcome: "not-asked", reason: "gateway_silent" }, answers["not-asked"], problems.gateway_silent],
    [{ outcome: "reported", state: "not-paid" }, answers["not-paid"], undefined],
    [{ outcome: "reported", state: "paid" }, answers.paid, undefined],
    [{ outcome: "rejected", text: "no such order" }, answers.rejected, "no such order"],
    [{ outcome: "rejected" }, answers.rejected, problems.rejected],
  ];
  for (const [result, answer, problem] of results) {
    const fields = toQueryResultFields(result);
    expect(queryAnswerText(english, fields)).toBe(answer);
    expect(queryProblemText(english, fields)).toBe(problem?.replace("{reason}", "timeout"));
  }
  const fields = results.slice(0, 5).map(([result]) => toQueryResultFields(result));
  expect(querySummaryText(english, fields)).toBe("Paid: 2 · Not paid: 1 · No answer: 1 · Not asked: 1");
});
