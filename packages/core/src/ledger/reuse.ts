import type { Settings } from "../options.ts";
import { answerOf, isDirect, type Payment } from "../payment/payment.ts";
import type { Book } from "./store.ts";

/** What a request to start a sale finds in the book. */
export type Standing =
  | { readonly kind: "free" }
  /** Money is there, or said to be there: nothing more may be charged. */
  | { readonly kind: "taken"; readonly payment: Payment }
  /** The same sale is open at the gateway. */
  | { readonly kind: "open"; readonly payment: Payment; readonly url: string }
  /** An answer is awaited, or a card may have been charged without our knowing. */
  | { readonly kind: "waiting"; readonly payment: Payment };

export interface Asked {
  /** Of this sale, by each of the installation's secrets. */
  readonly fingerprints: readonly string[];
  readonly now: Date;
  readonly reuseFor: number;
  readonly unknownHold: number;
  readonly inFlightFor: number;
}

/** Seconds after which a submission without a recorded answer cannot be on its way any more. */
export function inFlightFor({ timeout }: Pick<Settings, "timeout">): number {
  return timeout + 30;
}

/** Whether a new attempt may be made (LED-START). Pure. */
export function standingOf(book: Pick<Book, "payments">, asked: Asked): Standing {
  const newestFirst = [...book.payments].reverse();
  const taken = newestFirst.find(({ state }) => state === "paid") ?? newestFirst.find(barsMoney);
  if (taken !== undefined) return { kind: "taken", payment: taken };
  const held = newestFirst.find((payment) => isHeld(payment, asked));
  if (held !== undefined) return { kind: "waiting", payment: held };
  for (const payment of newestFirst) {
    if (!asked.fingerprints.includes(payment.fingerprint)) continue;
    if (isInFlight(payment, asked)) return { kind: "waiting", payment };
    const url = isDirect(payment.variant) ? undefined : openUrl(payment, asked);
    if (url !== undefined) return { kind: "open", payment, url };
  }
  return { kind: "free" };
}

/** Seconds that `answering` attempts of a reference can be old: after that none of them answers a request to start. */
export function answersFor({
  reuseFor,
  unknownHold,
  inFlightFor: inFlight,
}: Pick<Asked, "reuseFor" | "unknownHold" | "inFlightFor">): number {
  return Math.max(reuseFor, unknownHold, inFlight);
}

function barsMoney({ state }: Payment): boolean {
  return state === "review" || state === "approved";
}

/** A direct charge whose outcome nobody knows: it may have gone through. */
function isHeld(payment: Payment, asked: Asked): boolean {
  if (!isDirect(payment.variant) || (payment.state !== "pending" && payment.state !== "created"))
    return false;
  if (isInFlight(payment, asked)) return true;
  return answerOf(payment)?.outcome !== "redirect" && isYoung(payment, asked.unknownHold, asked.now);
}

/** Whether the gateway's answer may still come. */
export function isInFlight(payment: Payment, asked: Pick<Asked, "inFlightFor" | "now">): boolean {
  return payment.state === "created" && isYoung(payment, asked.inFlightFor, asked.now);
}

/** The gateway gave no payment page and will give none, so nobody can have paid there: the buyer may try again. */
export function hasNoPage(payment: Payment, asked: Pick<Asked, "inFlightFor" | "now">): boolean {
  if (isDirect(payment.variant)) return false;
  if (payment.state === "created") return !isInFlight(payment, asked);
  return payment.state === "pending" && answerOf(payment)?.outcome !== "redirect";
}

/** The payment page of an attempt that is still open, and young enough to be shown again. */
export function openUrl(
  payment: Payment,
  { reuseFor, now }: Pick<Asked, "reuseFor" | "now">,
): string | undefined {
  if (payment.state !== "pending" || !isYoung(payment, reuseFor, now)) return undefined;
  const answer = answerOf(payment);
  return answer?.outcome === "redirect" ? answer.url : undefined;
}

function isYoung({ createdAt }: Payment, seconds: number, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < seconds * 1000;
}
