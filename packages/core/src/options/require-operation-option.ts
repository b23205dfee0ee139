import { PayIndexError } from "../errors.ts";
import type { Settings } from "./settings.ts";

type Operations = Settings["operations"];

/** The operations that a caller can ask for. `refundQuery` only follows a refund, and the gateway calls the webhook. */
type RequestedOperation = Exclude<keyof Operations, "refundQuery" | "disputeWebhook">;

const disabledTexts = {
  query:
    "This shop does not ask the gateway. If the gateway documents a query, set the option operations.query.",
  refund:
    "This shop does not refund through the gateway. If the gateway documents refunds, set the options operations.refund and operations.refundQuery.",
  cancelSubscription:
    "This shop does not cancel subscriptions. If the gateway documents the call, set the option operations.cancelSubscription.",
} as const satisfies Record<RequestedOperation, string>;

/** Returns the settings of an operation. @throws PayIndexError `operation_disabled` if the options do not name it */
export function requireOperationOption<Name extends RequestedOperation>(
  { settings }: { readonly settings: Pick<Settings, "operations"> },
  name: Name,
): NonNullable<Operations[Name]> {
  const operation = settings.operations[name];
  if (operation !== undefined) return operation;
  throw new PayIndexError("operation_disabled", disabledTexts[name]);
}
