import type { PageTexts } from "./texts/en.ts";
import { findTexts, type Language, languages } from "./texts/languages.ts";

/** A missing or invalid field. `path`: its path in the sale, such as `buyer.phone`. `message`: what is wrong, in English. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

type BuyerField = keyof PageTexts["buyer"]["fields"];

/** Returns the language of a BCP 47 tag, such as `zh-CN`. Undefined if the pages do not have it. */
export function findLanguage(tag: string | null | undefined): Language | undefined {
  const [language = ""] = (tag ?? "").toLowerCase().split(/[-_]/);
  return languages.find((each) => each === language);
}

/**
 * Returns one text that asks the buyer for all missing or invalid fields: "Please enter: phone number." Undefined if no problem concerns
 * data that a buyer enters.
 *
 * @example
 * describeBuyerFieldProblems(error.problems, "en")
 */
export function describeBuyerFieldProblems(
  problems: readonly FieldProblem[],
  language: Language,
): string | undefined {
  const words = findTexts(language);
  const asked = problems.filter((problem) => findLabel(words, problem) !== undefined);
  const texts = [
    joinLabels(words, words.buyer.enter, asked.filter(isMissing)),
    joinLabels(
      words,
      words.buyer.check,
      asked.filter((problem) => !isMissing(problem)),
    ),
  ].filter((text) => text !== "");
  return texts.length === 0 ? undefined : texts.join(" ");
}

/**
 * Returns a text for the buyer of an amount that is too small to be charged.
 *
 * @param minimum the smallest amount, such as `5.00 USD`
 */
export function describeMinimum(minimum: string, language: Language): string {
  return findTexts(language).refusals.amount_below_minimum.replace("{minimum}", () => minimum);
}

function joinLabels(words: PageTexts, text: string, problems: readonly FieldProblem[]): string {
  const labels = new Set(problems.map((problem) => findLabel(words, problem) ?? ""));
  return labels.size === 0 ? "" : text.replace("{fields}", () => [...labels].join(words.buyer.separator));
}

/** Returns the name of the field for the buyer. Undefined if buyers do not enter it. */
function findLabel({ buyer }: PageTexts, { path }: FieldProblem): string | undefined {
  const [group = "", name = "", ...rest] = path.split(".");
  if (
    rest.length > 0 ||
    !["buyer", "billing", "shipping"].includes(group) ||
    !isBuyerField(buyer.fields, name)
  )
    return undefined;
  const label = buyer.fields[name];
  return group === "shipping" ? buyer.delivery.replace("{field}", () => label) : label;
}

function isBuyerField(fields: PageTexts["buyer"]["fields"], name: string): name is BuyerField {
  return Object.hasOwn(fields, name);
}

/** The messages of core's schemas for missing fields. */
function isMissing({ message }: FieldProblem): boolean {
  return /^(is required|must not be empty)/.test(message);
}
