import { type StaffWords, staffWords, staffWordsInChinese } from "@pay-index/core/staff";
import { useLingui } from "@vendure/dashboard";

/** Core's words in the language of whoever is signed in. Other languages than these two read English. */
export function useWords(): StaffWords {
  const { i18n } = useLingui();
  return i18n.locale === "zh_Hans" ? staffWordsInChinese : staffWords;
}

/** One of them, where Vendure wants an element. */
export function Words({ of }: Readonly<{ of: keyof StaffWords["page"] }>) {
  return <>{useWords().page[of]}</>;
}

/** A text with its values in place. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type InCore<Name extends string> = Name extends `${infer Start}_${infer Rest}`
  ? InCore<`${Start}-${Rest}`>
  : Lowercase<Name>;

/** The Admin API's NO_RESULT is core's `no-result`. */
export function inCore<Name extends string>(name: Name): InCore<Name> {
  return name.toLowerCase().replaceAll("_", "-") as InCore<Name>;
}
