import { chineseStaffTexts, englishStaffTexts } from "@pay-index/core/staff";

/** Medusa's build finds this file by its path. Languages without texts use English. */
export default {
  en: { "pay-index": englishStaffTexts },
  zhCN: { "pay-index": chineseStaffTexts },
};
