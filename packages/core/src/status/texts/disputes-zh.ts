import type { StaffTexts } from "./en.ts";

/** The texts of the review item `dispute`, by the code of its problem, in simplified Chinese. */
export const chineseDisputeTexts: Pick<StaffTexts, "disputes"> = {
  disputes: {
    chargeback: {
      title: "拒付",
      means: "买家的银行正在收回款项。付款状态未变。",
      advice: "请勿发货。请在网关处理该拒付。如款项无法收回，请记录为退款；如申诉成功，选择“不予处理”。",
    },
    ethoca_alert: {
      title: "Ethoca 预警",
      means: "买家已向银行投诉，之后可能发生拒付。付款状态未变。",
      advice: "请勿发货。请退款以避免拒付。如在网关后台退款，请记录退款；否则选择“不予处理”。",
    },
    rdr_alert: {
      title: "RDR 预警",
      means: "买家已向银行投诉，您网关账户的规则可能会自动退款。付款状态未变。",
      advice: "请勿发货。请在网关查询该交易。如已退款，请记录退款；否则选择“不予处理”。",
    },
    refund_report_unclear: {
      title: "退款报告不明确",
      means: "网关报告了一笔退款，商店无法自动记录。",
      advice: "请在网关查询该退款。如款项已退回，请记录退款；否则选择“不予处理”。",
    },
    unrecognized_dispute: {
      title: "未知的报告",
      means: "网关报告了商店不认识的事件类型。付款状态未变。",
      advice: "请向网关询问其含义。如款项已退回，请记录退款；否则选择“不予处理”。",
    },
  },
};
