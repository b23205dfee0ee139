import { chineseStaffTexts, staffTexts } from "@pay-index/core/staff";

/** Medusa's build finds this file by its path. Languages without texts use English. */
export default {
  en: { "pay-index": staffTexts },
  zhCN: { "pay-index": chineseStaffTexts },
};
