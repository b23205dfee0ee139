import { describe, expect, test } from "vitest";
import { isPayIndexError } from "../../../src/errors.ts";
import { CardDetails, type CardInput, revealCardFields } from "../../../src/protocol/sale/card.ts";
import { stringifyErrorInEveryWay, stringifyInEveryWay } from "../../fixtures/stringify-in-every-way.ts";

const number = "4242424242424242";
const input: CardInput = { number, month: "12", year: "2030", cvv: "987" };

/** Any seven digits in a row of the number, however written. */
const runs = Array.from({ length: number.length - 6 }, (_, at) => number.slice(at, at + 7));
const showsCard = (text: string) =>
  runs.some((run) => text.replace(/[\s-]/g, "").includes(run)) || text.includes("987");

describe("a card cannot be printed (B-50)", () => {
  test.each(Object.entries(stringifyInEveryWay(CardDetails.of(input))))("by %s", (_, shown) => {
    expect(showsCard(shown)).toBe(false);
    expect(shown).not.toContain("2030");
  });

  test("by its properties, a clone or a template string", () => {
    const details = CardDetails.of(input);
    expect(Object.keys(details)).toEqual([]);
    expect(Reflect.ownKeys(details)).toEqual([]);
    expect(structuredClone(details)).not.toHaveProperty("number");
    expect([String(details), `${details}`, JSON.stringify(details)]).toEqual([
      "[card]",
      "[card]",
      '"[card]"',
    ]);
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

test.each([
  ["12 digits", "424242424242"],
  ["16 digits", number],
  ["19 digits", "4242424242424242424"],
  ["blanks", "4242 4242 4242 4242"],
  ["dashes", "4242-4242-4242-4242"],
  ["blanks around", ` ${number} `],
])("a number with %s is accepted, and sent without blanks and dashes (REQ-CARDNO)", (_, written) => {
  const [[, sent]] = revealCardFields(CardDetails.of({ ...input, number: written })) as [[string, string]];
  expect(sent).toBe(written.replace(/[ -]/g, ""));
});

/** What is wrong, where, and the value. Each is refused at exactly this path, and nothing of it is said. */
const refused: [string, keyof CardInput, unknown][] = [
  ["11 digits", "number", "42424242424"],
  ["20 digits", "number", "42424242424242424242"],
  ["no digits", "number", ""],
  ["points between", "number", "4242.4242.4242.4242"],
  ["a letter", "number", `${number}x`],
  ["Arabic digits", "number", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"],
  ["full-width digits", "number", "４２４２４２４２４２４２４２４２"],
  ["a line break", "number", `${number}\n`],
  ["a JavaScript number", "number", Number(number)],
  ["a big integer", "number", BigInt(number)],
  ["a list", "number", [number]],
  ["undefined", "number", undefined],
  ["13", "month", "13"],
  ["00", "month", "00"],
  ["one digit", "month", "1"],
  ["a blank and a digit", "month", " 1"],
  ["a JavaScript number", "month", 12],
  ["two digits", "year", "30"],
  ["five digits", "year", "20300"],
  ["a JavaScript number", "year", 2030],
  ["nothing", "year", ""],
  ["two digits", "cvv", "98"],
  ["five digits", "cvv", "98765"],
  ["a blank", "cvv", "9 7"],
  ["a JavaScript number", "cvv", 987],
  ["nothing", "cvv", ""],
];

test.each(refused)(
  "%s as %s is refused without a digit of the card (REQ-CARDNO, REQ-CARDMONTH, REQ-CARDYEAR, REQ-CARDCVV, B-50)",
  (...row) => {
    const [, name, value] = row;
    const error = refusalOf({ ...input, [name]: value });
    expect(isPayIndexError(error, "card_invalid") && error.problems.map(({ path }) => path)).toEqual([name]);
    for (const shown of Object.values(stringifyErrorInEveryWay(error)))
      expect(showsCard(withoutPlaces(shown))).toBe(false);
  },
);

test("CardDetails.of reports all problems at once", () => {
  const error = refusalOf({ number: "4", month: "4", year: "4", cvv: "4" });
  expect(isPayIndexError(error) && error.problems.map(({ path }) => path)).toEqual([
    "number",
    "month",
    "year",
    "cvv",
  ]);
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
  for (const shown of Object.values(stringifyErrorInEveryWay(error)))
    expect(showsCard(withoutPlaces(shown))).toBe(false);
});

test.each([
  ["4242424242424242", true],
  ["4000000000001018", true],
  ["4141414141414141", false],
  ["378282246310005", true],
  ["6011000990139424", true],
  ["4242424242424241", false],
  ["4242424242424224", false],
  ["1234567812345678", false],
])("the Luhn check of number %#", (digits, passes) => {
  expect(CardDetails.of({ ...input, number: digits }).passesLuhn).toBe(passes);
});

test.each([
  ["12", "2030", "2030-12-31T23:59:59Z", false],
  ["12", "2030", "2031-01-01T11:59:59Z", false],
  ["12", "2030", "2031-01-01T12:00:00Z", true],
  ["02", "2028", "2028-02-29T12:00:00Z", false],
  ["02", "2028", "2028-03-02T00:00:00Z", true],
  ["01", "2020", "2026-03-01T00:00:00Z", true],
  ["01", "0099", "2026-03-01T00:00:00Z", true],
  ["12", "9999", "2026-03-01T00:00:00Z", false],
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

/** A stack has line numbers, which may be any digits. */
function withoutPlaces(text: string): string {
  return text.replace(/:\d+:\d+/g, "");
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
