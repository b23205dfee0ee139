import type { StaffTexts } from "./en.ts";

/** The texts of the form that refunds through the gateway, in simplified Chinese. */
export const chineseGatewayRefundFormTexts: Pick<StaffTexts, "refundForm"> = {
  refundForm: {
    results: {
      requested: "退款已保存，尚未发送。商店会发送该退款。",
      submitted: "正在发送退款。请重新加载本页。",
      accepted: "网关接受了退款。款项是否退回，网关稍后报告。",
      unknown: "网关没有给出明确的答复。商店会向网关查询，不会再次发送该退款。",
      succeeded: "网关已完成退款。",
      failed: "网关拒绝了退款。没有款项变动。",
    },
    recorded: "商店的订单显示已退款 {amount} {currency}，但网关并未退款。请在此重新退款，订单即与实际相符。",
    notRecorded: "商店的订单没有显示此退款。",
    open: "通过网关退款",
    meaning:
      "网关会将款项退还给买家。此操作无法撤销。网关完成退款后，订单会显示该退款。时间线会显示您的姓名。",
    amount: "要退款的金额",
    reason: "给网关的退款原因",
    reasonHint: "网关的工作人员会看到。请勿填写个人信息。",
    reasonExample: "退货、损坏、重复付款",
    send: "退款",
    notSent: "没有退款。",
  },
};
