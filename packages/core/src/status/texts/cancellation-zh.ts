import type { StaffTexts } from "./en.ts";

/** The texts about cancelling a subscription, in simplified Chinese. */
export const chineseCancellationTexts: Pick<StaffTexts, "cancellation"> = {
  cancellation: {
    cancel: "取消订阅",
    explanation: "商店将请求网关不再扣款。此操作无法撤销。",
    keep: "不取消",
    notAsked: "未能请求网关。",
    outcomes: {
      cancelled: "订阅已取消，网关不再扣款。",
      ended: "套餐已全部完成，无需取消。",
      refused: "网关拒绝取消，仍会继续扣款。",
      unclear: "网关没有明确答复，商店会自动再次请求。",
    },
    refusedText: "{outcome}网关的说明：{text}",
  },
};
