import type { Attempt } from "../payment/attempt.ts";
import type { CancellationFact } from "../payment/cancellation.ts";
import type {
  Fact,
  InquiryFact,
  NotificationFact,
  OperatorRetryFact,
  ResolutionFact,
  ResponseFact,
} from "../payment/fact.ts";
import { findSaleNotReceivedReason } from "../payment/find-sale-not-received-reason.ts";
import { type Operator, operatorLabel } from "../payment/operator.ts";
import type { PaymentLink } from "../payment/payment-link.ts";
import {
  amountValues,
  createTimelinePhrase,
  disputePhrase,
  refundPhrases,
  renderPhrases,
  type TimelinePhrase,
  type TimelinePhraseId,
  timelinePhrases,
} from "./timeline-phrases.ts";

/** One line of an attempt's timeline, for staff. Entries are in the order in which core received the facts. */
export interface TimelineEntry {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly source: "shop" | "buyer" | Exclude<Fact["source"], "omitted">;
  /** The text in English. */
  readonly text: string;
  /** The phrases of the text in their order, for other languages. */
  readonly phrases: readonly TimelinePhrase[];
}

/** @param link the payment link at which the buyer started the attempt */
export function attemptTimelineOf(attempt: Attempt, link?: PaymentLink): TimelineEntry[] {
  const { amount, variant, attemptId, number } = attempt;
  const terms = { attempt: String(number), variant, ...amountValues(amount), attemptId };
  const started = timelineEntry(attempt.createdAt, "shop", [createTimelinePhrase("started", terms)]);
  const ofFacts = factEntries(attempt.facts);
  const quarantined = attempt.quarantine.map(({ at, code }) =>
    timelineEntry(at, "notification", [createTimelinePhrase(`refused-${code}`)]),
  );
  const returned = (attempt.returnHints ?? []).map(({ at, result }) =>
    timelineEntry(at, "buyer", [createTimelinePhrase(`returned-${result}`)]),
  );
  const ofLink = link === undefined ? [] : linkEntries(link);
  const entries = [...ofLink, started, ...ofFacts, ...quarantined, ...returned];
  return entries.sort((a, b) => a.at.localeCompare(b.at));
}

function linkEntries({ createdAt, createdBy, openedAt, withdrawn }: PaymentLink): TimelineEntry[] {
  const byOperator = (at: string, operator: Operator, id: TimelinePhraseId) =>
    timelineEntry(at, "operator", [createTimelinePhrase(id, { operator: operatorLabel(operator) })]);
  const opened = createTimelinePhrase("link-opened");
  const end = withdrawn?.replacedBy === undefined ? "link-withdrawn" : "link-replaced";
  return [
    byOperator(createdAt, createdBy, "link-created"),
    ...(openedAt === undefined ? [] : [timelineEntry(openedAt, "buyer", [opened])]),
    ...(withdrawn === undefined ? [] : [byOperator(withdrawn.at, withdrawn.by, end)]),
  ];
}

/** Returns a timeline entry for each fact. */
export function factEntries(facts: readonly Fact[]): TimelineEntry[] {
  return facts.map((fact) => timelineEntry(fact.at, sourceOf(fact), factPhrases(fact)));
}

function sourceOf(fact: Fact): TimelineEntry["source"] {
  if (fact.source !== "omitted") return fact.source;
  return fact.of === "disputes" ? "dispute" : "notification";
}

function timelineEntry(at: string, source: TimelineEntry["source"], phrases: readonly TimelinePhrase[]) {
  return { at, source, text: renderPhrases(phrases, timelinePhrases), phrases };
}

function factPhrases(fact: Fact): TimelinePhrase[] {
  switch (fact.source) {
    case "response":
      return responsePhrases(fact);
    case "notification":
      return notificationPhrases(fact);
    case "inquiry":
      return [inquiryPhrase(fact)];
    case "refusal-upheld":
      return [createTimelinePhrase(fact.source)];
    case "cancellation":
      return cancellationPhrases(fact);
    case "operator":
      return [fact.action === "retry" ? retryPhrase(fact) : resolutionPhrase(fact)];
    case "refund":
      return refundPhrases(fact);
    case "dispute":
      return [disputePhrase(fact)];
    case "omitted":
      return [createTimelinePhrase(`omitted-${fact.of}`, { count: String(fact.count) })];
  }
}

