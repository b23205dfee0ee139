import {
  type Attempt,
  directChargeSeconds,
  isDirectCardVariant,
  isRefusalToAskAbout,
  responseOf,
} from "../payment/attempt.ts";
import { hasResult } from "../payment/attempt-state.ts";
import type { JobProblem } from "../payment/job.ts";
import { type QueryResult, queryAndApply } from "../query/query-and-apply.ts";
import type { JobContext, JobDecision, JobHandler } from "./job-handler.ts";

/** Seconds until the gateway is asked again, after each query that brought no result. */
const pauses = [10, 30, 60, 300];

/** Seconds before the end of `unknownHold`. The gateway has this time to answer before the buyer can be charged again. */
const beforeHoldEnds = 30;

const noResultYet: JobProblem = {
  code: "no_result_yet",
  message: "The gateway was asked, and the attempt still has no result. It is asked again.",
};

/** Asks the gateway while the buyer waits (QRY-RETURN, RES-UNCLEAR). Then the job `check-result` goes on. */
export const queryAfterReturnHandler: JobHandler = {
  decide: (context) =>
    hasResult(context.attempt.state) ? done : askUntilResult(context, pauseAfter(context)),
};

/** Asks about a direct charge whose outcome is not known, for the last time before the buyer could be charged again (QRY-CHARGE). */
export const queryUnknownChargeHandler: JobHandler = {
  decide: (context) =>
    isUnknownCharge(context.attempt) ? askUntilResult(context, nextQueryOfCharge(context)) : done,
};

/** Asks whether a success that was repeated late stands for a refund (QRY-REPEAT). If the gateway stays silent, staff have to ask. */
export const queryAfterRepeatHandler: JobHandler = {
  async decide(context) {
    const { engine, attempt, runJobs } = context;
    if (engine.settings.operations.query === undefined) return done;
    const result = await queryAndApply(engine, attempt, { runJobs });
    if (result.outcome === "unknown")
      return waitForAnswer(context) ?? { kind: "give-up", problem: staysSilent };
    const isLater = result.outcome === "not-asked" && result.reason !== "merchant_missing";
    return isLater ? { kind: "leave" } : done;
  },
};

const done = Promise.resolve({ kind: "done" } as const);

/** The buyer of a charge with a payment page, such as for 3-D Secure, has not finished: their return starts the queries. */
function isUnknownCharge(attempt: Attempt): boolean {
  return (
    isDirectCardVariant(attempt.variant) &&
    !hasResult(attempt.state) &&
    responseOf(attempt)?.outcome !== "redirect"
  );
}

/** Asks once. Without a result, a refusal counts now, or the job waits until `next`, if there is one. */
async function askUntilResult<Tx>(context: JobContext<Tx>, next: Date | undefined): Promise<JobDecision<Tx>> {
  const { engine, attempt, runJobs } = context;
  const isRefused = isRefusalToAskAbout(attempt);
  // The option or the merchant can be gone since the job was scheduled.
  if (engine.settings.operations.query === undefined) return isRefused ? upholdRefusal(context) : done;
  const result = await queryAndApply(engine, attempt, { runJobs });
  if (result.outcome === "not-asked" && (!isRefused || result.reason === "gateway_closed"))
    return result.reason === "merchant_missing" ? done : { kind: "leave" };
  const asked = await engine.store.findAttempt(attempt.attemptId);
  if (asked === undefined || hasResult(asked.state)) return done;
  const isLast = next === undefined || context.leased.job.tries > 0;
  if (isRefused && !mayBeCharging(context) && !contradictsRefusal(result, isLast))
    return upholdRefusal(context);
  return next === undefined ? done : { kind: "wait", dueAt: next, problem: noResultYet };
}

/** An order that is not paid can still become paid while the gateway charges the card of the first copy. */
function mayBeCharging<Tx>({ engine, attempt }: JobContext<Tx>): boolean {
  const end = Date.parse(attempt.createdAt) + directChargeSeconds * 1000;
  return isDirectCardVariant(attempt.variant) && engine.platform.now().getTime() < end;
}

