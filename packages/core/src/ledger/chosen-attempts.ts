import { answersOf, bestFirst, decidesPayment, openGroupOf, type Payment } from "../payment/payment.ts";
import type { AnsweringRead, Book, BookRead } from "./store.ts";

/** All that a store has of one reference. `payments` has the oldest attempt first. */
export type WholeBook = Pick<Book, "payments" | "notifications" | "work">;

/** The order numbers that `book` returns for `read`, as a rule that stores in memory can run. SQL stores express it in `readBook`. */
export function chosenAttempts(whole: WholeBook, read: BookRead): ReadonlySet<string> {
  const newestFirst = [...whole.payments].reverse();
  return new Set([
    ...orderNumbersOf(newestFirst.filter(({ state }) => decidesPayment(state))),
    ...orderNumbersOf(whole.notifications),
    ...(read.orderNumbers ?? []),
    ...forStatus(whole, newestFirst, read.newest ?? 0),
    ...orderNumbersOf(unanswered(newestFirst).slice(0, read.unanswered ?? 0)),
    ...(read.answering === undefined ? [] : answering(newestFirst, read.answering)),
  ]);
}

function forStatus({ work }: WholeBook, newestFirst: readonly Payment[], newest: number): string[] {
  if (newest === 0) return [];
  const newestOfState = bestFirst.flatMap((state) => newestFirst.find((each) => each.state === state) ?? []);
  const parked = work.filter(({ status }) => status === "parked");
  return orderNumbersOf([...newestFirst.slice(0, newest), ...newestOfState, ...parked]);
}

function unanswered(newestFirst: readonly Payment[]): Payment[] {
  return newestFirst
    .filter((payment) => openGroupOf(payment) > 0)
    .sort((a, b) => openGroupOf(b) - openGroupOf(a) || b.attempt - a.attempt);
}

function answering(newestFirst: readonly Payment[], { fingerprints, since }: AnsweringRead): string[] {
  const answers = ["any", ...fingerprints];
  return orderNumbersOf(
    newestFirst.filter((each) => new Date(each.createdAt) > since && answers.includes(answersOf(each))),
  );
}

function orderNumbersOf(of: readonly { readonly orderNumber: string }[]): string[] {
  return of.map(({ orderNumber }) => orderNumber);
}
