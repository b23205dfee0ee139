/**
 * What a set of facts amounts to, written from the prose of the design and from nothing else:
 *
 * > State, first match wins: `paid`: a matching 00, or accepted by an operator. `closed`: closed by an operator. `refunded` instead of
 * > `review`: an operator recorded a refund while it was under review, and every 00 whose money does not match had been reported by then.
 * > `review`: a 00 whose money does not match. `review`: approved, and notified 2. `failed`: notified 2, declined, or rejected for our own
 * > fault. `approved`: status 0. `pending`: redirect, unknown, or rejected as a duplicate of our never-reused number. `created`.
 * >
 * > Items, keyed so that repeats add nothing: mismatch (per transaction); contradictory (00 and 2 for the same transaction, or
 * > approved, and notified 2); paid twice (a further matching transaction); unknown code; a 00 that carries `alert_type` (a
 * > refund notice, never a payment).
 *
 * A further transaction is counted, because which came first is no fact (decision 0004). Accepted while only money that does not match
 * was reported, it is paid by that; each transaction that pays in full besides is one too many. A retry changes nothing.
 */

/** Everything that anybody can say about one payment, in the tests' own words. */
export type ReportedFact =
  | { readonly by: "gateway"; readonly answer: ResponseOutcome }
  | { readonly by: "notification"; readonly says: NotificationContent; readonly transaction: string }
  | { readonly by: "operator"; readonly action: "accept" | "dismiss" | "record-refund" | "retry" };

export type ResponseOutcome = "redirect" | "approved" | "declined" | "rejected" | "duplicate" | "unknown";
export type NotificationContent =
  | "right"
  | "short"
  | "other currency"
  | "failed"
  | "code 7"
  | "refund notice";

export interface ExpectedPayment {
  readonly state: string;
  /** Kind and what tells it apart, sorted. */
  readonly items: readonly string[];
}

export function expectedPayment(said: readonly ReportedFact[]): ExpectedPayment {
  return { state: stateOf(said), items: [...itemsOf(said)].sort() };
}

const wrongAmounts: ReadonlySet<NotificationContent> = new Set(["short", "other currency"]);

function transactionsThat(
  said: readonly ReportedFact[],
  holds: (says: NotificationContent) => boolean,
): Set<string> {
  const found = new Set<string>();
  for (const each of said) if (each.by === "notification" && holds(each.says)) found.add(each.transaction);
  return found;
}

function stateOf(said: readonly ReportedFact[]): string {
  const notified = (holds: (says: NotificationContent) => boolean) => transactionsThat(said, holds).size > 0;
  const operator = (action: string) => said.some((each) => each.by === "operator" && each.action === action);
  const answered = (answer: ResponseOutcome) =>
    said.some((each) => each.by === "gateway" && each.answer === answer);

  if (notified((says) => says === "right")) return "paid";
  if (operator("accept")) return "paid";
  if (operator("dismiss")) return "closed";
  const refunded = refundedBy(said);
  const unmatched = [...transactionsThat(said, (says) => wrongAmounts.has(says))];
  if (unmatched.some((transaction) => !refunded?.has(transaction))) return "review";
  if (unmatched.length > 0) return "refunded";
  if (answered("approved") && notified((says) => says === "failed"))
    return refunded === undefined ? "review" : "refunded";
  if (notified((says) => says === "failed")) return "failed";
  if (answered("declined") || answered("rejected")) return "failed";
  if (answered("approved")) return "approved";
  if (answered("redirect") || answered("unknown") || answered("duplicate")) return "pending";
  return "created";
}

/** What was reported whenever an operator recorded a refund of what was under review; undefined if nobody did. */
function refundedBy(said: readonly ReportedFact[]): Set<string> | undefined {
  const refunds = said.flatMap((each, index) => {
    const before = said.slice(0, index);
    const isRefund =
      each.by === "operator" && each.action === "record-refund" && stateOf(before) === "review";
    return isRefund ? [transactionsThat(before, (says) => wrongAmounts.has(says))] : [];
  });
  return refunds.length === 0 ? undefined : new Set(refunds.flatMap((each) => [...each]));
}

/** What was reported when staff accepted it, if nothing had paid it by then. */
function acceptedWith(said: readonly ReportedFact[]): Set<string> {
  for (const [index, each] of said.entries()) {
    const before = said.slice(0, index);
    if (transactionsThat(before, (says) => says === "right").size > 0) break;
    const reported = transactionsThat(before, (says) => wrongAmounts.has(says));
    if (each.by === "operator" && each.action === "accept" && reported.size > 0) return reported;
  }
  return new Set();
}

function itemsOf(said: readonly ReportedFact[]): Set<string> {
  const items = new Set<string>();
  const right = transactionsThat(said, (says) => says === "right");
  const success = transactionsThat(said, (says) => says === "right" || wrongAmounts.has(says));
  const approved = said.some((each) => each.by === "gateway" && each.answer === "approved");
  for (const transaction of transactionsThat(said, (says) => wrongAmounts.has(says)))
    items.add(`amount-mismatch/${transaction}`);
  for (const transaction of transactionsThat(said, (says) => says === "failed"))
    if (approved || success.has(transaction)) items.add(`contradictory-results/${transaction}`);
  const accepted = acceptedWith(said);
  const payers =
    [...right].filter((transaction) => !accepted.has(transaction)).length + Math.min(accepted.size, 1);
  for (let count = 2; count <= payers; count++) items.add(`paid-twice/${count}`);
  for (const transaction of transactionsThat(said, (says) => says === "code 7"))
    items.add(`unknown-code/${transaction}/7`);
  for (const transaction of transactionsThat(said, (says) => says === "refund notice"))
    items.add(`refund-notice/${transaction}`);
  return items;
}
