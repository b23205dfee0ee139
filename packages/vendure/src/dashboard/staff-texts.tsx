import { chineseStaffTexts, englishStaffTexts, type StaffTexts } from "@pay-index/core/staff";
import { useLingui } from "@vendure/dashboard";

/** Returns core's texts in the language of the signed-in user: English or Chinese. Other languages use English. */
export function useStaffTexts(): StaffTexts {
  const { i18n } = useLingui();
  return i18n.locale === "zh_Hans" ? chineseStaffTexts : englishStaffTexts;
}

/** A text as an element, where Vendure expects one. */
export function StaffText({ of }: Readonly<{ of: keyof StaffTexts["page"] }>) {
  return <>{useStaffTexts().page[of]}</>;
}

/** The title of a page of its own, where Vendure expects an element. */
export function StaffPageTitle({ of }: Readonly<{ of: "attemptList" | "health" }>) {
  return <>{useStaffTexts()[of].title}</>;
}

/** Returns the text with its values. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type CoreName<Name extends string> = Name extends `${infer Start}_${infer Rest}`
  ? CoreName<`${Start}-${Rest}`>
  : Lowercase<Name>;

/** Converts a name of the Admin API to core's name: `NO_RESULT` becomes `no-result`. */
export function toCoreName<Name extends string>(name: Name): CoreName<Name> {
  return name.toLowerCase().replaceAll("_", "-") as CoreName<Name>;
}
