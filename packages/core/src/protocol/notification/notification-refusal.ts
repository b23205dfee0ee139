/**
 * The codes that refuse a notification, with their HTTP status (REP-REFUSAL). No code contains "ok" in any case, because some
 * senders look for it anywhere in the reply.
 */
export const httpStatusByRefusalCode = {
  malformed: 400,
  unsigned: 401,
  mismatch: 401,
  foreign: 403,
  sender: 403,
  unknown: 404,
  method: 405,
  slow: 408,
  large: 413,
  charset: 415,
  limited: 429,
  failure: 500,
  later: 503,
} as const satisfies Record<string, number>;

/** The code of a refusal, which is the body of the reply. */
export type RefusalCode = keyof typeof httpStatusByRefusalCode;

export const refusalCodes = Object.keys(httpStatusByRefusalCode) as readonly RefusalCode[];

/** A refused notification. The message is for the shop's log; the reply contains only the code. */
export class NotificationRefusal extends Error {
  override readonly name = "NotificationRefusal";
  readonly code: RefusalCode;
  /** The fields of a body that cannot be read whole, as far as they were read: evidence for staff. */
  readonly readable: ReadonlyMap<string, string>;

  constructor(code: RefusalCode, message: string, readable: ReadonlyMap<string, string> = new Map()) {
    super(message);
    this.code = code;
    this.readable = readable;
  }
}

export function createNotificationRefusal(
  code: RefusalCode,
  message: string,
  readable?: ReadonlyMap<string, string>,
): NotificationRefusal {
  return new NotificationRefusal(code, message, readable);
}

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
