import { applyFacts, type ClaimedJob } from "../apply/apply-facts.ts";
import { invalidOperatorAction } from "../apply/invalid-operator-action.ts";
import { createLease } from "../apply/lease.ts";
import type { Engine } from "../engine.ts";
import { PayIndexError, type Problem, problemsOf } from "../errors.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { runJobs } from "../jobs/run-job.ts";
import { type Attempt, openNoResultGroup } from "../payment/attempt.ts";
import { type OperatorAction, type ResolutionFact, resolutionFactSchema } from "../payment/fact.ts";
import { dedupeKeyOf, type Job, type LeasedJob } from "../payment/job.ts";
import { type Operator, operatorLabel } from "../payment/operator.ts";
import type { Refund } from "../payment/refund.ts";
import type { ActionLimit } from "../payment/review-kind-rules.ts";
import { allowedActions, type JobKind, requiresCycle, reviewKinds } from "../payment/review-kinds.ts";
import { isLaterCycle } from "../payment/subscription/cycle.ts";
import type { PaymentKey } from "../ports/store.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { itemClosed, itemInUse } from "./outdated-item.ts";

/** An operator action on an attempt or one of its review items. */
export interface ReviewResolution {
  readonly orderNumber: string;
  /**
   * The later cycle of a subscription, if no item names it. Without a cycle, the action concerns the first payment. To accept an
   * `unknown-cycle`, name the cycle that the charge pays, also cycle 1. The cycle must be in the plan and not paid.
   */
  readonly cycle?: number;
  readonly action: OperatorAction;
  /** The operator. Stored and displayed with the action. */
  readonly operator: Operator;
  /** The reason, for the audit trail. At most 2000 characters. */
  readonly note: string;
  /**
   * The id of the review item to resolve. With it, only this item is resolved. Without it, the action resolves all items of the
   * `cycle`, or, if no cycle is named, all items that concern no later cycle.
   *
   * - Jobs of the shop that were given up (`paid`, `cycle`, `closed`, `missed`, `book-refund`) are resolved only if they are named. If
   *   you resolve `paid` or `cycle` as `refunded` or `closed`, its order is never placed. The charge stays on record, and the buyer can
   *   pay again (LED-FREE).
   * - `cycle-due` and `check-result` allow no action.
   * - A `no-result` of several attempts is resolved for all of them. The action is recorded for the attempt that the item names.
   */
  readonly item?: string;
  /**
   * The refund that was made at the gateway. Only with `refunded`. The sum of all refunds of a placed order is at most what was paid
   * for it, and each refund has its own reference. It can be partial, and does not change the state of a placed order's attempt.
   */
  readonly refund?: Refund;
}

interface ResolutionTarget extends PaymentKey {
  readonly orderNumber: string;
  readonly cycle?: number;
}

/** @throws PayIndexError `decision_invalid`, `payment_unknown`, `store_unavailable` */
export async function resolveReviewItem<Tx>(ledger: Engine<Tx>, decision: ReviewResolution): Promise<void> {
  const { orderNumber, cycle, action, operator, note, item, refund } = Object(decision) as ReviewResolution;
  const at = ledger.platform.now().toISOString();
  const told = refund === undefined ? {} : { refund: readRefundInput(refund, action) };
  const checked = resolutionFactSchema.safeParse({ source: "operator", at, action, operator, note, ...told });
  if (!checked.success) throw invalidOperatorAction(...problemsOf(checked.error.issues));
  const payment = await wrapStoreErrors("find a payment", ledger.store.find(orderNumber));
  if (payment === undefined) throw new PayIndexError("payment_unknown", "No payment has this order number.");
  const asked = readResolutionCycle(payment, cycle);
  const held =
    item === undefined ? undefined : await claimReviewItem(ledger, payment, { action, item, cycle });
  const about = held?.work.cycle === undefined ? asked : { cycle: held.work.cycle };
  const result = { at, note: `${operatorLabel(checked.data.operator)}: ${note}` };
  await runWithLeases(ledger, new Set(held ? [held] : []), async () => {
    const leased = await applyResolution(ledger, { ...payment, ...about }, { decision: checked.data, held });
    await runJobs(ledger, leased);
    const ended = held ? [held.work] : await itemsResolvedTogether(ledger, { ...payment, ...about }, action);
    for (const { id } of ended) await wrapStoreErrors("end an item", ledger.store.finish(id, result));
  });
}

/** Without what only core decides. @throws PayIndexError `decision_invalid`: nothing was refunded */
function readRefundInput(refund: Refund, action: OperatorAction): unknown {
  if (action !== "refunded")
    throw invalidOperatorAction({
      path: "refund",
      message: `belongs to the action refunded, not to ${action}`,
    });
  if (typeof refund !== "object" || refund === null) return refund;
  return { money: refund.money, reference: refund.reference };
}

