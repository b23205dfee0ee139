import { arabic } from "./ar.ts";
import { english, type Words } from "./en.ts";
import { chinese } from "./zh.ts";

/** A new language is a file beside this one, and a line here. The first one is for whoever reads none of them. */
const words = { en: english, zh: chinese, ar: arabic } as const satisfies Record<string, Words>;

export type Language = keyof typeof words;

export const languages = Object.keys(words) as readonly Language[];

export function wordsIn(language: Language): Words {
  return words[language];
}
