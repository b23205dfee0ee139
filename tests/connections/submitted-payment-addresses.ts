import type { OrderDetails } from "@pay-index/sandbox/client";
import type { SubmittedPaymentAddresses } from "./connection-test-helpers.ts";

/** Returns the addresses of a payment as the shop submitted them. */
export function toSubmittedPaymentAddresses(
  origin: string,
  { timeline }: OrderDetails,
): SubmittedPaymentAddresses {
  const submitted = timeline.find((event) => event.type === "submitted");
  const { pay_notifyurl = "", pay_callbackurl = "" } = submitted?.fields ?? {};
  return {
    origin,
    notifyPath: new URL(pay_notifyurl).pathname,
    returnPath: new URL(pay_callbackurl).pathname,
  };
}
