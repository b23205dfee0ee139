import { hasResult } from "../payment/judge.ts";
import { whyNotReceived } from "../payment/not-received.ts";
import { answerOf, openGroupOf, type Payment } from "../payment/payment.ts";
import type { DraftWork } from "./draft-work.ts";
import type { Book, EndedWork } from "./store.ts";
import type { Work, WorkProblem } from "./work.ts";

/** Attempts whose result is overdue, and the items that staff decided. */
export interface UnansweredChange {
  readonly overdue: ReadonlySet<string>;
  /** By the id of the item: who decided, and the note. */
  readonly decided: ReadonlyMap<string, string>;
}

/** What becomes of the review item `no-result`: a reference has at most one, about all attempts of its group. */
export interface UnansweredResult {
  /** Attempts that are members of the group from now on. */
  readonly joined: readonly Payment[];
  readonly ended: readonly EndedWork[];
}

interface After {
  /** With the state that this commit gives them. */
  readonly payments: readonly Payment[];
  readonly isPaid: boolean;
  readonly work: DraftWork;
  readonly now: Date;
}

/**
 * Replaces the open item by one with the new count, named after the newest member. The count is carried along, so that no other member is
 * read: each attempt is counted when its result is overdue, and no longer once it has a result. Adds the new item to `work`.
 */
export function changeUnanswered(book: Book, change: UnansweredChange, after: After): UnansweredResult {
  const open = openItemOf(book.work);
  const decision = open && change.decided.get(open.id);
  const item = decision === undefined ? open : undefined;
  const end = (note: string) => (item === undefined ? [] : [endOf(item, note, after.now)]);
  if (open !== undefined && decision !== undefined && after.isPaid)
    return { joined: [], ended: [endOf(open, decision, after.now)] };
  if (after.isPaid) return { joined: [], ended: end("An attempt of this reference is paid.") };
  const { joined, ended } = recount(book, change, { ...after, item, end });
  const decided = open === undefined || decision === undefined ? [] : [endOf(open, decision, after.now)];
  return { joined, ended: [...decided, ...ended] };
}

interface Counting extends After {
  readonly item: Work | undefined;
  readonly end: (note: string) => readonly EndedWork[];
}

function recount(book: Book, { overdue }: UnansweredChange, after: Counting): UnansweredResult {
  const { item, end, work } = after;
  const version = book.version + 1;
  const { group, count } = item?.unanswered ?? { group: version, count: 0 };
  const joined = after.payments
    .filter((payment) => overdue.has(payment.orderNumber) && isOverdue(payment))
    .map((payment) => ({ ...payment, unansweredGroup: group }));
  const isMember = (payment: Payment) => openGroupOf(payment) === group;
  const members = replaced(after.payments, joined).filter(isMember);
  const next = count + members.length - book.payments.filter(isMember).length;
  if (next === count) return { joined, ended: [] };
  const newest = members.reduce<Payment | undefined>(newer, undefined);
  if (newest === undefined) return { joined, ended: end("Every attempt has a result.") };
  // The version keeps the ids of items apart that name the same attempt.
  const mark = item === undefined ? "" : String(version);
  const unanswered = { group, count: next };
  work.park(newest, { kind: "no-result", mark, unanswered }, problemOf(newest, next));
  return { joined, ended: end(`Replaced by the item of order number ${newest.orderNumber}.`) };
}

/** The open item about the attempts without a result. */
function openItemOf(work: readonly Work[]): Work | undefined {
  return work.find(({ kind, status }) => kind === "no-result" && status === "parked");
}

/** Each attempt joins a group once. */
function isOverdue({ unansweredGroup, state }: Payment): boolean {
  return unansweredGroup === undefined && !hasResult(state);
}

function replaced(payments: readonly Payment[], by: readonly Payment[]): Payment[] {
  return payments.map(
    (payment) => by.find(({ orderNumber }) => orderNumber === payment.orderNumber) ?? payment,
  );
}

function newer(one: Payment | undefined, other: Payment): Payment {
  return one !== undefined && one.attempt > other.attempt ? one : other;
}

function endOf({ id }: Work, note: string, now: Date): EndedWork {
  return { id, result: { at: now.toISOString(), note } };
}

function problemOf(newest: Payment, count: number): WorkProblem {
  const { orderNumber } = newest;
  const answer = answerOf(newest);
  const isNotReceived = answer !== undefined && whyNotReceived(answer) !== undefined;
  const known = isNotReceived ? "The gateway did not accept the request, and no" : "No";
  const message =
    count === 1
      ? `${known} notification has come. Ask the gateway about order number ${orderNumber}.`
      : `${count} attempts have no result. Ask the gateway about each of them; the newest has order number ${orderNumber}.`;
  return { code: "no_result", message };
}
