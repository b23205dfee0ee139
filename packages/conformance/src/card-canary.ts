import { inspect } from "node:util";

/** One card of the sandbox. Its digits must never appear in anything that the shop writes. */
export interface CanaryCard {
  readonly number: string;
  readonly cvv: string;
}

export const successCard: CanaryCard = { number: "4242424242424242", cvv: "0739" };
export const declinedCard: CanaryCard = { number: "4000000000001018", cvv: "0739" };
export const challengeCard: CanaryCard = { number: "4141414141414141", cvv: "0739" };
/** A card that no gateway knows. Each place of the search must find it first, which proves that the search works. */
export const searchSelfTestCard: CanaryCard = { number: "6011000990139424", cvv: "0864" };

export const canaryMerchantKeys = ["sandbox-card-key", "sandbox-older-key"] as const;

const digitRunLength = 7;

/** Returns whether these digits are unlikely to appear elsewhere. Round numbers such as a timeout appear in every library. */
function isDistinctive(digits: string): boolean {
  return [...digits].filter((digit, at) => at > 0 && digit !== digits[at - 1]).length >= 3;
}

/**
 * Returns every spelling in which a card or a key may be written: unchanged, in groups, escaped for an address, in hexadecimal, and in base
 * 64 at each of its three alignments.
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

/** Yields every run of seven digits of the card. */
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
  // The preceding bytes shift the letters. The first and the last letter mix with their neighbours, so they are left out.
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

/**
 * Returns the names of the spellings that the text contains. It never returns the text itself, because a failed assertion would print it.
 */
export function findCardAndKeyTraces(cards: readonly CanaryCard[], text: string): string[] {
  const needles = [...cards.flatMap((card) => [...findCardSpellings(card)]), ...findKeySpellings()];
  const found = needles.filter(([, needle]) => text.includes(needle));
  // Random tokens contain seven such digits by chance. This happened in one of a few hundred searches through the tables of a shop.
  const rest = text.replaceAll(hexToken, " ");
  for (const [how, digits] of cards.flatMap((card) => [...digitRuns(card)]))
    if (rest.includes(digits)) found.push([how, digits]);
  return [...new Set(found.map(([how]) => how))];
}

/** Matches a word of at least twelve hexadecimal digits, at least one of them a letter. */
const hexToken = /\b(?=\d*[a-f])[\da-f]{12,}\b/gi;

/** Returns a value as logs, databases and crash reports write it. */
export function serializeForSearch(value: unknown, seen = new Set<unknown>()): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  const deep = { depth: 20, showHidden: true, maxStringLength: null };
  const parts = [
    inspect(value, { ...deep, maxArrayLength: null }),
    inspect(value, { ...deep, customInspect: false, getters: true }),
  ];
  try {
    parts.push(JSON.stringify(value) ?? "");
  } catch {
    // Circular values: the two branches above cover them.
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
