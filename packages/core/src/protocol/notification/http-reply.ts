import { type RefusalCode, refusalStatus } from "./notification-refusal.ts";

/** The HTTP reply to the gateway, as plain data. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/** The evidence is durable: exactly `OK` (REP-OK). */
export const okReply: HttpReply = { status: 200, headers, body: "OK" };

/** Returns the reply of a refusal: one code of the closed list, with a 4xx or 5xx status (REP-REFUSAL). */
export function refusalReply(code: RefusalCode): HttpReply {
  return { status: refusalStatus[code], headers, body: code };
}
