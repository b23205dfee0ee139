import {
  invalidOperatorAction,
  invalidOperatorActionError,
  outdatedReviewItemError,
} from "../apply/operator-action-errors.ts";
import type { ResolutionUpdate } from "../apply/payment-update.ts";
import type { EngineContext } from "../engine-context.ts";
import { type PayIndexError, readInput } from "../errors.ts";
import { giveUpJob } from "../jobs/complete-or-give-up-job.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { applyAndRunJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { type Attempt, noResultGroupOf } from "../payment/attempt.ts";
import type { OperatorAction, ResolutionFact } from "../payment/fact.ts";
import type { LeasedJob } from "../payment/job.ts";
import type { Operator, OperatorRefund } from "../payment/operator.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { allowedActions, requiresCycle } from "../payment/review-kind-actions.ts";
import type { ActionLimitReason } from "../payment/review-kind-rules.ts";
import { type ReviewKind, reviewKinds } from "../payment/review-kinds.ts";
import { isLaterCycleNumber } from "../payment/subscription/cycle.ts";
import { requireAttempt, resolutionInputSchema } from "./operator-input.ts";

/** An operator action on an attempt or one of its review items. */
export interface ReviewResolutionRequest {
  readonly attemptId: string;
  /**
   * The later cycle of a subscription, if no review item names it. Without a cycle, the action concerns the sale. To accept an
   * `unknown-cycle`, name the cycle that the charge pays, also cycle 1. The cycle must be in the plan and not paid.
   */
  readonly cycle?: number;
  readonly action: OperatorAction;
  /** The operator. Stored and displayed with the action. */
  readonly operator: Operator;
  /** The reason, for the audit trail. At most 2000 characters. Stored masked: without e-mail addresses and long numbers. */
  readonly note: string;
  /**
   * The id of the review item to resolve. With it, only this item is resolved. Without it, the action resolves all items of the
   * `cycle`, or, if no cycle is named, all items of the sale.
   *
   * - Items of a job that was given up (`order-not-placed`, `renewal-not-placed`, `host-not-informed`, `refund-not-synced`,
   *   `refund-not-confirmed`, `subscription-not-cancelled`) are resolved only if they are named. If you dismiss `order-not-placed` or
   *   `renewal-not-placed`, or record its refund, its order is never placed.
   *   The charge stays on record, and the buyer can pay again (ENG-FREE).
   * - `cycle-not-checked` and `result-not-checked` allow no action. Retry them.
   * - A `no-result` of several attempts is resolved for all of them. The action is recorded for the attempt that the item names.
   */
  readonly reviewItemId?: string;
  /**
   * The refund that was made at the gateway. Only with `record-refund`. The sum of all refunds of a placed order is at most what was paid
   * for it, and each refund has its own reference. It can be partial, and does not change the state of a placed order's attempt.
   */
  readonly refund?: OperatorRefund;
}

/** @throws PayIndexError `resolution_invalid`, `review_item_outdated`, `attempt_unknown`, `store_unavailable` */
export async function resolveReviewItem(
  engine: EngineContext,
  input: ReviewResolutionRequest,
): Promise<void> {
  const { attemptId, cycle, reviewItemId } = Object(input) as ReviewResolutionRequest;
  const resolution = readResolution(engine, input);
  const attempt = await requireAttempt(engine, attemptId);
  const namedCycle = readResolutionCycle(attempt, cycle);
  const { action } = resolution;
  const item =
    reviewItemId === undefined
      ? undefined
      : await findResolvableItem(engine, attempt, { action, reviewItemId, cycle });
  await applyResolution(engine, attempt, {
    item,
    update: {
      kind: "resolution",
      attemptId,
      cycle: item?.cycle ?? namedCycle,
      resolution,
      reviewItemId,
      isRefundSynced: engine.orders.syncRefunds !== undefined,
    },
  });
}

function readResolution({ platform }: EngineContext, input: ReviewResolutionRequest): ResolutionFact {
  const { action, operator, note, refund } = Object(input) as ReviewResolutionRequest;
  const at = platform.now().toISOString();
  const refunded = refund === undefined ? {} : { refund: readRefundInput(refund, action) };
  const fact = { source: "operator", at, action, operator, note, ...refunded };
  return readInput(resolutionInputSchema(), fact, invalidOperatorAction);
}

/** Leaves out what only core decides. @throws PayIndexError `resolution_invalid` for an action that records no refund */
function readRefundInput(refund: OperatorRefund, action: OperatorAction): unknown {
  if (action !== "record-refund")
    throw invalidOperatorActionError("refund", `belongs to the action record-refund, not to ${action}`);
  if (typeof refund !== "object" || refund === null) return refund;
  return { amount: refund.amount, reference: refund.reference };
}

