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
    problems: {
      unverified: "该答复不能证明任何事（{reason}）。",
      rejected: "网关没有说明原因。",
      unknown: "网关没有给出可用的答复（{reason}）。",
      attempt_unknown: "没有付款尝试使用此网关订单号。",
      merchant_missing: "选项中已没有该商户。请重新添加该商户后再查询。",
      gateway_closed: "商店正在重启。请一分钟后再查询。",
      gateway_silent: "网关没有答复之前的查询。请一分钟后再查询。",
    },
    count: "{answer}：{count} 笔",
  },
};
