import type { Order } from "../../orders/order.ts";
import { arabic } from "./ar.ts";
import { type BuyerPageTexts, english } from "./en.ts";
import { chinese } from "./zh.ts";

/** By the code of the language. */
const textsByLanguage: Readonly<Record<string, BuyerPageTexts>> = { en: english, zh: chinese, ar: arabic };

/** In the language that the shop has named for its buyer (REQ-LANGUAGE); in English where that is none of ours. */
export function findBuyerPageTexts({ language = "" }: Pick<Order, "language">): BuyerPageTexts {
  return Object.hasOwn(textsByLanguage, language) ? (textsByLanguage[language] ?? english) : english;
}
