import { findRefundTarget } from "../apply/require-valid-refund.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { findPlacedOrderOfCharge, type PlacedOrder } from "../payment/placed-order.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import {
  amountLeftToRefund,
  type ChargeFacts,
  isWholeChargeRefunded,
  refundableChargeOf,
} from "../payment/refundable-charge.ts";
import type { Cycle } from "../payment/subscription/cycle.ts";
import {
  cycleDueDate,
  findCyclePayingSets,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
} from "../payment/subscription/subscription.ts";
import {
  findCyclesWithOverdueItem,
  nextCycleOf,
  type SubscriptionState,
  subscriptionStateOf,
} from "../payment/subscription/subscription-state.ts";
import type { Payment } from "../ports/store.ts";
import type { Money } from "../protocol/money/money.ts";
import type { PlanType } from "../protocol/sale/plan.ts";
import { factEntries, type TimelineEntry } from "./timeline.ts";

/** One cycle that was reported or is overdue. */
export interface CycleStatus {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: AttemptState;
  /** When the plan charges the cycle: ISO instant in UTC. Undefined for a cycle outside the plan. */
  readonly dueAt: string | undefined;
  /** The id of the gateway's transaction, if the cycle is paid. */
  readonly transactionId: string | undefined;
  readonly placedOrder: PlacedOrder | undefined;
  /** Whether the cycle is overdue and has a review item (CYC-OVERDUE). */
  readonly isOverdue: boolean;
  /** The timeline of a later cycle. For cycle 1, see the timeline of the attempt. */
  readonly timeline: readonly TimelineEntry[];
  /** The recorded refunds of a later cycle. For cycle 1, see the refunds of the attempt. */
  readonly refunds: readonly RecordedRefund[];
  /** The refunds through the gateway of a later cycle. For cycle 1, see those of the attempt. */
  readonly gatewayRefunds: readonly GatewayRefund[];
  /** What is left to refund of a later cycle, as `refundable` of the attempt. For cycle 1, see there. */
  readonly refundable: Money | undefined;
}

export type { SubscriptionState } from "../payment/subscription/subscription-state.ts";

/** The status of a subscription. */
export interface SubscriptionStatus {
  readonly planId: string;
  readonly planType: PlanType;
  readonly totalCount: number;
  readonly state: SubscriptionState;
  /** The gateway's id of the subscription. Undefined until a notification names it. */
  readonly gatewaySubscriptionId: string | undefined;
  /** When the gateway first reported the closing, or confirmed a cancellation: ISO instant in UTC. */
  readonly closedAt: string | undefined;
  /** The reported and the overdue cycles, by number. */
  readonly cycles: readonly CycleStatus[];
  /** The first expected cycle: not paid, not dismissed, not overdue. `dueAt` can be in the past if a charge failed or is late. */
  readonly nextCycle: { readonly number: number; readonly dueAt: string } | undefined;
}

type LoadedPayment = Pick<Payment, "attempts" | "cycles" | "jobs" | "reviewItems">;
type StatusSettings = Pick<Settings, "timeZone" | "operations">;

/** Returns the subscription that the attempt started. Undefined for other variants. */
export function subscriptionStatus(
  attempt: Attempt,
  payment: LoadedPayment,
  settings: StatusSettings,
): SubscriptionStatus | undefined {
  if (!isSubscriptionAttempt(attempt)) return undefined;
  const { plan, subscription, attemptId, state, facts } = attempt;
  const overdue = findCyclesWithOverdueItem(attemptId, payment.reviewItems);
  const later = laterCyclesOf(attemptId, payment, overdue);
  const laterCycles = { later, overdue, timeZone: settings.timeZone };
  return {
    planId: plan.id,
    planType: plan.type,
    totalCount: plan.totalCount,
    state: subscriptionStateOf(attempt, laterCycles),
    gatewaySubscriptionId: subscription?.gatewaySubscriptionId,
    closedAt: subscription?.closedAt,
    cycles: [{ number: 1, state, facts }, ...later].map((cycle) => ({
      ...toCycleStatus(attempt, cycle, { payment, settings }),
      isOverdue: overdue.has(cycle.number),
    })),
    nextCycle: nextCycleOf(attempt, laterCycles),
  };
}

/** Returns the later cycles: the reported ones, and the overdue ones without any notification. */
function laterCyclesOf(attemptId: string, { cycles }: LoadedPayment, overdue: ReadonlySet<number>): Cycle[] {
  const reported = cycles.filter((cycle) => cycle.attemptId === attemptId);
  const known = new Set(reported.map(({ number }) => number));
  const others = [...overdue]
    .filter((number) => !known.has(number))
    .map((number): Cycle => ({ version: 1, attemptId, number, facts: [], state: "created" }));
  return [...reported, ...others].sort((a, b) => a.number - b.number);
}

/** The attempt has these details of its sale. */
const detailsOfSale = { timeline: [], refunds: [], gatewayRefunds: [], refundable: undefined };

function toCycleStatus(
  attempt: SubscriptionAttempt,
  { number, state, facts }: Pick<Cycle, "number" | "state" | "facts">,
  { payment, settings }: { readonly payment: LoadedPayment; readonly settings: StatusSettings },
): Omit<CycleStatus, "isOverdue"> {
  const cycle = number === 1 ? undefined : number;
  const charge = {
    number,
    state,
    dueAt:
      number > attempt.plan.totalCount ? undefined : cycleDueDate(attempt, number, settings).toISOString(),
    transactionId: state === "paid" ? findCyclePayingSets(attempt, number, facts).flat()[0] : undefined,
    placedOrder: findPlacedOrderOfCharge(payment.jobs, { attemptId: attempt.attemptId, cycle }),
  };
  if (cycle === undefined) return { ...charge, ...detailsOfSale };
  return {
    ...charge,
    timeline: factEntries(facts),
    refunds: recordedRefundsOf(facts),
    gatewayRefunds: gatewayRefundsOf(facts),
    refundable: amountRefundableThroughGateway(settings, payment, { attempt, cycle, facts }),
  };
}

/**
 * Returns what is left to refund through the gateway (RFD-LIMIT). Undefined if there is nothing, or if only the gateway's back
 * office can refund it.
 */
export function amountRefundableThroughGateway(
  { operations }: Pick<Settings, "operations">,
  payment: Pick<Payment, "attempts" | "jobs" | "cycles">,
  subject: ChargeFacts,
): Money | undefined {
  const { attempt, cycle } = subject;
  const isPaid = cycle !== undefined || attempt.state === "paid";
  const target = findRefundTarget(payment, subject);
  if (operations.refund === undefined || !isPaid || target === undefined) return undefined;
  if (refundableChargeOf(subject) === undefined || isWholeChargeRefunded(subject)) return undefined;
  const left = amountLeftToRefund(subject, target);
  return left.minor > 0 ? left : undefined;
}