interface ResolutionInput {
  readonly item: ReviewItem | undefined;
  readonly update: ResolutionUpdate;
}

/**
 * Applies the action under the lease of the item's job, so that no other process places an order that is being
 * refunded.
 */
async function applyResolution(engine: EngineContext, attempt: Attempt, { item, update }: ResolutionInput) {
  const held = item?.jobId === undefined ? undefined : await claimJob(engine, item.jobId);
  if (item?.jobId !== undefined && held === undefined) throw outdatedReviewItemError("in-use");
  await runWithLeases(engine, new Set(held ? [held] : []), async () => {
    try {
      await applyAndRunJobs(engine, attempt, update);
    } catch (error) {
      await releaseJob(engine, held);
      throw error;
    }
  });
}

/** Returns the job to its former state. If the store is unavailable, the lease ends by itself. */
async function releaseJob(engine: EngineContext, held: LeasedJob | undefined): Promise<void> {
  if (held?.job.problem === undefined) return;
  await giveUpJob(engine, held, held.job.problem).catch(() => undefined);
}

/** @throws PayIndexError `resolution_invalid` for a cycle that the attempt cannot have */
export function readResolutionCycle(attempt: Attempt, cycle: unknown): number | undefined {
  if (cycle === undefined || cycle === 1) return undefined;
  if (attempt.plan !== undefined && isLaterCycleNumber(cycle)) return cycle;
  throw invalidOperatorActionError("cycle", "must be a cycle of a subscription: 1, 2, 3 …");
}

interface NamedItem extends Pick<ReviewResolutionRequest, "action"> {
  readonly reviewItemId: string;
  readonly cycle: number | undefined;
}

/** @throws PayIndexError `resolution_invalid`, `review_item_outdated` */
async function findResolvableItem(
  engine: EngineContext,
  attempt: Attempt,
  { action, reviewItemId, cycle }: NamedItem,
): Promise<ReviewItem> {
  const item = (await resolvableItems(engine, attempt)).find(({ id }) => id === reviewItemId);
  if (item === undefined) throw outdatedReviewItemError("resolved");
  if (!allowedActions(item.kind).includes(action)) throw disallowedActionError(item.kind);
  if (requiresCycle(item.kind, action)) checkNamedCycle(attempt, cycle);
  return item;
}

/** The items of this attempt, and the item about all attempts without a result if this is one of them. */
async function resolvableItems(engine: EngineContext, attempt: Attempt): Promise<readonly ReviewItem[]> {
  const { reviewItems } = await engine.store.load(attempt);
  const group = noResultGroupOf(attempt);
  return reviewItems.filter(
    (item) =>
      isOpenReviewItem(item) &&
      (item.attemptId === attempt.attemptId || (group !== undefined && item.noResult?.group === group)),
  );
}

/** Returns why operators cannot take this action on an item of this kind. */
function disallowedActionError(kind: ReviewKind): PayIndexError {
  const { limit } = reviewKinds[kind].texts;
  if (limit === "check-pending") return invalidOperatorActionError("reviewItemId", actionLimits[limit]);
  const allowed = allowedActions(kind).join(" or ");
  return invalidOperatorActionError("action", `must be ${allowed}: ${actionLimits[limit]}`);
}

const actionLimits = {
  none: "no other action is possible",
  // The check of the next cycle is scheduled when this one ends.
  "check-pending": "is a check that has not run: retry it",
  "shop-not-informed": "the shop was not informed, which says nothing about the payment",
  "not-cancelled": "the item is about charges to come, not about the payment",
  "refund-recorded": "the refund is already recorded, and is missing in the shop's records",
  "refund-sent": "the item is about a refund that was sent, not about the payment",
  "refund-failed": "the gateway reported that the refund failed",
  "signature-only": "the item is about the signature of a notification, not about the payment",
  "fields-only": "the item is about the fields of a notification, not about the payment",
  dispute: "the item is about a dispute, which proves no payment",
  "no-charge": "the gateway reported no charge that could be refunded",
  "order-waits": "the payment is accepted, and the order is not placed",
  paid: "it is already paid",
} as const satisfies Record<ActionLimitReason, string>;

/** An operator assigns a charge to a cycle of the plan. The commit checks that this cycle is not paid. */
function checkNamedCycle({ plan }: Attempt, cycle: number | undefined): void {
  const refused = (message: string) => invalidOperatorActionError("cycle", message);
  if (cycle === undefined) throw refused("is required, because this charge does not name its cycle");
  if (plan !== undefined && cycle > plan.totalCount)
    throw refused(
      `must be at most ${plan.totalCount}, the last cycle of the plan. Otherwise record the refund`,
    );
}
