import { PayIndexError, problemsOfSchemaIssues } from "../errors.ts";
import {
  amountWithCurrency,
  isMoney,
  isSameAmount,
  type Money,
  moneySchema,
} from "../protocol/money/money.ts";
import { type Attempt, partOf } from "./attempt.ts";
import type { Job, JobKind } from "./job.ts";
import type { RefusalProblem } from "./order-refusals.ts";

/** The order that the host placed for a payment or a later cycle. */
export interface PlacedOrder {
  /** ISO instant in UTC. */
  readonly at: string;
  /** Undefined if the host returned none. */
  readonly id?: string;
}

/** Returns the order that a job placed. Undefined while the job is open, and if it ended without an order. */
export function placedOrderOf(job: Job | undefined): PlacedOrder | undefined {
  if (job?.outcome?.kind !== "placed") return undefined;
  const { at, orderId } = job.outcome;
  return { at, ...(orderId === undefined ? {} : { id: orderId }) };
}

/** Returns the order of a payment: the one that was placed for its winning attempt. */
export function findPlacedOrder(jobs: readonly Job[]): PlacedOrder | undefined {
  const placing = jobs.find((job) => job.kind === "place-order" && job.outcome?.kind === "placed");
  return placedOrderOf(placing);
}

/** Returns the order of a charge: the one that was placed for this attempt, or the renewal for its later cycle. */
export function findPlacedOrderOfCharge(
  jobs: readonly Job[],
  { attemptId, cycle }: Pick<Job, "attemptId" | "cycle">,
): PlacedOrder | undefined {
  const kind: JobKind = cycle === undefined ? "place-order" : "place-renewal";
  const isOfCharge = (job: Job) => job.attemptId === attemptId && job.kind === kind && job.cycle === cycle;
  return placedOrderOf(jobs.find(isOfCharge));
}

/** Returns the part that a further sale of the order pays (ENG-PART): the one after the last part whose order is placed. */
export function openPartOf(payment: {
  readonly attempts: readonly Attempt[];
  readonly jobs: readonly Job[];
}): number {
  const { attempts, jobs } = payment;
  const isPlaced = ({ attemptId }: Attempt) =>
    findPlacedOrderOfCharge(jobs, { attemptId, cycle: undefined }) !== undefined;
  return 1 + Math.max(0, ...attempts.filter(isPlaced).map(partOf));
}

/**
 * Whether an attempt can no longer place its order: its job ended without one. Staff have refunded or dismissed it, or it became
 * unnecessary.
 */
export function endedWithoutOrder(jobs: readonly Job[], attemptId: string): boolean {
  const placing = jobs.find((job) => job.kind === "place-order" && job.attemptId === attemptId);
  return placing?.status === "completed" && placedOrderOf(placing) === undefined;
}

declare const amountCompared: unique symbol;

/** The proof that core compared the amount due with the price of the order. Only core creates it. It is valid for one job. */
export interface AmountDueComparedProof {
  readonly [amountCompared]: true;
}

/** Returns the amount due for the order now, or `undefined` if the shop has no such order. If it throws, core tries again later. */
export type FindAmountDue = () => Money | undefined | Promise<Money | undefined>;

/**
 * Returns why a paid order cannot be placed for its price (ENG-DUE), or `undefined` if that price is still due.
 *
 * @param price the price of the order when the attempt started
 * @param due the amount due now, as the host returned it
 * @throws PayIndexError `money_invalid` if `due` is neither money nor `undefined`
 */
export function amountDueProblem(price: Money, due: unknown): RefusalProblem | undefined {
  if (due === undefined)
    return {
      code: "order_missing",
      message: `The shop has no order for this payment of ${amountWithCurrency(price)}. Restore the order and try again, or refund the payment.`,
    };
  const asked = parseAmountDue(due);
  if (isSameAmount(asked, price)) return undefined;
  return {
    code: "order_changed",
    message: `The order cost ${amountWithCurrency(price)} when the payment started, and ${amountWithCurrency(asked)} is due now. Refund the payment, or try again when ${amountWithCurrency(price)} is due again.`,
  };
}

function parseAmountDue(due: unknown): Money {
  if (isMoney(due)) return due;
  const { error } = moneySchema().safeParse(due);
  const problems = problemsOfSchemaIssues(error?.issues ?? []);
  const listed = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new PayIndexError(
    "money_invalid",
    `The shop returned an invalid amount due: ${listed}. Return money(minorUnits, currency), or undefined if there is no such order.`,
  );
}
