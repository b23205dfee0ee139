import type { OrderRefusal, RefusalCode } from "@pay-index/core/adapter";

/** Refuses a paid order that cannot be placed. Staff get a review item. */
export function refuseOrder(code: RefusalCode, message: string): OrderRefusal {
  return { refused: { code, message } };
}
