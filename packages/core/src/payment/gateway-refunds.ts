import { isSameAmount, type Money } from "../protocol/money/money.ts";
import type { Fact } from "./fact.ts";
import type { Operator } from "./operator.ts";
import type { RefundFact, RefundReportedFact, RefundRequestedFact } from "./refund-fact.ts";

/**
 * The state of a refund through the gateway (RFD-STATE). `requested`: it is committed and not sent. `submitted`: the call is being made.
 * `accepted`: the gateway takes it, and has not reported the result. `unknown`: nobody knows whether the gateway received it.
 */
export type GatewayRefundState = "requested" | "submitted" | "accepted" | "unknown" | "succeeded" | "failed";

/** A refund through the gateway. */
export interface GatewayRefund {
  /** The caller's idempotency key. Undefined: it was made at the gateway, and reported from there. */
  readonly requestId: string | undefined;
  /** The gateway's ID of the refund. Undefined until the gateway names it. */
  readonly refundId: string | undefined;
  /** The gateway's ID of the transaction that the money comes from. */
  readonly transactionId: string;
  /** In minor units: more than 0. */
  readonly amount: Money;
  /** Undefined if it was made at the gateway. */
  readonly reason: string | undefined;
  /** Who asked for it. Undefined if the shop's own code did, or if it was made at the gateway. */
  readonly operator: Operator | undefined;
  /** Whether the money belongs to the placed order. False: it belongs to a charge without an order. */
  readonly ofOrder: boolean;
  readonly state: GatewayRefundState;
  /** When core learned of it: ISO instant in UTC. */
  readonly at: string;
  /** When core learned how it ended: ISO instant in UTC. With `succeeded` and `failed`. */
  readonly endedAt: string | undefined;
  /** With `failed`: the gateway's text, if there is one. With `unknown`: a word of a closed list. */
  readonly text: string | undefined;
}

/**
 * Returns the refunds through the gateway of an attempt or a cycle: those that the shop asked for, then those that were made at the
 * gateway. Depends on the set of facts, not on their order. A report of success is never taken back.
 *
 * A report belongs to the request whose refund ID it names. The reply with this ID can be lost or late, so a report of an unknown ID
 * belongs to the oldest request of the same transaction and amount that has no ID (RFD-MATCH).
 */
export function gatewayRefundsOf(facts: readonly Fact[]): GatewayRefund[] {
  const known = facts.filter((fact) => fact.source === "refund");
  const requests = known.filter((fact) => fact.step === "requested").sort(byInstant);
  const evidence = requests.map((request) => evidenceOf(request, known));
  const owners = ownersOfReports(evidence, reportsByRefund(known));
  const asked = evidence.map((each) => requestedRefund(each, owners.reportsOf(each)));
  const foreign = [...owners.unowned]
    .filter((own) => !own.every((report) => isDetailOfWholeRefund(report, known)))
    .map((own) => refundMadeAtGateway(own));
  return [...asked, ...foreign];
}

/**
 * Returns whether a query said before that the whole charge was refunded (QRY-REFUND): then a report with the details of this refund is
 * about the same money.
 */
export function isDetailOfWholeRefund(
  { reporter, transactionId, at }: RefundReportedFact,
  facts: readonly Fact[],
): boolean {
  return (
    reporter !== "query" &&
    facts.some(
      (fact) =>
        "reporter" in fact &&
        fact.reporter === "query" &&
        fact.transactionId === transactionId &&
        fact.at < at,
    )
  );
}

/** Returns whether the refund was sent, and only the gateway can tell how it ends. */
export function isRefundUnderWay({ state }: Pick<GatewayRefund, "state">): boolean {
  return state === "accepted" || state === "unknown";
}

type Step<Name extends RefundFact["step"]> = Extract<RefundFact, { readonly step: Name }>;

/** A request with everything that names it. */
interface RequestEvidence {
  readonly request: RefundRequestedFact;
  readonly isSubmitted: boolean;
  readonly answers: readonly Step<"answered">[];
  readonly resolved: Step<"resolved"> | undefined;
  readonly refundId: string | undefined;
}

function evidenceOf(request: RefundRequestedFact, facts: readonly RefundFact[]): RequestEvidence {
  const own = facts.filter((fact) => "requestId" in fact && fact.requestId === request.requestId);
  const answers = own.filter((fact) => fact.step === "answered");
  const resolved = own.find((fact) => fact.step === "resolved");
  const named = answers.find(({ outcome }) => outcome === "accepted")?.refundId;
  const isSubmitted = own.some(({ step }) => step === "submitted");
  return { request, isSubmitted, answers, resolved, refundId: named ?? resolved?.refundId };
}

