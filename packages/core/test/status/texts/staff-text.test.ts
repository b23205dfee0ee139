import { expect, test } from "vitest";
import {
  actionMeaning,
  attemptStateText,
  chineseStaffTexts,
  reviewItemTitle,
  staffTexts,
  type TimelineLine,
  type TimelinePhrase,
  timelineText,
} from "../../../src/status/texts/index.ts";

const declined: TimelineLine = {
  text: "The gateway declined it. It says: no funds",
  phrases: [
    { id: "declined", values: {} },
    { id: "gateway-says", values: { text: "no funds" } },
  ],
};

test("a line of the timeline is told in each language", () => {
  expect(timelineText(staffTexts, declined)).toBe(declined.text);
  expect(timelineText(chineseStaffTexts, declined)).toBe("网关拒绝了付款。 网关说明：no funds");
});

test.each([
  ["not-connected", "Not sent: the gateway was not reached", "未发送：无法连接网关"],
  ["http-refused", "Refused by the gateway", "被网关拒绝"],
  ["unclear", "No clear answer from the gateway", "网关没有明确答复"],
  ["redirected", "Waiting for the buyer or the gateway", "等待买家或网关"],
] as const)("an attempt without a result says what the gateway answered: %s", (id, english, chinese) => {
  const said: readonly TimelinePhrase[] = [{ id, values: {} }];
  const timeline: readonly TimelineLine[] = [declined, { text: "", phrases: said }];
  expect(attemptStateText(staffTexts, { state: "pending", timeline })).toBe(english);
  expect(attemptStateText(chineseStaffTexts, { state: "pending", timeline })).toBe(chinese);
  expect(attemptStateText(staffTexts, { state: "paid", timeline })).toBe("Paid");
});

test.each(["host-not-informed", "unknown-cycle", "paid-twice"] as const)(
  "closing an item of the kind %s ends the item alone, and says so",
  (kind) => {
    expect(actionMeaning(staffTexts, "dismiss", kind)).toBe(staffTexts.dismissItemOnly);
    expect(actionMeaning(staffTexts, "record-refund", kind)).toBe(staffTexts.actions.refunded.means);
  },
);

test("what a newer server says is told as it put it, the whole line in one language", () => {
  const newer = [...declined.phrases, { id: "forgiven" as never, values: {} }];
  const line = { text: "The gateway declined it. It was forgiven.", said: newer };
  expect(timelineText(chineseStaffTexts, line)).toBe(line.text);
});

test("an item says of which cycle it is: on the page of the first order it would be taken for that one's", () => {
  expect(reviewItemTitle(staffTexts, { kind: "amount-mismatch", cycle: 7 })).toBe(
    "The amount does not match (Cycle 7)",
  );
  expect(reviewItemTitle(chineseStaffTexts, { kind: "amount-mismatch", cycle: 7 })).toBe("金额不符 (周期 7)");
  expect(reviewItemTitle(staffTexts, { kind: "amount-mismatch", cycle: null })).toBe(
    "The amount does not match",
  );
  expect(reviewItemTitle(staffTexts, { kind: "amount-mismatch" })).toBe("The amount does not match");
});

test.each([
  ["paid", "attemptActions"],
  ["cycle", "endOfPaid"],
] as const)(
  "a decision means something else to an order that is paid and waits to be placed: %s",
  (kind, part) => {
    const { actions: decisions, [part]: ends } = staffTexts;
    expect(actionMeaning(staffTexts, "dismiss", "amount-mismatch")).toBe(decisions.closed.means);
    expect(actionMeaning(staffTexts, "dismiss", kind)).toBe(ends.closed);
    expect(actionMeaning(staffTexts, "record-refund", kind)).toBe(ends.refunded);
    expect(actionMeaning(staffTexts, "accept", kind)).toBe(decisions.accepted.means);
  },
);
