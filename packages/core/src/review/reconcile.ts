import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { ignoreRejection } from "../events/handler-errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { lazily } from "../lazily.ts";
import { requireOperationOption } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import { type AttemptState, statesBestFirst } from "../payment/attempt-state.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import { pause } from "../platform.ts";
import type { AttemptPosition } from "../ports/staff-store.ts";
import type { TradeState } from "../protocol/operations/operation-replies.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type QueryResult, queryAndApply } from "../query/query-and-apply.ts";
import { requireAttempt } from "./operator-input.ts";

/**
 * What a query about an attempt showed.
 *
 * - `agrees`: the gateway and the shop say the same, and nothing changed
 * - `updated`: the gateway's answer changed the state or added a refund, and now both say the same
 * - `differs`: the gateway and the shop do not say the same, or a review item of the attempt is open. A person has to look.
 * - `unanswered`: the gateway gave no answer that counts, or nobody could ask
 */
export type ReconcileFinding = "agrees" | "updated" | "differs" | "unanswered";

/** The states of an attempt that fit what the gateway says. */
const fittingStates: Readonly<Record<TradeState, readonly AttemptState[]>> = {
  "not-paid": ["created", "pending", "failed", "closed"],
  pending: ["created", "pending", "approved"],
  failed: ["failed", "closed"],
  paid: ["paid"],
  refunded: ["refunded", "closed"],
  unrecognized: [],
};

/** An attempt after the answer was applied. */
interface AskedAttempt {
  readonly attempt: Attempt;
  /** The attempt before the query. */
  readonly before: Attempt;
  /** Whether a review item of it is open, such as about another amount or a second payment. */
  readonly hasItem: boolean;
}

/** Compares the gateway's answer with the attempt. */
function reconcileFindingOf(
  result: QueryResult,
  { attempt, before, hasItem }: AskedAttempt,
): ReconcileFinding {
  if (result.outcome !== "reported") return "unanswered";
  if (hasItem || !fits(result.state, attempt)) return "differs";
  const refunds = (each: Attempt) => recordedRefundsOf(each.facts).length;
  const isSame = attempt.state === before.state && refunds(attempt) === refunds(before);
  return isSame ? "agrees" : "updated";
}

function fits(reported: TradeState, attempt: Attempt): boolean {
  if (fittingStates[reported].includes(attempt.state)) return true;
  return reported === "refunded" && recordedRefundsOf(attempt.facts).length > 0;
}

/** Instants compare as text, which has four digits for the year. */
const lastInstant = Date.UTC(10_000, 0);

const instantProblem = "must be a Date, or an ISO instant with a time zone, such as 2026-11-24T00:00:00Z";

const instant = () =>
  z
    .union([z.date(), z.iso.datetime({ offset: true, error: instantProblem })], instantProblem)
    .transform((value) => new Date(value))
    .refine((date) => date.getTime() < lastInstant, "must be before the year 10000");

const requestSchema = lazily(() =>
  z
    .strictObject({
      /** The attempts that started at this instant or later. An ISO text needs a time zone. */
      from: instant(),
      /** The attempts that started before this instant. An ISO text needs a time zone. */
      to: instant(),
      /** The tenants whose merchants take the money (ENG-SPAN). At most 20. Default: all. */
      tenants: z.array(z.string()).min(1).max(20).readonly().optional(),
      /** Continues an earlier run: the last gateway order ID that it returned. Default: starts at the newest attempt. */
      after: z.string().refine(isAttemptId, "must be a gateway order ID").optional(),
      /**
       * Stops the run: no further attempt is asked about. The run returns the attempts that are being asked about, because their answers
       * are applied, and then ends without an error.
       */
      signal: z.instanceof(AbortSignal, { error: "must be an AbortSignal" }).optional(),
    })
    .refine(({ from, to }) => from < to, { path: ["to"], message: "must be later than from" }),
);

/**
 * Selects the attempts of a period.
 *
 * @interface
 */
export type ReconcileRequest = z.input<ReturnType<typeof requestSchema>>;

/** One attempt that the gateway was asked about. */
export interface ReconciledAttempt {
  /** The gateway order ID. To continue a run that was stopped, pass it as `after`. */
  readonly attemptId: string;
  readonly tenant: string;
  readonly reference: string;
  /** When the attempt started: ISO instant in UTC. It shows how far the run is. */
  readonly startedAt: string;
  readonly finding: ReconcileFinding;
  /** The state before the query. */
  readonly before: AttemptState;
  /** The state now. */
  readonly state: AttemptState;
  /** What the gateway answered. */
  readonly result: QueryResult;
  /** The kinds of the open review items of the attempt. With one, `finding` is `differs`, also if the gateway and the shop agree. */
  readonly reviewKinds: readonly ReviewKind[];
}

const pageSize = 100;
/** A gateway that is silent after so many rests of a minute ends the run. */
const maxRests = 3;