function resolutionPhrase({ action, note, transactions = [], refund, ...by }: ResolutionFact) {
  const about = { operator: operatorLabel(by.operator), note };
  if (refund !== undefined) {
    const recorded = { ...about, reference: refund.reference, ...amountValues(refund.amount) };
    return createTimelinePhrase("operator-record-refund-amount", recorded);
  }
  if (action !== "accept" || transactions.length === 0)
    return createTimelinePhrase(`operator-${action}`, about);
  const transaction = transactions.join(", ");
  return createTimelinePhrase("operator-accept-charge", { ...about, transaction });
}

function retryPhrase({ kind, cycle, ...by }: OperatorRetryFact): TimelinePhrase {
  const about = { operator: operatorLabel(by.operator), kind };
  return cycle === undefined
    ? createTimelinePhrase("operator-retry", about)
    : createTimelinePhrase("operator-retry-cycle", { ...about, cycle: String(cycle) });
}

function cancellationPhrases(fact: CancellationFact): TimelinePhrase[] {
  switch (fact.step) {
    case "requested":
      return fact.by === "buyer"
        ? [createTimelinePhrase("cancel-requested-buyer")]
        : [createTimelinePhrase("cancel-requested-operator", { operator: operatorLabel(fact.by) })];
    case "confirmed":
      return [createTimelinePhrase("cancel-confirmed")];
    case "refused":
      return [createTimelinePhrase("cancel-refused"), ...gatewayTextPhrases(fact.text)];
  }
}

function gatewayTextPhrases(text: string | undefined): TimelinePhrase[] {
  return text === undefined ? [] : [createTimelinePhrase("gateway-text", { text })];
}

function responsePhrases(fact: ResponseFact): TimelinePhrase[] {
  const { outcome, text } = fact;
  const gatewayText = gatewayTextPhrases(text);
  switch (outcome) {
    case "redirect":
      return [createTimelinePhrase("redirected")];
    case "approved":
      return [createTimelinePhrase(fact.pays === true ? "approved-pays" : "approved"), ...gatewayText];
    case "declined":
    case "rejected":
      return [createTimelinePhrase(outcome), ...gatewayText];
    case "unknown":
      return [unknownOutcomePhrase(fact)];
  }
}

function unknownOutcomePhrase(fact: ResponseFact): TimelinePhrase {
  const { reason = "unknown", httpStatus } = fact;
  const why = findSaleNotReceivedReason(fact);
  if (why !== undefined)
    return createTimelinePhrase(why, why === "http-refused" ? { status: String(httpStatus) } : {});
  const answer = httpStatus === undefined ? reason : `${reason}, HTTP ${httpStatus}`;
  return createTimelinePhrase("unclear", { reason: answer });
}

function notificationPhrases(fact: NotificationFact): TimelinePhrase[] {
  const { transactionId: transaction, alertType: type, reportedAttemptId: attemptId } = fact;
  if (type !== undefined) return [createTimelinePhrase("notice", { type, transaction })];
  return [
    outcomePhrase(fact),
    ...(attemptId === undefined ? [] : [createTimelinePhrase("reported-attempt-id", { attemptId })]),
    ...(fact.enabled === "0" ? [createTimelinePhrase("subscription-closed")] : []),
    ...failureTextPhrases(fact),
  ];
}

function failureTextPhrases({ text, isTextSigned }: NotificationFact): TimelinePhrase[] {
  if (text === undefined || isTextSigned === true) return gatewayTextPhrases(text);
  return [createTimelinePhrase("gateway-text-unsigned", { text })];
}

function inquiryPhrase(fact: InquiryFact): TimelinePhrase {
  const { state, tradeState, trueAmount: amount, currency, transactionId: transaction } = fact;
  if (state === "paid" && transaction === "") return createTimelinePhrase("inquiry-paid-unproven");
  const paid = { amount, currency, transaction };
  return createTimelinePhrase(`inquiry-${state}`, state === "paid" ? paid : { state: tradeState });
}

function outcomePhrase(fact: NotificationFact): TimelinePhrase {
  const { returncode: code, trueAmount: amount, currency, periodCount: cycle } = fact;
  const about = { transaction: fact.transactionId, ...(cycle === undefined ? {} : { cycle }) };
  const suffix = cycle === undefined ? "" : "-cycle";
  switch (code) {
    case "00":
      return createTimelinePhrase(`confirmed${suffix}`, { amount, currency, ...about });
    case "2":
      return createTimelinePhrase(`failed${suffix}`, about);
    default:
      return createTimelinePhrase(`unknown-code${suffix}`, { code, ...about });
  }
}
