import type { StaffWords } from "./words.ts";

/** All that an admin says to staff about payments, in simplified Chinese. */
export const staffWordsInChinese: StaffWords = {
  "items": {
    "paid": {
      "title": "已付款，但未下单",
      "means": "款项已到，但订单未能生效。",
      "advice": "请排除原因后重试。如果无法下单，请在网关退款并记录。"
    },
    "mismatch": {
      "title": "金额不符",
      "means": "网关报告的金额或币种与要求的不一致。订单尚未付款。",
      "advice": "请与网关核对。在网关退款后关闭；只有全款到账才可接受。"
    },
    "paid-twice": {
      "title": "重复付款",
      "means": "另有一笔交易或一次尝试也已付款。",
      "advice": "请在网关退还其中一笔，并作记录。"
    },
    "contradictory": {
      "title": "报告相互矛盾",
      "means": "网关既报告成功又报告失败。",
      "advice": "请向网关确认实际结果，再记录处理情况。"
    },
    "refund-notice": {
      "title": "退款或争议通知",
      "means": "款项可能已退回买家。",
      "advice": "请在网关查询该交易。如已退款，请记录并撤销订单。"
    },
    "refund-due": {
      "title": "需要人工退款",
      "means": "商店需要退款。网关协议无法退款，因此资金尚未变动。",
      "advice": "请在网关后台退款，并记录结果。"
    },
    "not-verified": {
      "title": "通知无法验证",
      "means": "消息到达了保密地址，但签名缺失或错误。",
      "advice": "请与网关核对商户密钥并部署正确的密钥，然后重试。"
    },
    "unknown-code": {
      "title": "未知代码",
      "means": "通知既非成功也非失败，未产生任何影响。",
      "advice": "请向网关询问其含义，再记录处理情况。"
    },
    "unknown-cycle": {
      "title": "未知周期",
      "means": "订阅被扣款，但无法确定所属周期。",
      "advice": "请在网关找到该扣款并退还，或手工入账。"
    },
    "no-result": {
      "title": "没有结果",
      "means": "网关尚未告知此次尝试的结果。",
      "advice": "请在网关查询该订单号。未付款则关闭，已付款则接受。"
    }
  },
  "decisions": {
    "accepted": {
      "button": "凭证据接受",
      "title": "凭证据接受",
      "means": "已在网关看到款项。此次尝试记为已付款，订单生效。"
    },
    "closed": {
      "button": "关闭",
      "title": "已关闭",
      "means": "未收到款项或已退还。此次尝试结束；之后报告的款项仍然有效。"
    },
    "refunded": {
      "button": "记录退款",
      "title": "已手工退款",
      "means": "款项已在网关退还。此操作仅作记录，不会转移资金。"
    }
  },
  "endOfPaid": {
    "closed": "已通过其他方式处理，例如手动下单。此订单不再下单。",
    "refunded": "款项已在网关退还。此操作仅作记录，不会转移资金。此订单不再下单。"
  },
  "states": {
    "none": "未开始",
    "created": "正在发送",
    "pending": "等待买家或网关",
    "approved": "已批准，待确认",
    "paid": "已付款",
    "review": "审核中",
    "failed": "失败",
    "closed": "已关闭"
  },
  "sources": {
    "shop": "商店",
    "response": "网关应答",
    "notification": "通知",
    "operator": "员工"
  },
  "phrases": {
    "started": "第 {attempt} 次尝试开始：{variant}，{amount} {currency}，订单号 {orderNumber}。",
    "redirected": "网关要求将买家引导至其付款页面。",
    "approved": "网关立即批准了付款，但须以其通知为准。",
    "declined": "网关拒绝了付款。",
    "rejected": "网关退回了请求。",
    "unclear": "网关没有明确答复（{reason}），可能已收到该订单。",
    "gateway-says": "网关说明：{text}",
    "confirmed": "网关确认已付款 {amount} {currency}（交易 {transaction}）。",
    "confirmed-cycle": "网关确认已付款 {amount} {currency}（交易 {transaction}，第 {cycle} 期）。",
    "failed": "网关报告付款失败（交易 {transaction}）。",
    "failed-cycle": "网关报告付款失败（交易 {transaction}，第 {cycle} 期）。",
    "unknown-code": "网关报告了未知代码 {code}（交易 {transaction}）。",
    "unknown-code-cycle": "网关报告了未知代码 {code}（交易 {transaction}，第 {cycle} 期）。",
    "subscription-closed": "同时报告该订阅已关闭。",
    "notice": "网关就交易 {transaction} 发来提示（{type}）。",
    "refused-unsigned": "一条通知被拒收：缺少签名。未产生任何影响。",
    "refused-mismatch": "一条通知被拒收：签名错误。未产生任何影响。",
    "refused-malformed": "一条通知被拒收：缺少必填字段。未产生任何影响。",
    "operator-accepted": "{who} 接受了付款：{note}",
    "operator-closed": "{who} 关闭了付款：{note}",
    "operator-refunded": "{who} 记录了退款：{note}"
  },
  "page": {
    "gateway": "支付网关",
    "items": "待处理付款",
    "toBeLookedAt": "需要处理",
    "evidence": "依据",
    "attempt": "付款尝试",
    "orderNumber": "网关订单号",
    "order": "订单",
    "show": "显示",
    "everything": "全部",
    "nothingWaits": "没有需要处理的内容。",
    "nothingSent": "此订单没有向网关发送过任何请求。",
    "loading": "正在加载",
    "unreadable": "目前无法读取付款信息。",
    "decideOtherwise": "其他处理",
    "tryAgain": "重试",
    "triedAgain": "已重试，结果见时间线。",
    "doneMeanwhile": "已经完成，或有人正在处理。",
    "notTried": "未能重试。",
    "decide": "记录决定",
    "forGood": "此操作不可撤销，并会连同您的姓名记入时间线。",
    "ground": "依据是什么？",
    "groundExample": "交易号、对账单、询问了谁",
    "record": "记录",
    "recorded": "决定已记入时间线。",
    "notRecorded": "未作任何记录。",
    "cancel": "取消"
  }
};
