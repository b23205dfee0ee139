import { type ErrorCode, errorMeaning, type StartErrorKind } from "../errors.ts";
import type { Settings } from "../options/settings.ts";
import { type Attempt, isDirectCardVariant, responseOf } from "../payment/attempt.ts";
import type { Payment } from "../ports/store.ts";

/** The decision about a request to start a sale, from the earlier attempts. */
export type StartDecision =
  | { readonly kind: "free" }
  /** An attempt is paid, or reported as paid: nothing more may be charged. */
  | { readonly kind: "taken"; readonly attempt: Attempt }
  /** The same sale is open at the gateway. */
  | { readonly kind: "open"; readonly attempt: Attempt; readonly url: string }
  /** An answer is awaited, or a card may have been charged without our knowing. */
  | { readonly kind: "waiting"; readonly attempt: Attempt };

export interface StartPolicyInput {
  /** Of this sale, by each of the installation's secrets. */
  readonly fingerprints: readonly string[];
  readonly now: Date;
  readonly reuseFor: number;
  readonly unknownHold: number;
  readonly inFlightFor: number;
  /** With the query, a charge that the gateway still processes bars longer. */
  readonly operations?: Settings["operations"];
}

/** Seconds after which a submission without a recorded answer cannot be on its way any more. */
export function computeInFlightSeconds({ timeout }: Pick<Settings, "timeout">): number {
  return timeout + 30;
}

/**
 * Whether a committed attempt may still be submitted: the gateway's answer has to come while the attempt bars another start of the sale.
 * A process can stand still, or wait for its database, after it decided.
 */
export function maySubmit(
  attempt: Attempt,
  { timeout, unknownHold }: Pick<Settings, "timeout" | "unknownHold">,
  now: Date,
): boolean {
  const inFlightFor = computeInFlightSeconds({ timeout });
  const bars = isDirectCardVariant(attempt.variant) ? Math.max(inFlightFor, unknownHold) : inFlightFor;
  return isYoungerThan(attempt, bars - timeout, now);
}

/** Whether a new attempt may be made (ENG-START). Pure. */
export function decideStart(payment: Pick<Payment, "attempts">, policy: StartPolicyInput): StartDecision {
  const newestFirst = [...payment.attempts].reverse();
  const taken =
    newestFirst.find(({ state }) => state === "paid") ??
    newestFirst.find(({ state }) => state === "review" || state === "approved");
  if (taken !== undefined) return { kind: "taken", attempt: taken };
  const held = newestFirst.find((payment) => isUnknownCharge(payment, policy));
  if (held !== undefined) return { kind: "waiting", attempt: held };
  for (const payment of newestFirst) {
    if (!policy.fingerprints.includes(payment.fingerprint)) continue;
    if (isInFlight(payment, policy)) return { kind: "waiting", attempt: payment };
    const url = isDirectCardVariant(payment.variant)
      ? undefined
      : findReusablePaymentPageUrl(payment, policy);
    if (url !== undefined) return { kind: "open", attempt: payment, url };
  }
  return { kind: "free" };
}

/** Seconds that `answering` attempts of a reference can be old: after that none of them answers a request to start. */
export function computeStartMatchSeconds(
  policy: Pick<StartPolicyInput, "reuseFor" | "unknownHold" | "inFlightFor" | "operations">,
): number {
  const asked = policy.operations?.query === undefined ? 0 : processingHold;
  return Math.max(policy.reuseFor, policy.unknownHold, policy.inFlightFor, asked);
}

/** Seconds for which a charge bars the next one while the gateway answers that it still processes it (QRY-CHARGE). */
const processingHold = 86_400;

/** Whether the newest answer to a query says that the gateway still processes the charge. */
function isProcessedByGateway({ facts }: Attempt): boolean {
  const newest = facts.findLast((fact) => fact.source === "inquiry");
  return newest?.source === "inquiry" && newest.state === "pending";
}

/** Whether the result of a direct charge is unknown: it may have succeeded. */
function isUnknownCharge(attempt: Attempt, policy: StartPolicyInput): boolean {
  if (!isDirectCardVariant(attempt.variant) || (attempt.state !== "pending" && attempt.state !== "created"))
    return false;
  if (isInFlight(attempt, policy)) return true;
  if (responseOf(attempt)?.outcome === "redirect") return false;
  const hold = isProcessedByGateway(attempt)
    ? Math.max(policy.unknownHold, processingHold)
    : policy.unknownHold;
  return isYoungerThan(attempt, hold, policy.now);
}

/** Whether the gateway's answer may still come. */
export function isInFlight(attempt: Attempt, policy: Pick<StartPolicyInput, "inFlightFor" | "now">): boolean {
  return attempt.state === "created" && isYoungerThan(attempt, policy.inFlightFor, policy.now);
}

/**
 * Whether the gateway returned no payment page and will return none, so that nobody can have paid and the buyer can try
 * again.
 */
export function hasNoPaymentPage(
  attempt: Attempt,
  policy: Pick<StartPolicyInput, "inFlightFor" | "now">,
): boolean {
  if (isDirectCardVariant(attempt.variant)) return false;
  if (attempt.state === "created") return !isInFlight(attempt, policy);
  return attempt.state === "pending" && responseOf(attempt)?.outcome !== "redirect";
}

/** The payment page of an attempt that is still open, and young enough to be used again. */
export function findReusablePaymentPageUrl(
  attempt: Attempt,
  { reuseFor, now }: Pick<StartPolicyInput, "reuseFor" | "now">,
): string | undefined {
  if (attempt.state !== "pending" || !isYoungerThan(attempt, reuseFor, now)) return undefined;
  const answer = responseOf(attempt);
  return answer?.outcome === "redirect" ? answer.url : undefined;
}

function isYoungerThan({ createdAt }: Attempt, seconds: number, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < seconds * 1000;
}

/** Returns the meaning of an error of `start` for the buyer. Undefined if the error is not about the buyer's sale. */
export function startErrorKind(code: ErrorCode): StartErrorKind | undefined {
  return errorMeaning(code).start;
}
