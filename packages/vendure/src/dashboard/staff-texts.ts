import { type StaffLanguage, textsOf, toStaffLanguage } from "@pay-index/staff";
import { useLingui } from "@vendure/dashboard";

/** Returns the language of the signed-in user: English or Chinese. Other languages use English. */
export function useStaffLanguage(): StaffLanguage {
  return toStaffLanguage(useLingui().i18n.locale);
}

export function useStaffTexts() {
  return textsOf(useStaffLanguage());
}
