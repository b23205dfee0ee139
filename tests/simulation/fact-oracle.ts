import type { Attempt, Cycle, Fact } from "@pay-index/core/store";
import { amountText } from "./ledger.ts";

type Notification = Extract<Fact, { source: "notification" }>;
type Report = Notification | Extract<Fact, { source: "inquiry" }>;

/** What a payment must be by the set of its facts, written from docs/explanation/payment-state.md and docs/reference/protocol.md. */
export function expectedAttemptState(attempt: Attempt): string {
  return expectedState(attempt.facts, termsOf(attempt, 1));
}

function termsOf({ amount: { minor, currency }, plan }: Attempt, cycle: number): Terms {
  return { minor, first: cycle === 1 ? (plan?.firstPeriodAmount ?? minor) : minor, currency };
}

/** The same for a later cycle: a report of another subscription, or beyond the plan, pays nothing. */
export function expectedCycleState(cycle: Cycle, attempt: Attempt): string {
  const [facts, foreign] = splitForeign(cycle, attempt);
  const state = expectedState(facts, termsOf(attempt, cycle.number));
  if (hasAction(cycle.facts, "accept")) return "paid";
  const isBeyond = state === "paid" && cycle.number > (attempt.plan?.totalCount ?? 0);
  const isHeld = isBeyond || (state !== "paid" && foreign.some((fact) => isReport(fact) && isSuccess(fact)));
  if (!isHeld) return state;
  return hasAction(cycle.facts, "dismiss") ? "closed" : "review";
}

function splitForeign({ facts }: Cycle, { subscription }: Attempt): readonly [own: Fact[], foreign: Fact[]] {
  const own = subscription?.gatewaySubscriptionId;
  const isForeign = (fact: Fact) =>
    fact.source === "notification" && own !== undefined && (fact.gatewaySubscriptionId ?? own) !== own;
  return [facts.filter((fact) => !isForeign(fact)), facts.filter(isForeign)];
}

/** The review items that these facts must have opened: their kinds, and what tells them apart. */
export function expectedItems(about: Attempt | Cycle, attempt: Attempt): string[] {
  const isSale = "attemptId" in about && "reference" in about;
  const facts = isSale ? attempt.facts : splitForeign(about as Cycle, attempt)[0];
  const terms = termsOf(attempt, isSale ? 1 : (about as Cycle).number);
  const reports = facts.filter(isReport);
  const successes = reports.filter(isSuccess);
  const idsOf = (some: readonly Report[]) => [...new Set(some.map(({ transactionId }) => transactionId))];
  const wrong = successes.filter((fact) => !fits(fact, terms));
  const right = successes.filter((fact) => fits(fact, terms));
  const paying = idsOf(right.filter((fact) => fact.usedFor === undefined));
  const failed = idsOf(reports.filter(isFailure)).filter((id) => idsOf(successes).includes(id));
  const accepted = new Set(facts.flatMap(acceptedTransactions));
  const payers = paying.filter((id) => !accepted.has(id)).length + Math.min(accepted.size, 1);
  const isBack = facts.some(({ source }) => source === "refund") || hasAction(facts, "record-refund");
  const notices = reports.filter((fact) => fact.source === "notification" && fact.alertType !== undefined);
  return [
    ...idsOf(wrong).map((id) => `amount-mismatch/${id}`),
    ...idsOf(right.filter((fact) => fact.usedFor !== undefined)).map((id) => `transaction-reused/${id}`),
    ...failed.map((id) => `contradictory-results/${id}`),
    // A further charge that went back before it was reported needs nobody.
    ...Array.from({ length: isBack ? 0 : Math.max(0, payers - 1) }, (_, index) => `paid-twice/${index + 2}`),
    ...idsOf(notices).map((id) => `refund-notice/${id}`),
    ...(isSale
      ? idsOf(reports.filter(isStray)).map((id) => `unknown-cycle/${id}`)
      : itemsOfCycle(about as Cycle, attempt)),
  ];
}

/** A charge of a subscription whose cycle nobody can tell. */
function isStray(fact: Report): boolean {
  if (fact.source === "inquiry" || fact.alertType !== undefined || hasCycle(fact)) return false;
  return fact.usedFor === undefined && (fact.returncode === "00" || !closes(fact));
}

function itemsOfCycle(cycle: Cycle, attempt: Attempt): string[] {
  const { plan, subscription } = attempt;
  const { number, facts, state } = cycle;
  const foreign = splitForeign(cycle, attempt)[1] as readonly Notification[];
  // One of another amount has the item of the amount, if it came before the subscription's ID was known.
  const fitting = foreign.filter((fact) => fits(fact, termsOf(attempt, number)));
  const named = fitting.map((fact) => fact.gatewaySubscriptionId ?? "");
  const isCharged = facts.some((fact) => isReport(fact) && isSuccess(fact));
  const isBeyond = isCharged && number > (plan?.totalCount ?? 0);
  const isAfterClosing = state === "paid" && number > (subscription?.closedWith ?? number);
  return [
    ...[...new Set(named)].map((id) => `subscription-mismatch/${id}`),
    ...(isBeyond ? ["unexpected-cycle"] : []),
    ...(isAfterClosing ? ["charged-after-closing"] : []),
  ];
}