/** Returns whether the gateway has the order in an open state. Silence, or a reply that proves nothing, is no answer until the last query. */
function contradictsRefusal(result: QueryResult, isLast: boolean): boolean {
  switch (result.outcome) {
    case "reported":
      return result.state === "pending" || result.state === "unrecognized";
    case "unverified":
    case "unknown":
      return !isLast;
    case "rejected":
    case "not-asked":
      return false;
  }
}

/** The refusal counts from now on (RES-UNCLEAR). */
function upholdRefusal<Tx>({ engine, attempt: { attemptId } }: JobContext<Tx>): JobDecision<Tx> {
  const fact = { source: "refusal-upheld", at: engine.platform.now().toISOString() } as const;
  return { kind: "update", update: { kind: "fact", attemptId, fact } };
}

function pauseAfter<Tx>({ engine, leased: { job } }: JobContext<Tx>, all = pauses): Date | undefined {
  const seconds = all[job.tries];
  return seconds === undefined ? undefined : new Date(engine.platform.now().getTime() + seconds * 1000);
}

/** Returns when the gateway is asked again: after the pause, but not after the last query before the hold ends. */
function nextQueryOfCharge<Tx>(context: JobContext<Tx>): Date | undefined {
  const { platform, settings } = context.engine;
  const last = Date.parse(context.attempt.createdAt) + (settings.unknownHold - beforeHoldEnds) * 1000;
  if (last <= platform.now().getTime()) return undefined;
  const next = pauseAfter(context)?.getTime() ?? last;
  return new Date(Math.min(next, last));
}

/** Seconds until a gateway that does not answer is asked again, after each query. */
const silentPauses = [60, 300, 900, 3600];

const silent: JobProblem = {
  code: "gateway_silent",
  message: "The gateway did not answer the query. It is asked again.",
};

const staysSilent: JobProblem = {
  code: "gateway_silent",
  message: "The gateway did not answer. Retry this item to ask it whether the payment was refunded.",
};

/** Waits until a gateway that did not answer is asked again. Undefined after the last query. */
function waitForAnswer<Tx>(context: JobContext<Tx>): JobDecision<Tx> | undefined {
  const dueAt = pauseAfter(context, silentPauses);
  return dueAt && { kind: "wait", dueAt, problem: silent };
}

/** Minutes after the first query. The buyer of an order that is not paid can still pay, and the notification about that can be lost. */
const notPaidTimes = [60, 1500];

const notPaid: JobProblem = {
  code: "not_paid",
  message: "The gateway answered that the order is not paid. It is asked again.",
};

/**
 * Asks the gateway where the option `operations` permits it, then reports that the attempt should have a result by now (B-29). An order that
 * is still not paid after the last query needs nobody (QRY-OVERDUE).
 */
export const checkResultHandler: JobHandler = {
  decide: async <Tx>(context: JobContext<Tx>): Promise<JobDecision<Tx>> => {
    const { engine, attempt, runJobs } = context;
    const asks = engine.settings.operations.query !== undefined && !hasResult(attempt.state);
    const answer = asks ? await queryAndApply(engine, attempt, { runJobs }) : undefined;
    const overdue = {
      kind: "update",
      update: { kind: "result-overdue", attemptId: attempt.attemptId },
    } as const;
    switch (answer?.outcome) {
      case "not-asked":
        // Nobody can ask for a merchant who left the options: staff get the item at once.
        return answer.reason === "merchant_missing" ? overdue : { kind: "leave" };
      case "unknown":
        return waitForAnswer(context) ?? overdue;
      case "reported":
        return answer.state === "not-paid" ? decideNotPaid(context) : overdue;
      default:
        return overdue;
    }
  },
};

/** The times count from the first query, so that a gateway that was silent before does not use them up. */
function decideNotPaid<Tx>({ engine, attempt }: JobContext<Tx>): JobDecision<Tx> {
  const first = Date.parse(attempt.createdAt) + engine.settings.noResultAfter * 1000;
  const times = notPaidTimes.map((minutes) => first + minutes * 60_000);
  const next = times.find((time) => time > engine.platform.now().getTime());
  if (next === undefined)
    return { kind: "supersede", note: "The gateway answered that the order is not paid." };
  return { kind: "wait", dueAt: new Date(next), problem: notPaid };
}
