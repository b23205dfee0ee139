import type { OrderRefusal, OrderRefusalCode } from "@pay-index/core/adapter";

/** Refuses a paid order that cannot be placed. Staff get a review item. */
export function createOrderPortRefusal(code: OrderRefusalCode, message: string): OrderRefusal {
  return { refused: { code, message } };
}
