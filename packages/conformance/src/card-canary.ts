import { inspect } from "node:util";

/** One card of the sandbox, and what must never be found of it. */
export interface CanaryCard {
  readonly number: string;
  readonly cvv: string;
}

export const successCard: CanaryCard = { number: "4242424242424242", cvv: "0739" };
export const declinedCard: CanaryCard = { number: "4000000000001018", cvv: "0739" };
export const challengeCard: CanaryCard = { number: "4141414141414141", cvv: "0739" };
/** Of no gateway: each place of the search is shown to hold it first. */
export const controlCard: CanaryCard = { number: "6011000990139424", cvv: "0864" };

export const canaryMerchantKeys = ["sandbox-card-key", "sandbox-older-key"] as const;

const digitRunLength = 7;

/** Whether nobody else writes these digits: round numbers such as a timeout stand in every library. */
function isDistinctive(digits: string): boolean {
  return [...digits].filter((digit, at) => at > 0 && digit !== digits[at - 1]).length >= 3;
}

/**
 * Every way in which a card or a key gets written: as it stands, in groups, escaped for an address, in hexadecimal,
 * and in base 64 at each of its three alignments.
 */
function findCardSpellings({ number, cvv }: CanaryCard): ReadonlyMap<string, string> {
  const groups = number.match(/.{1,4}/g) ?? [];
  const found = new Map<string, string>();
  for (const [how, separator] of separators) found.set(how, groups.join(separator));
  found.set("escaped digit by digit", [...number].map((digit) => `%${toHex(digit)}`).join(""));
  for (const [what, text] of [
    ["number", number],
    ["security code", `cvv=${cvv}`],
    ["security code as JSON", `cvv":"${cvv}`],
  ] as const)
    for (const [how, written] of listEncodings(text)) found.set(`${what} ${how}`, written);
  return found;
}

/** Any seven digits of the card in a row. */
function* digitRuns({ number }: CanaryCard): Generator<[string, string]> {
  for (let at = 0; at + digitRunLength <= number.length; at++) {
    const digits = number.slice(at, at + digitRunLength);
    if (isDistinctive(digits)) yield [`${digitRunLength} digits from place ${at + 1}`, digits];
  }
}

const separators: readonly [string, string][] = [
  ["spaced", " "],
  ["dashed", "-"],
  ["spaced, escaped", "%20"],
  ["spaced, in a form", "+"],
  ["underlined", "_"],
  ["dotted", "."],
];

function toHex(text: string): string {
  return Buffer.from(text).toString("hex");
}

function* listEncodings(text: string): Generator<[string, string]> {
  yield ["raw", text];
  yield ["in hexadecimal", toHex(text)];
  yield ["in upper-case hexadecimal", toHex(text).toUpperCase()];
  // What stands before moves the letters; the first and the last mix with the neighbours and are left away.
  for (const before of [0, 1, 2]) {
    const whole = Buffer.from("x".repeat(before) + text).toString("base64url");
    yield [`in base 64, alignment ${before}`, whole.slice(before === 0 ? 0 : before + 1, -2)];
  }
}

function findKeySpellings(): Map<string, string> {
  const found = new Map<string, string>();
  for (const key of canaryMerchantKeys)
    for (const [how, text] of listEncodings(key)) found.set(`key ${key.length} ${how}`, text);
  return found;
}

/** The names of what is in there: never the text itself, which would be printed by whoever compares them. */
export function findTraces(cards: readonly CanaryCard[], text: string): string[] {
  const needles = [...cards.flatMap((card) => [...findCardSpellings(card)]), ...findKeySpellings()];
  const found = needles.filter(([, needle]) => text.includes(needle));
  // Random tokens have seven digits in a row by chance. In the tables of a shop, one of a few hundred searches met them.
  const rest = text.replaceAll(hexToken, " ");
  for (const [how, digits] of cards.flatMap((card) => [...digitRuns(card)]))
    if (rest.includes(digits)) found.push([how, digits]);
  return [...new Set(found.map(([how]) => how))];
}

/** A word of at least twelve hexadecimal digits, one of them a letter. */
const hexToken = /\b(?=\d*[a-f])[\da-f]{12,}\b/gi;

/** A value as logs, databases and crash reports write it. */
export function serializeForSearch(value: unknown, seen = new Set<unknown>()): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  const parts = [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    inspect(value, {
      depth: 20,
      showHidden: true,
      maxStringLength: null,
      customInspect: false,
      getters: true,
    }),
  ];
  try {
    parts.push(JSON.stringify(value) ?? "");
  } catch {
    // Circular: the two above have it.
  }
  if (value instanceof Error && !seen.has(value)) {
    seen.add(value);
    parts.push(
      value.message,
      value.stack ?? "",
      JSON.stringify({ ...value }),
      serializeForSearch(value.cause, seen),
    );
  }
  return parts.join("\n");
}
