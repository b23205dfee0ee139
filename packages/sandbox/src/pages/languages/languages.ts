import type { Order } from "../../orders/order.ts";
import { arabic } from "./ar.ts";
import { type BuyerPageTexts, english } from "./en.ts";
import { chinese } from "./zh.ts";

/** By language code. */
const textsByLanguage: Readonly<Record<string, BuyerPageTexts>> = { en: english, zh: chinese, ar: arabic };

/** Returns the texts in the language that the shop named for its buyer (REQ-LANGUAGE), otherwise in English. */
export function findBuyerPageTexts({ language = "" }: Pick<Order, "language">): BuyerPageTexts {
  return Object.hasOwn(textsByLanguage, language) ? (textsByLanguage[language] ?? english) : english;
}
