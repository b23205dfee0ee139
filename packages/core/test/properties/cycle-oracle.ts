/**
 * What a set of notifications of one subscription amounts to, written from the prose of docs/reference/protocol.md and from nothing else:
 *
 * > Each cycle is judged by what was said of it: `paid` with a `00` whose money matches; else `review` with one whose money does
 * > not; else `failed` with a `2`. Amounts are the order amount, but the first cycle pays its own. A cycle the plan does not have is
 * > in `review` where it would be paid, and an item. The gateway subscription ID of the first charge that pays is the subscription's: what names another
 * > counts for nothing, leaves a cycle that is not paid in `review`, and is an item. A transaction pays one cycle, the first that it
 * > was reported for and that was not paid; for another it then counts for nothing, leaves it in `review` unless it is paid otherwise, and is an item. That a cycle is
 * > paid twice is asked until all of its transactions but one have paid others. Closing is
 * > known once reported; a cycle that is paid beyond the earliest one it was reported with, or is due a day after a report that names
 * > none, is recorded, and opens an item; but what names another gateway subscription ID closes nothing, unless it is a first payment that counts. Each paid cycle after the first is one renewal, once the first payment is paid; the closing is told
 * > once, then too. What came under a gateway order ID of its own and names no later cycle pays nothing, and is an item unless its transaction
 * > has paid a cycle, or it closes and tells of no charge.
 *
 * Nothing in it asks for the order of what was told but which of two cycles a transaction pays.
 */

/** A notification in the tests' own words. Which cycle, which transaction, and what it says. */
export interface CycleReport {
  /** 0: it names none, and is about the first. */
  readonly cycle: number;
  readonly transaction: string;
  readonly says: "right" | "short" | "failed";
  readonly subscription: "ours" | "another";
  /** Its gateway order ID: the sale's, or one of its own. */
  readonly under: "sale" | "own";
  readonly closes: boolean;
}

export const plannedCycles = 5;

export interface ExpectedCycles {
  readonly state: string;
  /** Number and state of the later cycles of which anything was said, in order. */
  readonly cycles: readonly string[];
  /** Cycles with a renewal, in order. */
  readonly renewals: readonly number[];
  readonly isClosed: boolean;
  /** Cycle, kind and what tells it apart, sorted. */
  readonly items: readonly string[];
  /** Cycles of the plan of which staff are still told that they are paid twice, in order. */
  readonly twice: readonly number[];
}

/** Something told, as it counts: about a cycle, and `held` where its transaction pays another one. A stray one is kept with the sale. */
interface CountedReport extends CycleReport {
  readonly held: boolean;
  /** Which cycle it is about cannot be told. */
  readonly isStray: boolean;
  /** The cycle that it can be told to name; 0 where there is none. */
  readonly named: number;
}

/** Whether it pays where nothing was told before: so its gateway subscription ID is the subscription's, and before one has, no other is another. */
export function paysFirst({ says, cycle, under }: CycleReport): boolean {
  return says === "right" && cycle <= plannedCycles && !(under === "own" && cycle < 2);
}

/** `said` in the order in which it was told. */
export function expectedCycles(said: readonly CycleReport[]): ExpectedCycles {
  const all = said.some(paysFirst) ? said : said.map((each) => ({ ...each, subscription: "ours" }) as const);
  const { told, paid: transactions } = countReports(all);
  const closing = told.filter(
    (each) =>
      each.closes &&
      (each.subscription === "ours" ||
        (ownReports([each], 1).length > 0 && each.says === "right" && !each.held)),
  );
  const numbers = [...new Set(told.map(({ cycle }) => cycle))].sort((a, b) => a - b);
  const later = numbers.filter((number) => number > 1);
  const state = stateOf(told, 1) ?? "pending";
  const cycles = later.map((number) => `${number} ${stateOf(told, number) ?? "created"}`);
  const paid = later.filter((number) => stateOf(told, number) === "paid");
  return {
    state,
    cycles,
    renewals: state === "paid" ? paid : [],
    isClosed: state === "paid" && closing.length > 0,
    items: [
      ...new Set([
        ...numbers.flatMap((number) => itemsOf(told, number)),
        ...strayItems(told, transactions),
        ...afterClosing(closing, paid),
      ]),
    ].sort(),
    twice: numbers.filter((number) => number <= plannedCycles && isPaidTwice(told, { number, transactions })),
  };
}

