import { expect, test } from "vitest";
import { chineseStaffTexts, englishStaffTexts } from "../../../src/status/texts/index.ts";

const textsOf = (words: object): string[] =>
  Object.entries(words)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, word]) => (typeof word === "string" ? [word] : textsOf(word)));
const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test("the Chinese texts are Chinese, and have a placeholder for each value of the English texts", () => {
  const chinese = textsOf(chineseStaffTexts);
  const english = textsOf(englishStaffTexts);
  expect(chinese.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  expect(chinese.map(placesIn)).toEqual(english.map(placesIn));
});
