import { createJobClaimRequest } from "../apply/row-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { type Job, jobKindRules, type LeasedJob } from "../payment/job.ts";
import type { OrderRefusalCode } from "../payment/order-refusals.ts";

/** The amount due differs from the price of the attempt. */
const orderChanged: OrderRefusalCode = "order_changed";

/** Returns the ids of the jobs of other paid attempts whose order waits, or whose amount did not fit before (ENG-WINS). */
export async function findCompetingOrderJobIds<Tx>(
  engine: EngineContext<Tx>,
  { attemptId, ...key }: Attempt,
): Promise<readonly string[]> {
  const { jobs } = await engine.store.load(key);
  const isOther = (job: Job) => job.kind === "place-order" && job.attemptId !== attemptId;
  const mayFit = ({ status, problem }: Job) =>
    status === "due" || (status === "given-up" && problem?.code === orderChanged);
  return jobs.filter((job) => isOther(job) && mayFit(job)).map(({ id }) => id);
}

/** Returns the ids of the jobs of a subscription that wait until its first order is placed. */
export async function findJobIdsWaitingForFirstOrder<Tx>(
  engine: EngineContext<Tx>,
  { attemptId, ...key }: Attempt,
): Promise<readonly string[]> {
  const { jobs } = await engine.store.load(key, { attemptIds: [attemptId] });
  const isWaiting = (job: Job) =>
    job.attemptId === attemptId && job.status !== "completed" && jobKindRules[job.kind].needsFirstOrder;
  return jobs.filter(isWaiting).map(({ id }) => id);
}

/** Claims one job now. Undefined if it is completed, or another process has it. */
export async function claimJob<Tx>(engine: EngineContext<Tx>, jobId: string): Promise<LeasedJob | undefined> {
  return engine.store.claimJob(jobId, createJobClaimRequest(engine));
}
