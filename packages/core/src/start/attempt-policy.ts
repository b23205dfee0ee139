import type { Settings } from "../options.ts";
import { type Attempt, isDirectCardVariant, responseOf } from "../payment/attempt.ts";
import type { Payment } from "../ports/store.ts";

/** What a request to start a sale finds in the book. */
export type StartDecision =
  | { readonly kind: "free" }
  /** Money is there, or said to be there: nothing more may be charged. */
  | { readonly kind: "taken"; readonly payment: Attempt }
  /** The same sale is open at the gateway. */
  | { readonly kind: "open"; readonly payment: Attempt; readonly url: string }
  /** An answer is awaited, or a card may have been charged without our knowing. */
  | { readonly kind: "waiting"; readonly payment: Attempt };

export interface StartPolicyInput {
  /** Of this sale, by each of the installation's secrets. */
  readonly fingerprints: readonly string[];
  readonly now: Date;
  readonly reuseFor: number;
  readonly unknownHold: number;
  readonly inFlightFor: number;
}

/** Seconds after which a submission without a recorded answer cannot be on its way any more. */
export function inFlightSeconds({ timeout }: Pick<Settings, "timeout">): number {
  return timeout + 30;
}

/** Whether a new attempt may be made (LED-START). Pure. */
export function decideStart(book: Pick<Payment, "payments">, asked: StartPolicyInput): StartDecision {
  const newestFirst = [...book.payments].reverse();
  const taken = newestFirst.find(({ state }) => state === "paid") ?? newestFirst.find(barsSecondCharge);
  if (taken !== undefined) return { kind: "taken", payment: taken };
  const held = newestFirst.find((payment) => isUnknownCharge(payment, asked));
  if (held !== undefined) return { kind: "waiting", payment: held };
  for (const payment of newestFirst) {
    if (!asked.fingerprints.includes(payment.fingerprint)) continue;
    if (isInFlight(payment, asked)) return { kind: "waiting", payment };
    const url = isDirectCardVariant(payment.variant) ? undefined : openPaymentPageUrl(payment, asked);
    if (url !== undefined) return { kind: "open", payment, url };
  }
  return { kind: "free" };
}

/** Seconds that `answering` attempts of a reference can be old: after that none of them answers a request to start. */
export function startMatchSeconds({
  reuseFor,
  unknownHold,
  inFlightFor: inFlight,
}: Pick<StartPolicyInput, "reuseFor" | "unknownHold" | "inFlightFor">): number {
  return Math.max(reuseFor, unknownHold, inFlight);
}

function barsSecondCharge({ state }: Attempt): boolean {
  return state === "review" || state === "approved";
}

/** A direct charge whose outcome nobody knows: it may have gone through. */
function isUnknownCharge(payment: Attempt, asked: StartPolicyInput): boolean {
  if (!isDirectCardVariant(payment.variant) || (payment.state !== "pending" && payment.state !== "created"))
    return false;
  if (isInFlight(payment, asked)) return true;
  return responseOf(payment)?.outcome !== "redirect" && isYoungerThan(payment, asked.unknownHold, asked.now);
}

/** Whether the gateway's answer may still come. */
export function isInFlight(payment: Attempt, asked: Pick<StartPolicyInput, "inFlightFor" | "now">): boolean {
  return payment.state === "created" && isYoungerThan(payment, asked.inFlightFor, asked.now);
}

/** The gateway gave no payment page and will give none, so nobody can have paid there: the buyer may try again. */
export function hasNoPaymentPage(
  payment: Attempt,
  asked: Pick<StartPolicyInput, "inFlightFor" | "now">,
): boolean {
  if (isDirectCardVariant(payment.variant)) return false;
  if (payment.state === "created") return !isInFlight(payment, asked);
  return payment.state === "pending" && responseOf(payment)?.outcome !== "redirect";
}

/** The payment page of an attempt that is still open, and young enough to be shown again. */
export function openPaymentPageUrl(
  payment: Attempt,
  { reuseFor, now }: Pick<StartPolicyInput, "reuseFor" | "now">,
): string | undefined {
  if (payment.state !== "pending" || !isYoungerThan(payment, reuseFor, now)) return undefined;
  const answer = responseOf(payment);
  return answer?.outcome === "redirect" ? answer.url : undefined;
}

function isYoungerThan({ createdAt }: Attempt, seconds: number, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < seconds * 1000;
}
