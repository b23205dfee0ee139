import type { StaffTexts } from "./en.ts";

/** The texts about refunds through the gateway, in simplified Chinese. */
export const chineseGatewayRefundTexts: Pick<StaffTexts, "gatewayRefunds"> = {
  gatewayRefunds: {
    title: "通过网关退款",
    refundId: "退款编号",
    reason: "原因",
    details: "详情",
    madeAtGateway: "在网关后台退款",
    otherCharge: "属于没有订单的付款",
    states: {
      requested: "尚未发送",
      submitted: "正在发送",
      accepted: "已接受，款项尚未退回",
      unknown: "没有明确答复",
      succeeded: "已退款",
      failed: "退款失败",
    },
  },
};
