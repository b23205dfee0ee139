import type { Merchant } from "../merchants.ts";
import { computeNotificationSign } from "../signature.ts";
import type { ReplyFields } from "./operation.ts";

/** Returns a reply with its sign. It covers every other field that has a value (OPS-REPLY). */
export function signReply(fields: ReplyFields, merchant: Merchant): ReplyFields {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as const],
  );
  return { ...fields, sign: computeNotificationSign(new Map(texts), merchant.key) };
}

/** Returns the reply to a call that the gateway does not accept. It has no sign. */
export function createRejectionReply(msg: string): object {
  return { status: "error", msg, data: [] };
}
