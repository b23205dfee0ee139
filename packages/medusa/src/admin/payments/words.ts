import { type StaffWords, tell } from "@pay-index/core/staff";
import { useTranslation } from "react-i18next";
import type { Decision, Item, TimelineEntry } from "./admin-api.ts";

/** Below which the words of i18n/ stand, beside Medusa's own. */
export const namespace = "pay-index";

/** The words in the language of whoever is signed in. */
export function useWords(): StaffWords {
  const { t } = useTranslation(namespace);
  const part = (name: keyof StaffWords) => t(name, { returnObjects: true }) as never;
  return {
    items: part("items"),
    decisions: part("decisions"),
    endOfPaid: part("endOfPaid"),
    states: part("states"),
    sources: part("sources"),
    phrases: part("phrases"),
    page: part("page"),
  };
}

/** Tells a line of the timeline. What a newer server says, and these words do not have, is told as the server put it, in English. */
export function story({ phrases }: StaffWords, { said, text }: TimelineEntry): string {
  return said.every(({ id }) => Object.hasOwn(phrases, id)) ? tell(said, phrases) : text;
}

export function meaningOf(
  { endOfPaid, decisions }: StaffWords,
  decision: Decision,
  kind: Item["kind"],
): string {
  return kind === "paid" && decision !== "accepted" ? endOfPaid[decision] : decisions[decision].means;
}

/** Instants as the admin's language writes them, in the zone of whoever looks. */
export function useInstant(): (at: string, timeStyle: "short" | "medium") => string {
  const { i18n } = useTranslation();
  // Medusa writes zhCN where browsers want zh-CN.
  const language = i18n.language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2");
  return (at, timeStyle) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle }).format(new Date(at));
}
