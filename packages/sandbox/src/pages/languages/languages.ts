import type { Order } from "../../book/order.ts";
import { arabic } from "./ar.ts";
import { english, type Words } from "./en.ts";
import { chinese } from "./zh.ts";

/** By the code of the language. */
const languages: Readonly<Record<string, Words>> = { en: english, zh: chinese, ar: arabic };

/** In the language that the shop has named for its buyer (REQ-LANGUAGE); in English where that is none of ours. */
export function wordsFor({ language = "" }: Pick<Order, "language">): Words {
  return Object.hasOwn(languages, language) ? (languages[language] ?? english) : english;
}