/** Asks about every attempt of a period, the newest first; the contract is at `Gateway.reconcile`. */
export async function* reconcileAttemptsOfPeriod(
  engine: EngineContext,
  request: ReconcileRequest,
): AsyncGenerator<ReconciledAttempt, void, undefined> {
  const { concurrency } = requireOperationOption(engine, "query");
  const selection = readRequest(request);
  const run = { restsBefore: engine.queries.rests, signal: selection.signal };
  const running: Promise<ReconciledAttempt>[] = [];
  try {
    for await (const attempt of attemptsOfPeriod(engine, selection)) {
      if (selection.signal?.aborted === true) break;
      running.push(reconcileAttempt(engine, attempt, run));
      // The loop awaits it later; until then nothing else may report that it failed.
      ignoreRejection(running.at(-1));
      if (running.length >= concurrency) yield* firstOf(running);
    }
    while (running.length > 0) yield* firstOf(running);
  } finally {
    // Also if the caller stops early: nothing goes on after the run has ended.
    await Promise.allSettled(running);
  }
}

async function* firstOf(running: Promise<ReconciledAttempt>[]) {
  const first = running.shift();
  if (first !== undefined) yield await first;
}

/**
 * Checks the fields of a request without the store and the gateway.
 *
 * @throws PayIndexError `query_invalid`
 */
export function checkReconcileRequest(request: ReconcileRequest): void {
  readRequest(request);
}

type Selection = z.output<ReturnType<typeof requestSchema>>;

/** Returns the attempts of a period page by page, the newest first. */
export async function* attemptsOfPeriod(
  engine: EngineContext,
  { from, to, tenants, after }: Omit<Selection, "signal">,
) {
  let position: AttemptPosition = { createdAt: to.toISOString(), attemptId: "" };
  if (after !== undefined) {
    position = await requireAttempt(engine, after);
    const startedAt = Date.parse(position.createdAt);
    if (startedAt < from.getTime() || startedAt >= to.getTime())
      throw new PayIndexError(invalidRequest.code, invalidRequest.message, {
        problems: [{ path: "after", message: "must be an attempt of this period" }],
      });
  }
  for (;;) {
    const selection = { states: statesBestFirst, tenants, after: position, limit: pageSize };
    const listed = await engine.store.listAttempts(selection);
    for (const { attempt } of listed) {
      if (Date.parse(attempt.createdAt) < from.getTime()) return;
      position = attempt;
      yield attempt;
    }
    if (listed.length < pageSize) return;
  }
}

function readRequest(request: ReconcileRequest): Selection {
  return readInput(requestSchema(), request, invalidRequest);
}

const invalidRequest = {
  code: "query_invalid",
  message: "This period cannot be reconciled. No query was sent.",
} as const;

interface Run {
  /** How often the gateway was left alone before this run. */
  readonly restsBefore: number;
  readonly signal: AbortSignal | undefined;
}

async function reconcileAttempt(
  engine: EngineContext,
  attempt: Attempt,
  run: Run,
): Promise<ReconciledAttempt> {
  const { attemptId, tenant, reference, createdAt: startedAt, state: before } = attempt;
  const result = await askPatiently(engine, attempt, run);
  const { attempts, reviewItems } = await engine.store.load(attempt, { attemptIds: [attemptId] });
  const asked = attempts.find((each) => each.attemptId === attemptId) ?? attempt;
  const openItems = reviewItems.filter((item) => item.attemptId === attemptId && isOpenReviewItem(item));
  const reviewKinds = [...new Set(openItems.map(({ kind }) => kind))];
  const hasItem = openItems.length > 0;
  const finding = reconcileFindingOf(result, { attempt: asked, before: attempt, hasItem });
  const { state } = asked;
  return { attemptId, tenant, reference, startedAt, finding, before, state, result, reviewKinds };
}

/** Asks once. Waits while the gateway is left alone. If the run is stopped meanwhile, returns that the attempt was not asked about. */
async function askPatiently(engine: EngineContext, attempt: Attempt, { restsBefore, signal }: Run) {
  const ending = signal === undefined ? engine.closing : AbortSignal.any([engine.closing, signal]);
  const isOver = () => engine.queries.rests - restsBefore > maxRests;
  for (;;) {
    const result = await queryAndApply(engine, attempt, {
      runJobs: (claimed) => runLeasedJobs(engine, claimed),
    });
    if (result.outcome !== "not-asked" || result.reason !== "gateway_silent") return result;
    if (isOver()) break;
    await pause(engine.platform, engine.queries.restLeft, ending);
    if (engine.closing.aborted) break;
    if (ending.aborted) return result;
  }
  const message =
    "The gateway did not answer several queries in a row, also after a pause. Start again later, from the last attempt that was returned.";
  throw new PayIndexError("gateway_silent", message);
}
