import type { StaffTexts } from "@pay-index/core/staff";
import { useTranslation } from "react-i18next";

/** Below which the words of i18n/ stand, beside Medusa's own. */
export const namespace = "pay-index";

/** The words in the language of whoever is signed in. */
export function useStaffTexts(): StaffTexts {
  const { t } = useTranslation(namespace);
  const part = (name: keyof StaffTexts) => t(name, { returnObjects: true }) as never;
  return {
    reviewItems: part("reviewItems"),
    actions: part("actions"),
    renewalActions: part("renewalActions"),
    attemptActions: part("attemptActions"),
    dismissItemOnly: part("dismissItemOnly"),
    states: part("states"),
    pendingStates: part("pendingStates"),
    sources: part("sources"),
    subscription: part("subscription"),
    phrases: part("phrases"),
    page: part("page"),
  };
}

/** A text with its values: `{count}` becomes that of `count`. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Instants as the admin's language writes them, in the zone of whoever looks. */
export function useInstantFormat(): (at: string, timeStyle: "short" | "medium") => string {
  const { i18n } = useTranslation();
  // Medusa writes zhCN where browsers want zh-CN.
  const language = i18n.language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2");
  return (at, timeStyle) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle }).format(new Date(at));
}
