import { chineseStaffTexts, staffTexts } from "@pay-index/core/staff";

/** Found by Medusa's build. Other languages read English. */
export default {
  en: { "pay-index": staffTexts },
  zhCN: { "pay-index": chineseStaffTexts },
};
