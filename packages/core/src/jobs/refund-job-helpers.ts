import { applyFacts } from "../apply/apply-facts.ts";
import type { Merchant } from "../options/merchant-list.ts";
import type { Fact } from "../payment/fact.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import type { JobProblem } from "../payment/job.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import type { OperationPathAndSignedFields } from "../protocol/operations/operation-paths-and-fields.ts";
import { findMerchantOf } from "../verification/verify-received-notification.ts";
import type { JobContext } from "./job-handler.ts";

/** Applies a statement about the refund of a job, and runs the jobs that follow. */
export async function applyRefundFact<Tx>(
  { engine, leased, attempt, runJobs }: JobContext<Tx>,
  fact: RefundFact,
): Promise<void> {
  const { attemptId, cycle } = leased.job;
  const update = { kind: "refund", attemptId, cycle, fact } as const;
  await runJobs(await applyFacts(engine, attempt, { updates: [update] }));
}

/** Returns the merchant and the operation, or why the gateway cannot be called. A retry after the options were corrected goes on. */
export async function findMerchantAndRefundOperation<Tx>(
  { engine, attempt }: JobContext<Tx>,
  operation: OperationPathAndSignedFields | undefined,
): Promise<
  | { readonly merchant: Merchant; readonly operation: OperationPathAndSignedFields }
  | { readonly problem: JobProblem }
> {
  if (operation === undefined)
    return {
      problem: { code: "operation_disabled", message: "The options have no such operation any more." },
    };
  const merchant = await findMerchantOf(engine, attempt);
  if (merchant === undefined)
    return { problem: { code: "merchant_missing", message: "The merchant is not in the options any more." } };
  return { merchant, operation };
}

/** Returns whether a refund is the one of the job. */
export function createJobRefundMatcher<Tx>({
  leased: { job },
}: JobContext<Tx>): (refund: GatewayRefund) => boolean {
  return ({ requestId }) => requestId === job.dedupeKey;
}

/** Returns the refunds of the sale or the cycle when the job started: the attempt of the job was read for it. */
export async function loadRefundsAtJobStart<Tx>(context: JobContext<Tx>): Promise<readonly GatewayRefund[]> {
  const { attempt, leased } = context;
  return leased.job.cycle === undefined ? gatewayRefundsOf(attempt.facts) : loadRefundsOfJobCharge(context);
}

/** Returns the refunds of the sale or the cycle as they are stored now. */
export async function loadRefundsOfJobCharge<Tx>(context: JobContext<Tx>): Promise<readonly GatewayRefund[]> {
  return gatewayRefundsOf(await loadFactsOfJobCharge(context));
}

/** Returns what is known of the sale or the cycle by now. */
export async function loadFactsOfJobCharge<Tx>({
  engine,
  leased: { job },
  attempt,
}: JobContext<Tx>): Promise<readonly Fact[]> {
  const { attemptId, cycle: number } = job;
  if (number === undefined) return (await engine.store.findAttempt(attemptId))?.facts ?? [];
  const { cycles } = await engine.store.load(attempt, { cycles: [{ attemptId, number }] });
  return cycles.find((each) => each.attemptId === attemptId && each.number === number)?.facts ?? [];
}
