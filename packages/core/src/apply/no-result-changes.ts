import { type Attempt, openNoResultGroup, responseOf } from "../payment/attempt.ts";
import { hasResult } from "../payment/derive-attempt-state.ts";
import type { Job, JobProblem } from "../payment/job.ts";
import { notReceivedReason } from "../payment/not-received-reason.ts";
import type { JobCompletion, Payment } from "../ports/store.ts";
import type { JobChanges } from "./job-changes.ts";

/** Attempts whose result is overdue, and the items that staff decided. */
export interface NoResultChange {
  readonly overdue: ReadonlySet<string>;
  /** By the id of the item: who decided, and the note. */
  readonly decided: ReadonlyMap<string, string>;
}

/** What becomes of the review item `no-result`: a reference has at most one, about all attempts of its group. */
export interface NoResultPlan {
  /** Attempts that are members of the group from now on. */
  readonly joined: readonly Attempt[];
  readonly ended: readonly JobCompletion[];
}

interface AttemptsAfterChange {
  /** With the state that this commit gives them. */
  readonly payments: readonly Attempt[];
  readonly isPaid: boolean;
  readonly work: JobChanges;
  readonly now: Date;
}

/**
 * Replaces the open item by one with the new count, named after the newest member. The count is carried along, so that no other member is
 * read: each attempt is counted when its result is overdue, and no longer once it has a result. Adds the new item to `work`.
 */
export function planNoResultItem(
  book: Payment,
  change: NoResultChange,
  after: AttemptsAfterChange,
): NoResultPlan {
  const open = openNoResultItem(book.work);
  const decision = open && change.decided.get(open.id);
  const item = decision === undefined ? open : undefined;
  const end = (note: string) => (item === undefined ? [] : [completionOf(item, note, after.now)]);
  if (open !== undefined && decision !== undefined && after.isPaid)
    return { joined: [], ended: [completionOf(open, decision, after.now)] };
  if (after.isPaid) return { joined: [], ended: end("An attempt of this reference is paid.") };
  const { joined, ended } = recountNoResultGroup(book, change, { ...after, item, end });
  const decided =
    open === undefined || decision === undefined ? [] : [completionOf(open, decision, after.now)];
  return { joined, ended: [...decided, ...ended] };
}

interface RecountInput extends AttemptsAfterChange {
  readonly item: Job | undefined;
  readonly end: (note: string) => readonly JobCompletion[];
}

function recountNoResultGroup(book: Payment, { overdue }: NoResultChange, after: RecountInput): NoResultPlan {
  const { item, end, work } = after;
  const version = book.version + 1;
  const { group, count } = item?.unanswered ?? { group: version, count: 0 };
  const joined = after.payments
    .filter((payment) => overdue.has(payment.orderNumber) && isResultOverdue(payment))
    .map((payment) => ({ ...payment, unansweredGroup: group }));
  const isMember = (payment: Attempt) => openNoResultGroup(payment) === group;
  const members = replaceAttempts(after.payments, joined).filter(isMember);
  const next = count + members.length - book.payments.filter(isMember).length;
  if (next === count) return { joined, ended: [] };
  const newest = members.reduce<Attempt | undefined>(newerAttempt, undefined);
  if (newest === undefined) return { joined, ended: end("Every attempt has a result.") };
  // The version keeps the ids of items apart that name the same attempt.
  const mark = item === undefined ? "" : String(version);
  const unanswered = { group, count: next };
  work.park(newest, { kind: "no-result", mark, unanswered }, noResultProblem(newest, next));
  return { joined, ended: end(`Replaced by the item of order number ${newest.orderNumber}.`) };
}

/** The open item about the attempts without a result. */
function openNoResultItem(work: readonly Job[]): Job | undefined {
  return work.find(({ kind, status }) => kind === "no-result" && status === "parked");
}

/** Each attempt joins a group once. */
function isResultOverdue({ unansweredGroup, state }: Attempt): boolean {
  return unansweredGroup === undefined && !hasResult(state);
}

function replaceAttempts(payments: readonly Attempt[], by: readonly Attempt[]): Attempt[] {
  return payments.map(
    (payment) => by.find(({ orderNumber }) => orderNumber === payment.orderNumber) ?? payment,
  );
}

function newerAttempt(one: Attempt | undefined, other: Attempt): Attempt {
  return one !== undefined && one.attempt > other.attempt ? one : other;
}

function completionOf({ id }: Job, note: string, now: Date): JobCompletion {
  return { id, result: { at: now.toISOString(), note } };
}

function noResultProblem(newest: Attempt, count: number): JobProblem {
  const { orderNumber } = newest;
  const answer = responseOf(newest);
  const isNotReceived = answer !== undefined && notReceivedReason(answer) !== undefined;
  const known = isNotReceived ? "The gateway did not accept the request, and no" : "No";
  const message =
    count === 1
      ? `${known} notification has come. Ask the gateway about order number ${orderNumber}.`
      : `${count} attempts have no result. Ask the gateway about each of them; the newest has order number ${orderNumber}.`;
  return { code: "no_result", message };
}
