/**
 * Why a notification was not taken, as the one word that is answered, and the HTTP status that goes with it (REP-REFUSAL).
 * Some senders look for "ok" anywhere in an answer, in any case: no word here may contain it.
 */
export const refusalStatus = {
  malformed: 400,
  unsigned: 401,
  mismatch: 401,
  foreign: 403,
  unknown: 404,
  method: 405,
  slow: 408,
  large: 413,
  charset: 415,
  failure: 500,
  later: 503,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusalStatus;

/** A notification that is refused. The message is for the shop's log; only the word leaves the house. */
export class NotificationRefusal extends Error {
  override readonly name = "NotificationRefusal";
  readonly word: RefusalCode;

  constructor(word: RefusalCode, message: string) {
    super(message);
    this.word = word;
  }
}

export function refuse(word: RefusalCode, message: string): NotificationRefusal {
  return new NotificationRefusal(word, message);
}
