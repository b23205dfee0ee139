import type { StaffTexts } from "@pay-index/core/staff";
import { useTranslation } from "react-i18next";

/** The namespace of the texts of `i18n/` among Medusa's texts. */
export const translationNamespace = "pay-index";

/** Returns the texts in the language of the signed-in user. */
export function useStaffTexts(): StaffTexts {
  const { t } = useTranslation(translationNamespace);
  const part = (name: keyof StaffTexts) => t(name, { returnObjects: true }) as never;
  return {
    reviewItems: part("reviewItems"),
    actions: part("actions"),
    renewalActionTexts: part("renewalActionTexts"),
    attemptActionTexts: part("attemptActionTexts"),
    refundActionTexts: part("refundActionTexts"),
    dismissItemOnlyText: part("dismissItemOnlyText"),
    states: part("states"),
    pendingStates: part("pendingStates"),
    sources: part("sources"),
    subscription: part("subscription"),
    phrases: part("phrases"),
    capabilities: part("capabilities"),
    page: part("page"),
    attemptList: part("attemptList"),
    health: part("health"),
    query: part("query"),
    cancellation: part("cancellation"),
    gatewayRefunds: part("gatewayRefunds"),
    refundForm: part("refundForm"),
    disputes: part("disputes"),
  };
}

/** Returns the text with its values: `{count}` becomes the value of `count`. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Returns a function that formats an instant in the admin's language and the browser's time zone. */
export function useInstantFormat(): (at: string, timeStyle: "short" | "medium") => string {
  const { i18n } = useTranslation();
  // Medusa writes zhCN, and browsers expect zh-CN.
  const language = i18n.language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2");
  return (at, timeStyle) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle }).format(new Date(at));
}
