import { expect, test } from "vitest";
import type { QueryResult } from "../../../src/index.ts";
import { toQueryResultFields } from "../../../src/query/query-result-fields.ts";
import {
  actionMeaning,
  attemptStateText,
  backlogText,
  chineseStaffTexts,
  englishStaffTexts,
  type QueryResultFields,
  queryAnswerText,
  queryProblemText,
  querySummaryText,
  reviewItemTexts,
  reviewItemTitle,
  type TimelinePhrase,
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

test("a line of the timeline exists in each language", () => {
  expect(timelineLineText(englishStaffTexts, declined)).toBe(declined.text);
  expect(timelineLineText(chineseStaffTexts, declined)).toBe("网关拒绝了付款。 网关说明：no funds");
});

test.each([
  ["not-connected", "Not sent: no connection to the gateway", "未发送：无法连接网关"],
  ["http-refused", "Refused by the gateway", "被网关拒绝"],
  ["unclear", "No clear response from the gateway", "网关没有明确答复"],
  ["redirected", "Waiting for the buyer or the gateway", "等待买家或网关"],
] as const)("the text of an attempt without a result describes the response: %s", (id, english, chinese) => {
  const phrases: readonly TimelinePhrase[] = [{ id, values: {} }];
  const timeline: readonly TimelinePhrasesAndText[] = [declined, { text: "", phrases }];
  expect(attemptStateText(englishStaffTexts, { state: "pending", timeline })).toBe(english);
  expect(attemptStateText(chineseStaffTexts, { state: "pending", timeline })).toBe(chinese);
  expect(attemptStateText(englishStaffTexts, { state: "paid", timeline })).toBe("Paid");
});

test.each(["host-not-informed", "unknown-cycle", "paid-twice"] as const)(
  "the text of dismissing %s says that only the item is resolved",
  (kind) => {
    expect(actionMeaning(englishStaffTexts, "dismiss", kind)).toBe(englishStaffTexts.dismissItemOnlyText);
    expect(actionMeaning(englishStaffTexts, "record-refund", kind)).toBe(
      englishStaffTexts.actions["record-refund"].means,
    );
  },
);

test("a line with a phrase of a newer server is displayed in English", () => {
  const newer = [...declined.phrases, { id: "forgiven" as never, values: {} }];
  const line = { text: "The gateway declined the payment. It was forgiven.", phrases: newer };
  expect(timelineLineText(chineseStaffTexts, line)).toBe(line.text);
});

test("the title of an item names its cycle, because the page of the first order displays it", () => {
  expect(reviewItemTitle(englishStaffTexts, { kind: "amount-mismatch", cycle: 7 })).toBe(
    "Amount does not match (Cycle 7)",
  );
  expect(reviewItemTitle(chineseStaffTexts, { kind: "amount-mismatch", cycle: 7 })).toBe("金额不符 (周期 7)");
  expect(reviewItemTitle(englishStaffTexts, { kind: "amount-mismatch", cycle: null })).toBe(
    "Amount does not match",
  );
  expect(reviewItemTitle(englishStaffTexts, { kind: "amount-mismatch" })).toBe("Amount does not match");
});

test("a dispute has the title and the advice of its type, and general ones if the server's type is unknown", () => {
  const chargeback = { kind: "dispute", problemCode: "chargeback", cycle: 2 } as const;
  expect(reviewItemTitle(englishStaffTexts, chargeback)).toBe("Chargeback (Cycle 2)");
  expect(reviewItemTitle(chineseStaffTexts, chargeback)).toBe("拒付 (周期 2)");
  expect(reviewItemTexts(englishStaffTexts, chargeback).advice).toContain(
    "Answer the chargeback at the gateway.",
  );
  for (const problemCode of ["of a newer server", undefined])
    expect(reviewItemTexts(englishStaffTexts, { kind: "dispute", problemCode })).toBe(
      englishStaffTexts.reviewItems.dispute,
    );
  expect(reviewItemTexts(englishStaffTexts, { kind: "paid-twice", problemCode: "chargeback" })).toBe(
    englishStaffTexts.reviewItems["paid-twice"],
  );
});

test.each([
  ["order-not-placed", "attemptActionTexts"],
  ["renewal-not-placed", "renewalActionTexts"],
] as const)(
  "an operator action has another meaning for a paid order that is not placed: %s",
  (kind, part) => {
    const { actions, [part]: meanings } = englishStaffTexts;
    expect(actionMeaning(englishStaffTexts, "dismiss", "amount-mismatch")).toBe(actions.dismiss.means);
    expect(actionMeaning(englishStaffTexts, "dismiss", kind)).toBe(meanings.dismiss);
    expect(actionMeaning(englishStaffTexts, "record-refund", kind)).toBe(meanings["record-refund"]);
    expect(actionMeaning(englishStaffTexts, "accept", kind)).toBe(actions.accept.means);
  },
);

test("the text of a backlog has its number and the time of the oldest entry", () => {
  const format = (instant: string) => instant.slice(0, 10);
  const oldestAt = "2026-03-01T12:00:00.000Z";
  const text = (count: number, hasMore: boolean) =>
    backlogText(englishStaffTexts, { count, hasMore, oldestAt: count === 0 ? null : oldestAt }, format);
  expect(text(0, false)).toBe("None");
  expect(text(3, false)).toBe("3, the oldest since 2026-03-01");
  expect(text(1000, true)).toBe("More than 1000, the oldest since 2026-03-01");
});

test("the summary of a query has the number of each answer, and no answer without an attempt", () => {
  const answers: readonly QueryResultFields[] = [
    toQueryResultFields({ outcome: "unknown", reason: "timeout" }),
    toQueryResultFields({ outcome: "reported", state: "paid" }),
    toQueryResultFields({ outcome: "not-asked", reason: "gateway_silent" }),
    toQueryResultFields({ outcome: "reported", state: "not-paid" }),
    toQueryResultFields({ outcome: "reported", state: "paid" }),
  ];
  expect(querySummaryText(englishStaffTexts, answers)).toBe(
    "Paid: 2 · Not paid: 1 · No answer: 1 · Not asked: 1",
  );
  expect(querySummaryText(chineseStaffTexts, answers)).toBe(
    "已付款：2 笔 · 未付款：1 笔 · 没有答复：1 笔 · 未查询：1 笔",
  );
  expect(answers.map((answer) => queryAnswerText(englishStaffTexts, answer))).toEqual([
    "No answer",
    "Paid",
    "Not asked",
    "Not paid",
    "Paid",
  ]);
});

test.each<[QueryResult, string | undefined, string | undefined]>([
  [{ outcome: "reported", state: "paid" }, undefined, undefined],
  [
    { outcome: "unverified", reason: "mismatch" },
    "The answer proves nothing (mismatch).",
    "该答复不能证明任何事（mismatch）。",
  ],
  [{ outcome: "rejected", text: "no such order" }, "no such order", "no such order"],
  [{ outcome: "rejected" }, "The gateway gave no reason.", "网关没有说明原因。"],
  [
    { outcome: "unknown", reason: "timeout" },
    "The gateway gave no usable answer (timeout).",
    "网关没有给出可用的答复（timeout）。",
  ],
  [
    { outcome: "not-asked", reason: "attempt_unknown" },
    "No attempt has this gateway order ID.",
    "没有付款尝试使用此网关订单号。",
  ],
  [
    { outcome: "not-asked", reason: "gateway_silent" },
    "The gateway did not answer the previous queries. Ask again in a minute.",
    "网关没有答复之前的查询。请一分钟后再查询。",
  ],
])("the problem of a query that reported nothing exists in each language: %o", (result, english, chinese) => {
  const answer = toQueryResultFields(result);
  expect(queryProblemText(englishStaffTexts, answer)).toBe(english);
  expect(queryProblemText(chineseStaffTexts, answer)).toBe(chinese);
});
