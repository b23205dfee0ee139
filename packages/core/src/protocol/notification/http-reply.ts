import { httpStatusByRefusalCode, type RefusalCode } from "./notification-refusal.ts";

/** The HTTP reply to the gateway, as plain data. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/** Returns the reply that says that the evidence is durable (REP-OK). */
export function okReply(acknowledgement = "OK"): HttpReply {
  return { status: 200, headers, body: acknowledgement };
}

/** Returns the reply of a refusal: one code of the closed list, with a 4xx or 5xx status (REP-REFUSAL). */
export function refusalReply(code: RefusalCode): HttpReply {
  return { status: httpStatusByRefusalCode[code], headers, body: code };
}