/** Settles it with the book. If that cannot be done, its item is back where it was. */
async function applyResolution<Tx>(
  ledger: Engine<Tx>,
  { orderNumber, cycle, ...key }: ResolutionTarget,
  { decision, held }: { decision: ResolutionFact; held: LeasedJob | undefined },
): Promise<readonly ClaimedJob[]> {
  const isRefundBooked = ledger.host.bookRefunds !== undefined;
  const about = { orderNumber, isRefundBooked, ...(cycle === undefined ? {} : { cycle }) };
  const said = resolutionFacts(decision, held?.work).map((fact) =>
    held ? { ...about, fact, item: held.work.id } : { ...about, fact },
  );
  try {
    return await applyFacts(ledger, key, said);
  } catch (error) {
    // Where the store is gone, too, its lease ends by itself.
    if (held?.work.problem)
      await ledger.store.postpone(held, { parked: held.work.problem }).catch(() => undefined);
    throw error;
  }
}

/** The facts about the attempt or the cycle: a decision about the item alone says nothing of either. */
function resolutionFacts(decision: ResolutionFact, item: Job | undefined): ResolutionFact[] {
  if (item === undefined) return [decision];
  switch (reviewKinds[item.kind].decides) {
    case "item":
      return [];
    case "transaction":
      return [{ ...decision, transactions: [dedupeKeyOf(item)] }];
    case "state":
      return [decision];
  }
}

/** @throws PayIndexError `decision_invalid` for a cycle that the payment cannot have */
export function readResolutionCycle(payment: Attempt, cycle: unknown): { cycle?: number } {
  if (cycle === undefined || cycle === 1) return {};
  if (payment.plan !== undefined && isLaterCycle(cycle)) return { cycle };
  throw invalidOperatorAction({ path: "cycle", message: "must be a cycle of a subscription: 1, 2, 3 …" });
}

/** What ends when somebody has looked: all of the payment or of the cycle but what the shop has still to do. */
async function itemsResolvedTogether<Tx>(
  ledger: Engine<Tx>,
  decided: ResolutionTarget,
  action: OperatorAction,
): Promise<readonly Job[]> {
  const open = await openItemsOfAttempt(ledger, decided);
  const isEnded = ({ kind }: Job) => reviewKinds[kind].retryRuns !== "job" && !requiresCycle(kind, action);
  return open.filter((each) => each.cycle === decided.cycle && isEnded(each));
}

async function openItemsOfAttempt<Tx>(
  ledger: Engine<Tx>,
  payment: ResolutionTarget,
): Promise<readonly Job[]> {
  const { work } = await wrapStoreErrors("read a book", ledger.store.book(payment));
  return work.filter(({ orderNumber, status }) => orderNumber === payment.orderNumber && status === "parked");
}

/** The items of this attempt, and the item about all attempts without a result where this is one of them. */
async function resolvableItems<Tx>(ledger: Engine<Tx>, payment: Attempt): Promise<readonly Job[]> {
  const { work } = await wrapStoreErrors("read a book", ledger.store.book(payment));
  const group = openNoResultGroup(payment);
  return work.filter(
    ({ orderNumber, status, unanswered }) =>
      status === "parked" && (orderNumber === payment.orderNumber || unanswered?.group === group),
  );
}

/** Leases the item while the decision is booked: what is refunded is not placed by somebody else in the same moment. */
async function claimReviewItem<Tx>(
  ledger: Engine<Tx>,
  payment: Attempt,
  { action, item, cycle }: Pick<ReviewResolution, "action"> & { item: string; cycle: number | undefined },
): Promise<LeasedJob> {
  const named = (await resolvableItems(ledger, payment)).find(({ id }) => id === item);
  if (named === undefined) throw invalidOperatorAction({ path: "item", message: itemClosed });
  if (!allowedActions(named.kind).includes(action))
    throw invalidOperatorAction(disallowedActionProblem(named.kind));
  if (requiresCycle(named.kind, action)) checkNamedCycle(payment, cycle);
  const due = { now: ledger.platform.now(), lease: createLease(ledger), limit: 1, id: named.id };
  const [leased] = await wrapStoreErrors("claim work", ledger.store.claim(due));
  if (leased === undefined) throw invalidOperatorAction({ path: "item", message: itemInUse });
  return leased;
}

/** Why an item of this kind cannot be decided so. */
function disallowedActionProblem(kind: JobKind): Problem {
  const { limit } = reviewKinds[kind].texts;
  if (limit === "check-pending") return { path: "item", message: actionLimits[limit] };
  return { path: "action", message: `must be ${allowedActions(kind).join(" or ")}: ${actionLimits[limit]}` };
}

const actionLimits = {
  none: "there is no other action",
  // The watch for the next cycle begins where this one ends.
  "check-pending": "is a look that is still to be taken: do it again, with work(id)",
  "shop-not-informed": "the shop could not be told, which says nothing of the money",
  "refund-recorded": "the refund is recorded already, and waits to be in the records of the shop",
  "signature-only": "it says how a notification was signed, and nothing of the money",
  "no-charge": "no charge was heard of that could be given back",
  "order-waits": "the money is accepted, and the order waits to be placed",
  paid: "it is paid already",
} as const satisfies Record<ActionLimit, string>;

/** A charge is of a cycle of the plan. That it is not paid is seen to where it is booked. */
function checkNamedCycle({ plan }: Attempt, cycle: number | undefined): void {
  const refused = (message: string) => invalidOperatorAction({ path: "cycle", message });
  if (cycle === undefined) throw refused("is required: this charge names none that can be told");
  if (plan !== undefined && cycle > plan.totalCount)
    throw refused(`is beyond the plan, which has ${plan.totalCount}: name one of those, or give it back`);
}
