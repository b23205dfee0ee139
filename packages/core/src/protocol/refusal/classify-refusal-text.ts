import { duplicateTexts } from "./duplicate-texts.ts";
import { statedReasons } from "./stated-reasons.ts";

/** What the text of a refusal says. `duplicate`: the gateway has the order (RES-DUPLICATE). `stated`: another reason (RES-UNCLEAR). */
export type RefusalMeaning = "duplicate" | "stated" | "unclear";

/** Combining marks of Latin, Cyrillic and Arabic letters, and the Arabic tatweel. In other scripts, marks make other words. */
const optionalMarks = /[\u0300-\u036F\u0640\u064B-\u065F\u0670]/g;

function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");
}

type Phrases = readonly (readonly string[])[];

/** Returns the source of an expression for the phrases of all languages, because one text can mix languages. */
function anyOf(phrases: Phrases): string {
  return `(?:${phrases.flat().map(normalise).join("|")})`;
}

/** What may be between an order and what is said of it: no end of a clause, and nothing about the card of the buyer. */
function gap(limit: number): string {
  const card = "card|account|卡|카드|カード|บัตร|карт|tarjeta|بطاق";
  return `(?:(?!${normalise(card)})[^,.!;。、،]){0,${limit}}`;
}

const languages = Object.values(duplicateTexts);
const order = anyOf(languages.map((texts) => texts.order));
const state = anyOf(languages.map((texts) => texts.known));
const known = new RegExp(`${order}${gap(40)}${state}|${state}${gap(8)}${order}`);
const repeated = new RegExp(anyOf(languages.map((texts) => texts.repeated)));
const denied = new RegExp(anyOf(languages.map((texts) => texts.denied)));
const reasons = new RegExp(anyOf(Object.values(statedReasons)));

/** Characters of a text that are read. A reason comes first, and the bound keeps the comparison short. */
const lengthLimit = 500;

/** Classifies the gateway's text of a refusal, in any of the languages of `duplicateTexts`. */
export function classifyRefusalText(message: unknown): RefusalMeaning {
  if (typeof message !== "string") return "unclear";
  const text = normalise(message.slice(0, lengthLimit));
  const isDenied = denied.test(text);
  if (repeated.test(text) || (known.test(text) && !isDenied)) return "duplicate";
  return isDenied || reasons.test(text) ? "stated" : "unclear";
}
