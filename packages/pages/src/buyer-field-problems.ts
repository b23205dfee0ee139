import type { PageTexts } from "./texts/en.ts";
import { findTexts, type Language, languages } from "./texts/languages.ts";

/** A field that cannot be used: its path in the sale, such as `buyer.phone`, and what is wrong with it, in English. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

type BuyerField = keyof PageTexts["buyer"]["fields"];

/** The language of these pages that a BCP 47 tag names, such as `zh-CN`. Undefined: there is none, or no tag. */
export function findLanguage(tag: string | null | undefined): Language | undefined {
  const [language = ""] = (tag ?? "").toLowerCase().split(/[-_]/);
  return languages.find((each) => each === language);
}

/**
 * Asks the buyer for every field that is missing or cannot be used, in one text: "Please enter: phone number." Undefined: no problem is
 * about data that a buyer enters.
 *
 * @example
 * buyerMessage(error.problems, "en")
 */
export function describeBuyerProblems(
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

function joinLabels(words: PageTexts, text: string, problems: readonly FieldProblem[]): string {
  const labels = new Set(problems.map((problem) => findLabel(words, problem) ?? ""));
  return labels.size === 0 ? "" : text.replace("{fields}", () => [...labels].join(words.buyer.separator));
}

/** The name of the field for the buyer. Undefined: buyers do not enter it. */
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

/** As core's schemas put it. */
function isMissing({ message }: FieldProblem): boolean {
  return /^(is required|must not be empty)/.test(message);
}
