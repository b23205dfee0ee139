import type { StaffTexts } from "./en.ts";

/** The texts about asking the gateway, in simplified Chinese. */
export const chineseQueryTexts: Pick<StaffTexts, "query"> = {
  query: {
    ask: "向网关查询",
    answer: "网关的答复",
    notAsked: "未能向网关查询。",
    answers: {
      paid: "已付款",
      "not-paid": "未付款",
      pending: "处理中",
      failed: "付款失败",
      refunded: "已退款",
      unrecognized: "未知状态",
      unverified: "答复未通过验证",
      rejected: "查询被网关拒绝",
      unknown: "没有答复",
      "not-asked": "未查询",
    },
    count: "{answer}：{count} 笔",
  },
};
