import { chineseStaffTexts, englishStaffTexts, type StaffTexts } from "@pay-index/core/staff";
import { StaffApiError } from "./staff-client.ts";

/** The languages that the app has texts in. */
export type StaffLanguage = "en" | "zh";

/** How an instant is written: as a day, or with its time to the minute or to the second. */
export type InstantStyle = "day" | "short" | "medium";

export function textsOf(language: StaffLanguage): StaffTexts {
  return language === "zh" ? chineseStaffTexts : englishStaffTexts;
}

/** Returns the language of a tag such as `zh_Hans` or `pt-BR`. Languages without texts use English. */
export function toStaffLanguage(tag: string): StaffLanguage {
  return /^zh\b|^zh[_-]|^zhCN$/.test(tag) ? "zh" : "en";
}

/** Returns an amount as staff read it: `24.99 USD`. */
export function moneyText({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): string {
  return `${amount} ${currency}`;
}

/** Returns why a request failed. A refusal of the shop has the shop's own text, in English. */
export function errorText({ session }: StaffTexts, error: Error): string {
  if (!(error instanceof StaffApiError)) return error.message;
  if (error.status === 401) return session.ended;
  if (error.code === "permission_missing") return session.forbidden;
  return error.status === 0 || error.code === "unreadable" ? session.unreachable : error.message;
}

/** Formats an instant in the browser's time zone. */
export function formatInstantIn(language: string): (instant: string, style: InstantStyle) => string {
  return (instant, style) => {
    const time = style === "day" ? {} : { timeStyle: style };
    return new Intl.DateTimeFormat(language, { dateStyle: "medium", ...time }).format(new Date(instant));
  };
}