function acceptedTransactions(fact: Fact): readonly string[] {
  return fact.source === "operator" && fact.action === "accept" ? (fact.transactions ?? []) : [];
}

interface Terms {
  readonly minor: number;
  readonly first: number;
  readonly currency: string;
}

function expectedState(facts: readonly Fact[], terms: Terms): string {
  const ending = facts.filter(
    (fact) => fact.source === "operator" && fact.action !== "retry" && fact.frees === "attempt",
  );
  if (ending.length > 0) return hasAction(ending, "record-refund") ? "refunded" : "closed";
  const answer = facts.find((fact) => fact.source === "response");
  const reports = facts.filter(isReport);
  const successes = reports.filter(isSuccess);
  const paying = successes.filter((fact) => fact.usedFor === undefined && fits(fact, terms));
  if (paying.length > 0 || answer?.pays === true || hasAction(facts, "accept")) return "paid";
  if (facts.some(dismissesAll)) return "closed";
  const failures = reports.filter(isFailure);
  const isRevoked = answer?.outcome === "approved" && failures.some((fact) => !closes(fact));
  const unproven = reports.filter(
    (fact) => fact.source === "inquiry" && fact.state === "paid" && fact.transactionId === "",
  );
  const doubtful = [...successes, ...unproven];
  if (doubtful.length > 0 || isRevoked) return isAllRefunded(facts, doubtful) ? "refunded" : "review";
  if (answer?.outcome !== "approved" && failures.length > 0) return "failed";
  return stateOfAnswer(answer, facts);
}

const dismissesAll = (fact: Fact) =>
  fact.source === "operator" && fact.action === "dismiss" && fact.transactions === undefined;

function stateOfAnswer(
  answer: Extract<Fact, { source: "response" }> | undefined,
  facts: readonly Fact[],
): string {
  const isUnsure = answer?.duplicate === true || answer?.unclear === true;
  const isFinal = !isUnsure || facts.some(({ source }) => source === "refusal-upheld");
  switch (answer?.outcome) {
    case undefined:
      return "created";
    case "approved":
      return "approved";
    case "declined":
      return "failed";
    case "rejected":
      return isFinal ? "failed" : "pending";
    case "redirect":
    case "unknown":
      return "pending";
  }
}

const isReport = (fact: Fact): fact is Report => fact.source === "notification" || fact.source === "inquiry";

function hasAction(facts: readonly Fact[], action: string): boolean {
  return facts.some((fact) => fact.source === "operator" && fact.action === action);
}

function isAllRefunded(facts: readonly Fact[], doubtful: readonly Report[]): boolean {
  const refunds = facts.flatMap((fact) =>
    fact.source === "operator" && fact.action === "record-refund" && fact.frees === "transactions"
      ? [fact.transactions ?? []]
      : [],
  );
  return refunds.length > 0 && doubtful.every(({ transactionId }) => refunds.flat().includes(transactionId));
}

function isSuccess(fact: Report): boolean {
  if (fact.source === "inquiry") return fact.state === "paid" && fact.transactionId !== "";
  return fact.returncode === "00" && fact.alertType === undefined && hasCycle(fact);
}

function isFailure(fact: Report): boolean {
  if (fact.source === "inquiry") return fact.state === "failed";
  return fact.returncode === "2" && fact.alertType === undefined && hasCycle(fact);
}

const closes = (fact: Report) => fact.source === "notification" && fact.enabled === "0";

/** A report under an order ID of its own must name a later cycle and the subscription. */
function hasCycle({ periodCount, reportedAttemptId, gatewaySubscriptionId }: Notification): boolean {
  const isNumber = /^[1-9]\d{0,8}$/.test(periodCount ?? "");
  if (reportedAttemptId === undefined) return periodCount === undefined || isNumber;
  return isNumber && periodCount !== "1" && gatewaySubscriptionId !== undefined;
}

function fits(
  { amount, trueAmount, currency, tolerance }: Report,
  { minor, first, currency: expected }: Terms,
): boolean {
  const { over, under } = tolerance ?? { over: 0, under: 0 };
  const isNear = (text: string, wanted: number) => {
    for (let each = Math.max(wanted - under, Math.min(wanted, 1)); each <= wanted + over; each++)
      if (isSameNumber(text, amountText(each, expected))) return true;
    return false;
  };
  return currency.toUpperCase() === expected && isNear(amount, minor) && isNear(trueAmount, first);
}

function isSameNumber(a: string, b: string): boolean {
  const plain = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  return /^\d+(\.\d+)?$/.test(a) && plain(a) === plain(b);
}