/** What comes again is what it was the first time. */
function countReports(all: readonly CycleReport[]) {
  const paid = new Map<string, number>();
  const known = new Map<string, CountedReport>();
  for (const each of all) {
    if (known.has(JSON.stringify(each))) continue;
    const cycle = Math.max(each.cycle, 1);
    const isStray = each.under === "own" && cycle === 1;
    const isPaying =
      each.says === "right" &&
      !isStray &&
      cycle <= plannedCycles &&
      (cycle === 1 || each.subscription === "ours");
    const pays = paid.get(each.transaction);
    if (isPaying && pays === undefined && ![...paid.values()].includes(cycle))
      paid.set(each.transaction, cycle);
    known.set(JSON.stringify(each), {
      ...each,
      cycle,
      isStray,
      named: isStray ? 0 : each.cycle,
      held: isPaying && pays !== undefined && pays !== cycle,
    });
  }
  return { told: [...known.values()], paid };
}

/** The first payment counts whatever gateway subscription ID it names. */
function ownReports(told: readonly CountedReport[], number: number): readonly CountedReport[] {
  return told.filter(
    ({ cycle, subscription, isStray }) =>
      cycle === number && !isStray && (number === 1 || subscription === "ours"),
  );
}

function stateOf(told: readonly CountedReport[], number: number): string | undefined {
  const own = ownReports(told, number);
  const says = new Set(own.filter(({ held }) => !held).map((each) => each.says));
  const isForeignSuccess =
    number > 1 &&
    told.some(
      ({ cycle, subscription, says: word }) =>
        cycle === number && subscription === "another" && word !== "failed",
    );
  if (says.has("right")) return number > plannedCycles ? "review" : "paid";
  if (says.has("short") || isForeignSuccess || own.some(({ held }) => held)) return "review";
  return says.has("failed") ? "failed" : undefined;
}

function itemsOf(told: readonly CountedReport[], number: number): string[] {
  const own = ownReports(told, number);
  const transactions = (...words: readonly string[]) => [
    ...new Set(own.filter(({ says }) => words.includes(says)).map(({ transaction }) => transaction)),
  ];
  const successes = transactions("right", "short");
  const held = new Set(own.flatMap((each) => (each.held ? [each.transaction] : [])));
  const all = told.filter(({ cycle }) => cycle === number);
  return [
    ...transactions("short").map((transaction) => `${number} amount-mismatch ${transaction}`),
    ...transactions("failed")
      .filter((transaction) => successes.includes(transaction))
      .map((transaction) => `${number} contradictory-results ${transaction}`),
    ...[...held].map((transaction) => `${number} transaction-reused ${transaction}`),
    ...[...new Set(own.flatMap((each) => (each.says === "right" && !each.held ? [each.transaction] : [])))]
      .slice(1)
      .map((_, index) => `${number} paid-twice ${index + 2}`),
    ...(all.some(({ subscription }) => subscription === "another")
      ? [`${number} subscription-mismatch M2`]
      : []),
    ...(number > plannedCycles && all.some(({ says }) => says !== "failed")
      ? [`${number} unexpected-cycle`]
      : []),
  ];
}

/** A transaction that has paid another cycle is none too many of this one. */
function isPaidTwice(
  told: readonly CountedReport[],
  { number, transactions }: { number: number; transactions: ReadonlyMap<string, number> },
): boolean {
  const right = ownReports(told, number).filter(({ says, held }) => says === "right" && !held);
  const left = right.filter(({ transaction }) => (transactions.get(transaction) ?? number) === number);
  return new Set(left.map(({ transaction }) => transaction)).size > 1;
}

function strayItems(told: readonly CountedReport[], paid: ReadonlyMap<string, number>): string[] {
  return told.flatMap(({ isStray, transaction, says, closes }) =>
    isStray && !paid.has(transaction) && !(closes && says === "failed")
      ? [`1 unknown-cycle ${transaction}`]
      : [],
  );
}

/** All is told in one moment, which is long before any later cycle is due; to that belongs what names no cycle. */
function afterClosing(closing: readonly CountedReport[], paid: readonly number[]): string[] {
  const earliest = Math.min(...closing.map(({ named }) => named));
  return paid.filter((number) => number > earliest).map((number) => `${number} charged-after-closing`);
}
