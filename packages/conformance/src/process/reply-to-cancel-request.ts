import { type CancelRequest, type Gateway, isPayIndexError } from "@pay-index/core";
import type { CancellationReply } from "../host-driver.ts";

/** Asks the shop to cancel a subscription. An expected error of the shop is a reply, so that it crosses the border of the process. */
export async function replyToCancelRequest(
  gateway: Pick<Gateway, "cancelSubscription">,
  request: CancelRequest,
): Promise<CancellationReply> {
  try {
    return await gateway.cancelSubscription(request);
  } catch (error) {
    if (isPayIndexError(error)) return { refusedByShop: error.code };
    throw error;
  }
}
