import { describe, expect, test } from "vitest";
import { isPayIndexError } from "../../../src/errors.ts";
import { CardDetails, type CardInput, revealCardFields } from "../../../src/protocol/sale/card.ts";
import { showsCardNumber, stringifyInEveryWay, waysThatShow } from "../../fixtures/stringify-in-every-way.ts";

const number = "4242424242424242";
const input: CardInput = { number, month: "12", year: "2030", cvv: "987" };

const showsCard = (text: string) =>
  showsCardNumber(text, number) || text.replace(/[\s-]/g, "").includes("987");

describe("a card cannot be printed (B-50)", () => {
  test.each(Object.entries(stringifyInEveryWay(CardDetails.of(input))))("by %s", (_, shown) => {
    expect(showsCard(shown)).toBe(false);
    expect(shown).not.toContain("2030");
  });

  test("by its properties, and its text says what it is", () => {
    const details = CardDetails.of(input);
    expect(Reflect.ownKeys(details)).toEqual([]);
    expect([String(details), JSON.stringify(details)]).toEqual(["[card]", '"[card]"']);
  });

  test("but the same checks find a card that is not wrapped", () => {
    const shown = Object.entries(stringifyInEveryWay({ ...input })).filter(([, text]) => showsCard(text));
    expect(shown.map(([how]) => how)).toEqual(
      expect.arrayContaining(["json", "inspect", "structured clone", "v8.serialize"]),
    );
  });

  test("only revealCardFields returns the card", () => {
    expect(revealCardFields(CardDetails.of(input))).toEqual([
      ["pay_cardno", number],
      ["pay_cardmonth", "12"],
      ["pay_cardyear", "2030"],
      ["pay_cardcvv", "987"],
    ]);
    expect(() => revealCardFields(input as unknown as CardDetails)).toThrow(TypeError);
  });
});

test.each([...["4".repeat(12), "4".repeat(19), "4242 4242 4242 4242", "4242-4242-4242-4242", ` ${number} `]])(
  "number %# is accepted, and sent without blanks and dashes (REQ-CARDNO)",
  (written) => {
    const [[, sent]] = revealCardFields(CardDetails.of({ ...input, number: written })) as [[string, string]];
    expect(sent).toBe(written.replace(/[ -]/g, ""));
  },
);

/** Each value is refused at exactly this path, and nothing of it is said. */
const refused: readonly (readonly [keyof CardInput, readonly unknown[]])[] = [
  ["number", ["4".repeat(11), "4".repeat(20), "", "4242.4242.4242.4242", `${number}x`, `${number}\n`]],
  ["number", ["٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "４２４２４２４２４２４２４２４２", Number(number), [number], undefined]],
  ["month", ["13", "00", "1", " 1", 12]],
  ["year", ["30", "20300", 2030, ""]],
  ["cvv", ["98", "98765", "9 7", 987, ""]],
];

test.each(refused)(
  "a wrong %s is refused without a digit of the card (REQ-CARDNO, REQ-CARDMONTH, REQ-CARDYEAR, REQ-CARDCVV, B-50)",
  (name, values) => {
    for (const value of values) {
      const error = refusalOf({ ...input, [name]: value });
      expect(isPayIndexError(error, "card_invalid") && error.problems.map(({ path }) => path)).toEqual([
        name,
      ]);
      expectNoCard(error);
    }
  },
);

test("CardDetails.of reports all problems at once", () => {
  const error = refusalOf({ number: "4", month: "4", year: "4", cvv: "4" });
  const paths = isPayIndexError(error) && error.problems.map(({ path }) => path);
  expect(paths).toEqual(["number", "month", "year", "cvv"]);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["the number itself", number],
  ["a number", Number(number)],
  ["a list", [number, "12", "2030", "987"]],
  ["the number as a name", { ...input, [number]: number }],
  ["the number as a long name", { ...input, [`card ${number} 987`]: 1 }],
])("%s instead of a card is refused without a digit of it (B-50)", (_, value) => {
  const error = refusalOf(value);
  expect(isPayIndexError(error, "card_invalid")).toBe(true);
  expectNoCard(error);
});

test.each([
  ["4242424242424242", true],
  ["378282246310005", true],
  ["4242424242424241", false],
  ["4242424242424224", false],
])("the Luhn check of number %#", (digits, passes) => {
  expect(CardDetails.of({ ...input, number: digits }).passesLuhn).toBe(passes);
});

test.each([
  ["12", "2030", "2031-01-01T11:59:59Z", false],
  ["12", "2030", "2031-01-01T12:00:00Z", true],
  ["02", "2028", "2028-02-29T12:00:00Z", false],
  ["02", "2028", "2028-03-02T00:00:00Z", true],
  ["01", "0099", "2026-03-01T00:00:00Z", true],
])("a card to %s/%s at %s has expired: %s", (...row) => {
  const [month, year, at, expired] = row;
  expect(CardDetails.of({ ...input, month, year }).isExpired(new Date(at))).toBe(expired);
});

function refusalOf(value: unknown): unknown {
  try {
    CardDetails.of(value as CardInput);
  } catch (error) {
    return error;
  }
  return expect.unreachable();
}

function expectNoCard(error: unknown): void {
  expect(waysThatShow(error, showsCard)).toEqual([]);
}

describe("CardDetails.isIn finds a card in a text (B-50)", () => {
  const repeated = `pay_cardno=${number}&x=1`;
  test.each([
    ["as it stands", repeated],
    ["in groups", "4242 4242-4242.4242"],
    ["escaped", [...number].map((digit) => `%3${digit}`).join("")],
    ["in hexadecimal", Buffer.from(repeated).toString("hex")],
    ["in base 64", `/3d/${Buffer.from(repeated).toString("base64")}`],
    ["in base 64, one further", Buffer.from(`x${repeated}`).toString("base64")],
    ["in base 64, in the middle of more", `xy${Buffer.from(repeated).toString("base64url")}`],
    ["by its security code", "pay_cardcvv=987&y=1"],
    ["by its security code, escaped", "cvv%3D987%26"],
    ["by its security code in JSON", '{"cvv":"987"}'],
  ])("%s", (_, text) => {
    expect(CardDetails.of(input).isIn(text)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["its code within longer digits", "https://gateway.example/page/98712345"],
    ["its code within a word", "https://gateway.example/3d/A987B"],
    ["another number", "transaction 4242424242424243 failed"],
  ])("but not in %s", (_, text) => {
    expect(CardDetails.of(input).isIn(text)).toBe(false);
  });
});