type ReportsOfRefund = [RefundReportedFact, ...RefundReportedFact[]];
type Reports = ReadonlyMap<string, Readonly<ReportsOfRefund>>;

function reportsByRefund(facts: readonly RefundFact[]): Reports {
  const reports = new Map<string, ReportsOfRefund>();
  for (const report of facts.filter((fact) => fact.step === "reported").sort(byInstant)) {
    const own = reports.get(report.refundId);
    if (own === undefined) reports.set(report.refundId, [report]);
    else own.push(report);
  }
  return reports;
}

function ownersOfReports(evidence: readonly RequestEvidence[], reports: Reports) {
  const left = new Map<string | undefined, Readonly<ReportsOfRefund>>(reports);
  const owned = new Map<RequestEvidence, readonly RefundReportedFact[]>();
  const give = (owner: RequestEvidence | undefined, refundId: string | undefined) => {
    const own = left.get(refundId);
    if (owner === undefined || own === undefined) return;
    owned.set(owner, own);
    left.delete(refundId);
  };
  for (const each of evidence) give(each, each.refundId);
  for (const [refundId, [report]] of [...left])
    give(
      evidence.find((each) => !owned.has(each) && couldBe(each, report)),
      refundId,
    );
  return { reportsOf: (each: RequestEvidence) => owned.get(each) ?? [], unowned: left.values() };
}

/** Whether a report of an unknown refund ID can be about this request: it was sent, and was not refused. */
function couldBe({ request, isSubmitted, answers, refundId }: RequestEvidence, report: RefundReportedFact) {
  return (
    refundId === undefined &&
    isSubmitted &&
    !answers.some(({ outcome }) => outcome === "refused") &&
    request.transactionId === report.transactionId &&
    isSameAmount(request.amount, report.amount)
  );
}

function requestedRefund(evidence: RequestEvidence, reports: readonly RefundReportedFact[]): GatewayRefund {
  const { request, refundId } = evidence;
  const { requestId, transactionId, amount, reason, operator, ofOrder, at } = request;
  return {
    ...{ requestId, transactionId, amount, reason, operator, ofOrder, at },
    refundId: refundId ?? reports[0]?.refundId,
    ...outcomeOf(evidence, reports),
  };
}

type RefundOutcome = Pick<GatewayRefund, "state" | "endedAt" | "text">;

function outcomeOf(
  { isSubmitted, answers, resolved }: RequestEvidence,
  reports: readonly RefundReportedFact[],
): RefundOutcome {
  const answered = (name: Step<"answered">["outcome"]) => answers.find(({ outcome }) => outcome === name);
  const refused = answered("refused");
  const unknown = answered("unknown");
  const ended = successOf(reports) ?? reports[0] ?? resolved;
  if (ended !== undefined) return { state: ended.outcome, endedAt: ended.at, text: undefined };
  if (refused !== undefined) return { state: "failed", endedAt: refused.at, text: refused.text };
  const open = (state: GatewayRefundState, text?: string) => ({ state, endedAt: undefined, text });
  if (answered("accepted") !== undefined) return open("accepted");
  if (unknown !== undefined) return open("unknown", unknown.text);
  return open(isSubmitted ? "submitted" : "requested");
}

/** A report of success counts more than one of failure, whichever came first: the money may have left the shop. */
function successOf(reports: readonly RefundReportedFact[]): RefundReportedFact | undefined {
  return reports.find(({ outcome }) => outcome === "succeeded");
}

function refundMadeAtGateway(reports: Readonly<ReportsOfRefund>): GatewayRefund {
  const ended = successOf(reports) ?? reports[0];
  const { refundId, transactionId, amount, ofOrder, outcome } = ended;
  return {
    ...{ refundId, transactionId, amount, ofOrder },
    requestId: undefined,
    reason: undefined,
    operator: undefined,
    state: outcome,
    at: reports[0].at,
    endedAt: ended.at,
    text: undefined,
  };
}

/** Sorts the oldest first. */
export function byInstant(a: { readonly at: string }, b: { readonly at: string }): number {
  return a.at.localeCompare(b.at);
}
