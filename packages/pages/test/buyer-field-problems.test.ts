import { expect, test } from "vitest";
import {
  createPageView,
  describeBuyerFieldProblems,
  describeMinimum,
  findLanguage,
  languages,
} from "../src/index.ts";

const missing = (path: string) => ({ path, message: "is required: text" });

test.each([
  ["en", "Please enter: phone number, last name. Please check: e-mail address."],
  ["zh", "请填写：电话号码、姓氏。 请检查：电子邮箱。"],
  ["ar", "يُرجى إدخال: رقم الهاتف، اسم العائلة. يُرجى التحقق من: البريد الإلكتروني."],
] as const)("every field of the buyer has a name in the buyer's language: %s", (language, text) => {
  const problems = [
    missing("buyer.phone"),
    { path: "buyer.lastName", message: "must not be empty" },
    { path: "buyer.email", message: "must be an e-mail address" },
    { path: "items.0.name", message: "must not be empty" },
  ];
  expect(describeBuyerFieldProblems(problems, language)).toBe(text);
});

test.each(languages)("an amount that is too small has a text with the smallest one: %s", (language) => {
  const text = describeMinimum("5.00 USD", language);
  expect(text).toContain("5.00 USD");
  const card = { refusal: "amount_below_minimum", problems: [], minimum: "5.00 USD" } as const;
  expect(createPageView({ kind: "card-refused", language, card }).text[0]).toBe(text);
});

test("a field of the delivery address is named as such, and no field is named twice", () => {
  const postcode = { path: "shipping.postcode", message: "must not be longer than 50 characters" };
  const problems = [postcode, { ...postcode, message: "must not contain control characters or line breaks" }];
  expect(describeBuyerFieldProblems(problems, "en")).toBe("Please check: postal code (delivery address).");
});

test.each(["items.0.name", "buyer.ip", "buyer.constructor", "money", "", "buyer.phone.x", "host.phone"])(
  "a buyer enters no field %j",
  (path) => {
    expect(describeBuyerFieldProblems([missing(path)], "en")).toBeUndefined();
  },
);

test.each([
  ["zh-CN", "zh"],
  ["ar_EG", "ar"],
  ["EN", "en"],
  ["de-AT", undefined],
  ["", undefined],
  [null, undefined],
])("the tag %j is the language %s", (tag, language) => {
  expect(findLanguage(tag)).toBe(language);
});
