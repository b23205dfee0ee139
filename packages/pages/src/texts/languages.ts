import { arabic } from "./ar.ts";
import { english, type PageTexts } from "./en.ts";
import { chinese } from "./zh.ts";

/** To add a language, add a file beside this one and a line here. The first language is the default. */
const textsByLanguage = { en: english, zh: chinese, ar: arabic } as const satisfies Record<string, PageTexts>;

/** A language of the pages. */
export type Language = keyof typeof textsByLanguage;

/** All languages of the pages. English is the default. */
export const languages = Object.keys(textsByLanguage) as readonly Language[];

export function findTexts(language: Language): PageTexts {
  return textsByLanguage[language];
}
