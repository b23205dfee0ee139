import type { StaffTexts } from "./en.ts";

type ReviewTexts = Pick<
  StaffTexts,
  | "reviewItems"
  | "actions"
  | "renewalActionTexts"
  | "attemptActionTexts"
  | "refundActionTexts"
  | "dismissItemOnlyText"
>;

/** The texts of review items and of the actions on them, in simplified Chinese. */
export const chineseReviewTexts: ReviewTexts = {
  reviewItems: {
    "order-not-placed": {
      title: "已付款，但未下单",
      means: "款项已到，但订单未能生效。",
      advice: "请排除原因后重试。如果无法下单，请在网关退款并记录。",
    },
    "amount-mismatch": {
      title: "金额不符",
      means: "网关报告的金额或币种与要求的不一致。未入账。",
      advice: "请与网关核对。在网关退款并记录退款。只有全款到账才可接受；未收到款项则不予处理。",
    },
    "paid-twice": {
      title: "重复付款",
      means: "另有一笔交易或一次尝试也已付款。",
      advice: "请在网关退还其中一笔，并作记录。",
    },
    "contradictory-results": {
      title: "报告相互矛盾",
      means: "网关既报告成功又报告失败，或者网关的对账单与商店的记录矛盾。",
      advice: "请向网关确认实际结果，再记录处理情况。",
    },
    "refund-notice": {
      title: "退款或争议通知",
      means: "款项可能已退回买家。",
      advice: "请在网关查询该交易。如已退款，请记录并撤销其订单。",
    },
    dispute: {
      title: "争议",
      means: "网关报告了拒付、预警或退款。付款状态未变。",
      advice: "请查看依据。如款项已退回买家，请记录退款；否则选择“不予处理”。",
    },
    "refund-requested": {
      title: "需要人工退款",
      means: "商店请求退款。资金尚未变动。",
      advice: "请在网关后台退款，并记录结果。",
    },
    "refund-not-confirmed": {
      title: "退款未确认",
      means: "退款已发送给网关，但不知道款项是否会退回。不会再次发送。",
      advice:
        "请重试，以再次询问网关。如果没有答复，请在网关后台查找该退款。如果已退款，请记录其编号；如果没有，请对此事项选择“不予处理”，然后重新退款。",
    },
    "refund-failed": {
      title: "退款失败",
      means: "网关接受了退款，之后报告退款失败。买家没有收到退款。",
      advice: "请向网关询问原因，然后重新退款。如果商店的订单显示已退款，请更正订单。",
    },
    "not-verified": {
      title: "通知无法验证",
      means: "消息到达了保密地址，但签名缺失或错误。",
      advice: "请与网关核对商户密钥并部署正确的密钥，然后重试。",
    },
    "unknown-code": {
      title: "未知代码",
      means: "通知既非成功也非失败，未产生任何影响。",
      advice: "请向网关询问其含义，再记录处理情况。",
    },
    "unknown-cycle": {
      title: "未知周期",
      means: "收到订阅的扣款报告，但无法确定所属周期。未入账。",
      advice: "请在网关查找该扣款。退还并作记录；或按其所属周期接受。",
    },
    "renewal-not-placed": {
      title: "周期没有订单",
      means: "订阅的一个周期已付款，但没有对应的订单。",
      advice: "请查看依据，排除原因后重试。如果无法下单，请在网关退款并记录。",
    },
    "host-not-informed": {
      title: "未能通知商店",
      means: "网关已关闭订阅、报告了退款或争议，或者一个周期逾期未付或扣款被拒，但未能通知商店。",
      advice: "请排除原因后重试。",
    },
    "refund-not-synced": {
      title: "退款未计入订单",
      means: "退款已记录，但商店未能将其计入订单。",
      advice: "请排除原因后重试。如果订单中已有该退款，请对此事项选择“不予处理”。",
    },
    "cycle-not-checked": {
      title: "周期未检查",
      means: "无法检查订阅的一个周期是否已付款。",
      advice: "请排除原因后重试。",
    },
    "cycle-overdue": {
      title: "周期逾期",
      means: "订阅的一个周期此时应已付款。",
      advice: "请询问网关。付款后，其通知会自动结束此事项。",
    },
    "subscription-mismatch": {
      title: "其他订阅",
      means: "收到的扣款报告的是另一个订阅编号。首次付款仍然有效，之后的周期则不入账。",
      advice: "请询问网关这是谁的扣款。如果之后的周期属于此订阅，则接受。",
    },
    "unexpected-cycle": {
      title: "超出计划",
      means: "扣款的周期不在计划内。未入账。",
      advice: "请在网关退款，并在那里关闭订阅。",
    },
    "transaction-reused": {
      title: "交易重复使用",
      means: "已为订阅的一个周期付款的交易，又被报告用于另一个周期。未入账。",
      advice: "请询问网关该周期是否已扣款。已扣款则接受，否则不予处理。",
    },
    "incomplete-notification": {
      title: "通知不完整",
      means: "订阅的一条通知缺少协议要求的字段。通知的其他内容仍然有效。依据中注明了缺少的字段。",
      advice: "请在网关查询该交易，并要求网关发送该字段，然后选择“不予处理”。",
    },
    "weaker-signature": {
      title: "签名规则较弱",
      means: "一条通知的签名未包含网关以往会签名的字段。其付款有效，未签名的关闭报告无效。",
      advice: "请向网关确认是否发送了该通知、是否更改了签名方式，然后选择“不予处理”。",
    },
    "charged-after-closing": {
      title: "关闭后扣款",
      means: "订阅已报告关闭，却仍有周期被扣款。已入账。",
      advice: "请询问网关；如果买家已终止订阅，请退款。",
    },
    "subscription-not-cancelled": {
      title: "订阅未取消",
      means: "已请求取消订阅，但网关没有确认，可能仍会继续扣款。",
      advice: "请重试。如果网关仍不确认，请在网关后台取消订阅，然后对此事项选择“不予处理”。",
    },
    "result-not-checked": {
      title: "结果未检查",
      means: "无法检查一次尝试是否有结果或已退款。",
      advice: "请排除原因后重试。",
    },
    "no-result": {
      title: "没有结果",
      means: "网关尚未告知一次或多次尝试的结果。",
      advice: "请在网关查询没有结果的尝试。均未付款则不予处理；其中一次已付款则接受该次尝试。",
    },
  },
  actions: {
    accept: {
      button: "凭证据接受",
      title: "凭证据接受",
      means: "已在网关看到款项。此次尝试或周期记为已付款，其订单生效。",
    },
    dismiss: {
      button: "不予处理",
      title: "已不予处理",
      means: "未收到款项。此次尝试或周期结束；之后报告的款项仍然有效。如已退款，请改为记录退款。",
    },
    "record-refund": {
      button: "记录退款",
      title: "已手工退款",
      means: "款项已在网关退还。此操作仅作记录，不会转移资金。",
    },
  },
  renewalActionTexts: {
    dismiss: "已通过其他方式处理，例如手动下单。不再为其下单。",
    "record-refund": "款项已在网关退还。此操作仅作记录，不会转移资金。不再为其下单。",
  },
  attemptActionTexts: {
    dismiss: "不再为此次尝试下单，买家可以重新付款。",
    "record-refund": "款项已在网关退还。此操作仅作记录，不会转移资金。不再为其下单，买家可以重新付款。",
  },
  refundActionTexts: {
    dismiss: "该退款没有进行。可以再次退款。",
    "record-refund": "该退款已在网关完成。此操作仅作记录，不会移动资金。",
  },
  dismissItemOnlyText: "仅解决此事项。付款不变，商店不再收到相关通知。",
};
