import { chineseStaffTexts, englishStaffTexts as words } from "@pay-index/core/staff";
import { describe, expect, test } from "vitest";
import { allowedBulkActions } from "../src/bulk-actions.tsx";
import {
  amountProblemText,
  findResolveProblem,
  type ResolveInput,
  toResolveRequest,
} from "../src/resolve-form.ts";
import { StaffApiError } from "../src/staff-client.ts";
import { toFormProblem } from "../src/use-action.ts";
import { item } from "./fixtures/staff-answers.ts";

const input: ResolveInput = { action: "dismiss", note: " Seen ", cycle: "", amount: "", reference: "" };
const unknownCycle = { ...item, kind: "unknown-cycle" } as const;
const required = {
  ...item,
  refundForm: { amount: "1.00", left: "24.99", currency: "USD", isRequired: true },
};

describe("the form that resolves an item", () => {
  test.each(["", " \n"])("needs a reason (%j)", (note) => {
    const problem = { field: "note", text: "Enter a reason." };
    expect(findResolveProblem(item, { ...input, note }, words)).toEqual(problem);
  });

  test.each(["", "0", "1.5", "-1", "one"])(
    "needs a cycle to accept a charge of an unknown one (%j)",
    (cycle) => {
      const accept = { ...input, action: "accept", cycle } as const;
      expect(findResolveProblem(unknownCycle, accept, words)?.field).toBe("cycle");
      expect(findResolveProblem(unknownCycle, { ...accept, action: "dismiss" }, words)).toBeUndefined();
    },
  );

  test("sends the cycle for the action that asks for it", () => {
    const accept = { ...input, action: "accept", cycle: " 02 " } as const;
    expect(findResolveProblem(unknownCycle, accept, words)).toBeUndefined();
    expect(toResolveRequest(unknownCycle, accept)).toEqual({
      ...{ ids: ["item-0"], action: "accept", note: "Seen", cycle: 2 },
    });
  });

  test("a refund is complete or left out, if it is optional", () => {
    const record = { ...input, action: "record-refund" } as const;
    expect(findResolveProblem(item, record, words)).toBeUndefined();
    const request = { ids: ["item-0"], action: "record-refund", note: "Seen" };
    expect(toResolveRequest(item, record)).toEqual(request);
    expect(findResolveProblem(item, { ...record, amount: "1.00" }, words)?.field).toBe("reference");
    expect(findResolveProblem(item, { ...record, reference: "R-1" }, words)?.field).toBe("amount");
    expect(findResolveProblem(required, record, words)?.field).toBe("amount");
    const complete = { ...record, amount: " 1 ", reference: " R-1 " };
    expect(findResolveProblem(required, complete, words)).toBeUndefined();
    expect(toResolveRequest(required, complete).refund).toEqual({ amount: "1", reference: "R-1" });
  });
});

describe("an amount to refund", () => {
  const usd = { amount: "10.00", left: "24.99", currency: "USD" };

  test.each(["", "0", "0.00", "-1", "1.234", "1,50", "ten", "1e3", "١"])("is not %j", (typed) => {
    expect(amountProblemText(usd, typed, words.page)).toBe("Enter an amount such as 24.99.");
  });

  test("has at most the decimals of its currency", () => {
    const yen = { amount: "500", left: "500", currency: "JPY" };
    expect(amountProblemText(yen, "1.5", words.page)).toBeDefined();
    const dinars = { amount: null, left: null, currency: "KWD" };
    expect(amountProblemText(dinars, "1.234", words.page)).toBeUndefined();
  });

  test("is at most what is left", () => {
    expect(amountProblemText(usd, "25", words.page)).toBe("You can refund at most 24.99 USD.");
    expect(amountProblemText(usd, " 24.99 ", words.page)).toBeUndefined();
  });
});

describe("why the shop did not record an action", () => {
  const texts = {
    words,
    paths: { "refund.reference": "reference" },
    notDone: words.page.notRecorded,
  } as const;
  const refused = (status: number, code: string, path?: string) =>
    new StaffApiError(status, {
      ...{ code, message: "The shop's text." },
      problems: path === undefined ? [] : [{ path, message: "is wrong" }],
    });

  test("is at the field with the problem", () => {
    const problem = { field: "reference", text: "The shop's text." };
    expect(toFormProblem(refused(400, "resolution_invalid", "refund.reference"), texts)).toEqual(problem);
  });

  test.each([
    [refused(400, "resolution_invalid", "ids"), "The action was not recorded. The shop's text."],
    [refused(403, "permission_missing"), `The action was not recorded. ${words.session.forbidden}`],
    [refused(401, "signed_out"), `The action was not recorded. ${words.session.ended}`],
    [refused(0, "unreachable"), words.session.unreachable],
    [refused(502, "unreadable"), words.session.unreachable],
    [refused(503, "store_unavailable"), "The shop's text."],
  ])("does not claim that nothing happened if nobody knows (%#)", (error, text) => {
    expect(toFormProblem(error, texts)).toEqual({ field: "form", text });
  });

  test("is in the language of the page", () => {
    const { text } = toFormProblem(refused(401, "signed_out"), { ...texts, words: chineseStaffTexts });
    expect(text).toContain(chineseStaffTexts.session.ended);
  });
});

test("several items are not refunded together, nor accepted for a cycle that each has alone", () => {
  expect(allowedBulkActions("amount-mismatch")).toEqual(["accept", "dismiss"]);
  expect(allowedBulkActions("unknown-cycle")).toEqual(["dismiss"]);
  expect(allowedBulkActions("not-verified")).toContain("retry");
  expect(allowedBulkActions("order-not-placed")).not.toContain("record-refund");
});
