import { staffWords, staffWordsInChinese } from "@pay-index/core/staff";

/** Found by Medusa's build. Other languages read English. */
export default {
  en: { "pay-index": staffWords },
  zhCN: { "pay-index": staffWordsInChinese },
};
