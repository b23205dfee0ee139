import { expect, test } from "vitest";
import {
  meaningOf,
  type Phrase,
  type StoryLine,
  staffWords,
  staffWordsInChinese,
  stateText,
  story,
  titleOf,
} from "../../src/staff/index.ts";

const declined: StoryLine = {
  text: "The gateway declined it. It says: no funds",
  said: [
    { id: "declined", values: {} },
    { id: "gateway-says", values: { text: "no funds" } },
  ],
};

test("a line of the timeline is told in each language", () => {
  expect(story(staffWords, declined)).toBe(declined.text);
  expect(story(staffWordsInChinese, declined)).toBe("网关拒绝了付款。 网关说明：no funds");
});

test.each([
  ["not-connected", "Not sent: the gateway was not reached", "未发送：无法连接网关"],
  ["http-refused", "Refused by the gateway", "被网关拒绝"],
  ["unclear", "No clear answer from the gateway", "网关没有明确答复"],
  ["redirected", "Waiting for the buyer or the gateway", "等待买家或网关"],
] as const)("an attempt without a result says what the gateway answered: %s", (id, english, chinese) => {
  const said: readonly Phrase[] = [{ id, values: {} }];
  const timeline: readonly StoryLine[] = [declined, { text: "", said }];
  expect(stateText(staffWords, { state: "pending", timeline })).toBe(english);
  expect(stateText(staffWordsInChinese, { state: "pending", timeline })).toBe(chinese);
  expect(stateText(staffWords, { state: "paid", timeline })).toBe("Paid");
});

test.each(["missed", "unknown-cycle", "paid-twice"] as const)(
  "closing an item of the kind %s ends the item alone, and says so",
  (kind) => {
    expect(meaningOf(staffWords, "closed", kind)).toBe(staffWords.endOfItem);
    expect(meaningOf(staffWords, "refunded", kind)).toBe(staffWords.decisions.refunded.means);
  },
);

test("what a newer server says is told as it put it, the whole line in one language", () => {
  const newer = [...declined.said, { id: "forgiven" as never, values: {} }];
  const line = { text: "The gateway declined it. It was forgiven.", said: newer };
  expect(story(staffWordsInChinese, line)).toBe(line.text);
});

test("an item says of which cycle it is: on the page of the first order it would be taken for that one's", () => {
  expect(titleOf(staffWords, { kind: "mismatch", cycle: 7 })).toBe("The amount does not match (Cycle 7)");
  expect(titleOf(staffWordsInChinese, { kind: "mismatch", cycle: 7 })).toBe("金额不符 (周期 7)");
  expect(titleOf(staffWords, { kind: "mismatch", cycle: null })).toBe("The amount does not match");
  expect(titleOf(staffWords, { kind: "mismatch" })).toBe("The amount does not match");
});

test.each([
  ["paid", "endOfAttempt"],
  ["cycle", "endOfPaid"],
] as const)(
  "a decision means something else to an order that is paid and waits to be placed: %s",
  (kind, part) => {
    const { decisions, [part]: ends } = staffWords;
    expect(meaningOf(staffWords, "closed", "mismatch")).toBe(decisions.closed.means);
    expect(meaningOf(staffWords, "closed", kind)).toBe(ends.closed);
    expect(meaningOf(staffWords, "refunded", kind)).toBe(ends.refunded);
    expect(meaningOf(staffWords, "accepted", kind)).toBe(decisions.accepted.means);
  },
);
