import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { JobProblem, LeasedJob } from "../payment/job.ts";
import type { OrderPort, OrderPortAnswer } from "../ports/orders.ts";
import { toPaidPayment } from "../ports/paid-payment.ts";
import { createHookRunner } from "./run-hook.ts";

/** Stops a host's run of one effect with an error, which rolls the host's transaction back, and remembers the answer. */
export class EffectRollbackTrigger {
  #answer: OrderPortAnswer | undefined;

  /** Forgets the answer: the host may repeat its transaction, such as after a deadlock. */
  reset(): void {
    this.#answer = undefined;
  }

  /** @throws Error always */
  with(answer: OrderPortAnswer): never {
    this.#answer = answer;
    throw new Error("refused" in answer ? answer.refused.message : "The job was completed before.");
  }

  /** Returns the answer that the host was stopped with, even if the host wrapped the error; otherwise the host's own answer. */
  async outcomeOf(run: () => Promise<OrderPortAnswer>): Promise<OrderPortAnswer> {
    try {
      const answer = await run();
      return this.#answer ?? answer;
    } catch (error) {
      if (this.#answer === undefined) throw error;
      return this.#answer;
    }
  }
}

/** A leased job while it runs. */
export interface RunningJob<Tx> {
  readonly engine: EngineContext<Tx>;
  readonly leased: LeasedJob;
  readonly handler: JobHandler;
  /** Runs jobs that a change of the payment created. Never throws. */
  runJobs(claimed: readonly ClaimedJobWithAttempt[]): Promise<void>;
}

/** A leased job while it runs, with its attempt. */
export interface JobContext<Tx> extends RunningJob<Tx> {
  readonly attempt: Attempt;
  /** Whether the change that created the job runs it: no earlier run can have reached the host. */
  readonly isFirstRun: boolean;
}

/** The effect of a job has happened: with `placed`, an order. */
export type CompletedEffectAnswer = Exclude<OrderPortAnswer, { readonly refused: unknown }>;

/** The two ways in which core ends a host's run of an effect. */
export interface EffectCompletionCallbacks<Tx> {
  /** Completes the job in the host's transaction. @throws Error if the job was completed before */
  complete(tx: Tx, answer: CompletedEffectAnswer): Promise<void>;
  readonly stop: EffectRollbackTrigger;
}

/** What happens to a job now. */
export type JobDecision<Tx> =
  /** The host applies the effect, and the job is completed in the host's transaction or afterwards. */
  | { readonly kind: "effect"; apply(end: EffectCompletionCallbacks<Tx>): Promise<OrderPortAnswer> }
  /** Core applies the update to the payment. The host has nothing to do. */
  | { readonly kind: "update"; readonly update: PaymentUpdate }
  /** The job runs again at `dueAt`. */
  | { readonly kind: "wait"; readonly dueAt: Date; readonly problem: JobProblem }
  /** Nothing is decided. The lease ends by itself, and the job runs again then. */
  | { readonly kind: "leave" }
  /** The job did what it had to do. The payment was updated before, if at all. */
  | { readonly kind: "done" }
  /** The effect is not needed any more. */
  | { readonly kind: "supersede"; readonly note: string }
  /** The effect is not possible: an operator decides. */
  | { readonly kind: "give-up"; readonly problem: JobProblem };

/** The behaviour of one kind of job. */
export interface JobHandler {
  /** Decides what happens to the job. If it throws, the job runs again later. */
  decide<Tx>(context: JobContext<Tx>): Promise<JobDecision<Tx>>;
  /** Stores what must be durable before the job is given up. */
  beforeGivingUp?<Tx>(running: RunningJob<Tx>): Promise<void>;
  /** Updates the payment after the effect, if this process completed the job. Never throws. */
  afterCompletion?<Tx>(running: RunningJob<Tx>): Promise<void>;
  /** Returns the ids of the jobs to run next, after the host applied or refused the effect. */
  findNextJobs?<Tx>(context: JobContext<Tx>, isApplied: boolean): Promise<readonly string[]>;
}

/** The functions of the order port that report to the shop. All are optional. */
type ReportName = Exclude<keyof OrderPort, "placeOrder" | "placeRenewal" | "linkSale">;

/** What a report says, besides the payment. */
type ReportDetails<Name extends ReportName> = Omit<
  Parameters<NonNullable<OrderPort[Name]>>[0],
  "key" | "payment" | "runHook" | "complete"
>;

/** A report of a job, or why it is not needed any more. */
type FoundReport<Name extends ReportName> =
  | { readonly attempt: Attempt; readonly details: ReportDetails<Name> }
  | { readonly superseded: string };

/** Returns the handler of jobs that call a function of the shop, if it has one, and are completed in its transaction. */
export function createReportHandler<Name extends ReportName>(
  name: Name,
  find: <Tx>(context: JobContext<Tx>) => Promise<FoundReport<Name>>,
  missing = "The shop has no function for this report.",
): JobHandler {
  return {
    async decide<Tx>(context: JobContext<Tx>): Promise<JobDecision<Tx>> {
      const { orders } = context.engine;
      if (orders[name] === undefined) return { kind: "supersede", note: missing };
      // The details have the type of this function's request.
      const report = orders[name].bind(orders) as (request: object) => Promise<OrderPortAnswer>;
      const found = await find(context);
      if ("superseded" in found) return { kind: "supersede", note: found.superseded };
      const request = { ...shopRequestOf(context, found.attempt), ...found.details };
      return {
        kind: "effect",
        apply: ({ complete }) => report({ ...request, complete: (tx: Tx) => complete(tx, { done: true }) }),
      };
    },
  };
}

/** Returns what the shop gets about the attempt of a job. */
export function shopRequestOf<Tx>({ engine, leased: { job } }: JobContext<Tx>, attempt: Attempt) {
  return { key: job.id, payment: toPaidPayment(attempt), runHook: createHookRunner(engine) };
}
