import { type StaffLanguage, textsOf } from "@pay-index/staff";

/** Medusa's build finds this file by its path. Only the names of pages are Medusa's texts. Other languages use English. */
export default {
  en: { "pay-index": namesIn("en") },
  zhCN: { "pay-index": namesIn("zh") },
};

function namesIn(language: StaffLanguage) {
  const { page, attemptList, health, overview } = textsOf(language);
  return {
    "review-items": page.title,
    attempts: attemptList.title,
    health: health.title,
    overview: overview.title,
  };
}
