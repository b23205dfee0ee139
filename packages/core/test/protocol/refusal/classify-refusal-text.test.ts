import { describe, expect, test } from "vitest";
import { classifyRefusalText } from "../../../src/protocol/refusal/classify-refusal-text.ts";
import { refusalExamples } from "./refusal-examples.ts";

describe.each(Object.entries(refusalExamples))("the text of a refusal in %s", (_, meanings) => {
  const examples = Object.entries(meanings).flatMap(([meaning, texts]) =>
    texts.map((text) => [text, meaning] as const),
  );
  test.each(examples)("%s is %s (RES-DUPLICATE, RES-UNCLEAR)", (text, meaning) => {
    expect(classifyRefusalText(text)).toBe(meaning);
  });
});

test.each([
  ["in capitals", (text: string) => text.toUpperCase()],
  ["in decomposed characters", (text: string) => text.normalize("NFD")],
  ["between other text", (text: string) => `[E1007] ${text} (400)`],
  ["with line breaks", (text: string) => text.replaceAll(" ", "\r\n")],
])("a duplicate is recognised %s, in every language (RES-DUPLICATE)", (_, change) => {
  const missed = Object.values(refusalExamples)
    .flatMap(({ duplicate }) => duplicate.map(change))
    .filter((text) => classifyRefusalText(text) !== "duplicate");
  expect(missed).toEqual([]);
});

test("a text in two languages is a duplicate if one of them says so (RES-DUPLICATE)", () => {
  expect(classifyRefusalText("Transaction failed / 중복 주문")).toBe("duplicate");
  expect(classifyRefusalText("订单号 already exists")).toBe("duplicate");
});

test.each([[undefined], [""], [" \n"], [7], [["duplicate"]]])("%j says nothing (RES-UNCLEAR)", (message) => {
  expect(classifyRefusalText(message)).toBe("unclear");
});

test("only the start of a text is read, so a long one takes no longer (RES-UNCLEAR)", () => {
  expect(classifyRefusalText(`${" ".repeat(480)}duplicate order`)).toBe("duplicate");
  expect(classifyRefusalText(`${"x".repeat(500)}duplicate order`)).toBe("unclear");
});
