import { chineseStaffTexts, type StaffTexts, staffTexts } from "@pay-index/core/staff";
import { useLingui } from "@vendure/dashboard";

/** Core's words in the language of whoever is signed in. Other languages than these two read English. */
export function useStaffTexts(): StaffTexts {
  const { i18n } = useLingui();
  return i18n.locale === "zh_Hans" ? chineseStaffTexts : staffTexts;
}

/** One of them, where Vendure wants an element. */
export function StaffText({ of }: Readonly<{ of: keyof StaffTexts["page"] }>) {
  return <>{useStaffTexts().page[of]}</>;
}

/** A text with its values in place. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type CoreName<Name extends string> = Name extends `${infer Start}_${infer Rest}`
  ? CoreName<`${Start}-${Rest}`>
  : Lowercase<Name>;

/** The Admin API's NO_RESULT is core's `no-result`. */
export function toCoreName<Name extends string>(name: Name): CoreName<Name> {
  return name.toLowerCase().replaceAll("_", "-") as CoreName<Name>;
}
