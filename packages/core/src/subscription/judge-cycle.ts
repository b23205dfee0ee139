import type { Money } from "../money/money.ts";
import type { Fact, NotificationFact } from "../payment/fact.ts";
import { type Item, isOfUnknownCycle, isSuccess, judge, type PaymentState } from "../payment/judge.ts";

export const cycleItemKinds = [
  "other-master",
  "unexpected-cycle",
  "charged-after-closing",
  "cycle-missing",
] as const;

/** Something a person must look at, about one cycle or the subscription as a whole. */
export interface CycleItem extends Omit<Item, "kind"> {
  readonly kind: Item["kind"] | (typeof cycleItemKinds)[number];
}

export interface CycleJudgement {
  readonly state: PaymentState;
  readonly items: readonly CycleItem[];
}

/** What the notifications of a later cycle must say, and what is known of the subscription. */
export interface CycleTerms {
  /** 2 or more. */
  readonly number: number;
  /** Of each cycle but the first (PLAN-FIRST). */
  readonly amount: Money;
  readonly totalCount: number;
  /** The master order number of the subscription. */
  readonly masterId: string | undefined;
  /** The earliest cycle that closing was reported with. */
  readonly closedWith: number | undefined;
  /** When closing was reported that names no cycle, if this one was due later than that (CYC-CLOSED). */
  readonly closedBefore: string | undefined;
}

/**
 * What the facts of one later cycle amount to (CYC-JUDGE): as those of a payment, but a success counts only if it names the
 * subscription's own master order and a cycle of its plan. Pure; depends on the set of facts, not on their order or number.
 */
export function judgeCycle(
  terms: CycleTerms,
  facts: readonly Fact[],
  ofOthers?: ReadonlySet<string>,
): CycleJudgement {
  const others = facts.filter((fact) => isOfAnother(fact, terms.masterId));
  const judged = judge(
    { amount: terms.amount, trueAmount: terms.amount },
    facts.filter((fact) => !isOfAnother(fact, terms.masterId)),
    ofOthers,
  );
  const state = stateOf(terms, judged.state, { facts, others });
  const items = [
    ...judged.items,
    ...otherMasters(others, "It was not booked."),
    ...unexpected(terms, facts),
    ...(state === "paid" ? afterClosing(terms) : []),
  ];
  return { state, items };
}

function stateOf(
  { number, totalCount }: CycleTerms,
  state: PaymentState,
  { facts, others }: { facts: readonly Fact[]; others: readonly NotificationFact[] },
): PaymentState {
  const operator = (action: string) =>
    facts.some((fact) => fact.source === "operator" && fact.action === action);
  if (operator("accepted")) return "paid";
  const isHeld = (state === "paid" && number > totalCount) || (state !== "paid" && others.some(isSuccess));
  if (!isHeld) return state;
  return operator("closed") ? "closed" : "review";
}

/** Whether it names another master order than the subscription's. One that names none is taken for its address. */
export function isOfAnother(fact: Fact, masterId: string | undefined): fact is NotificationFact {
  return (
    fact.source === "notification" &&
    fact.masterId !== undefined &&
    masterId !== undefined &&
    fact.masterId !== masterId
  );
}

/** What a sale's notifications say of other master orders: a first payment counts whatever it names (CYC-MASTER). */
export function otherMastersOfFirst(facts: readonly Fact[], masterId: string | undefined): CycleItem[] {
  const others = facts.filter((fact) => isOfAnother(fact, masterId));
  return [
    ...otherMasters(
      others.filter((fact) => !isOfUnknownCycle(fact)),
      "A first payment counts all the same: compare the master order at the gateway.",
    ),
    ...otherMasters(others.filter(isOfUnknownCycle), "It was not booked."),
  ];
}

/** One for each master order that does not belong here. */
function otherMasters(others: readonly NotificationFact[], outcome: string): CycleItem[] {
  const named = new Set(others.map(({ masterId = "" }) => masterId));
  return [...named].sort().map((masterId) => ({
    kind: "other-master",
    mark: masterId,
    evidence: `It was reported for the master order ${masterId}, which is not that of this subscription. ${outcome}`,
  }));
}

function unexpected({ number, totalCount }: CycleTerms, facts: readonly Fact[]): CycleItem[] {
  if (number <= totalCount || !facts.some(isSuccess)) return [];
  const evidence = `Cycle ${number} was charged, and the plan has ${totalCount}. It was not booked.`;
  return [{ kind: "unexpected-cycle", mark: "", evidence }];
}

function afterClosing({ number, closedWith, closedBefore }: CycleTerms): CycleItem[] {
  const closed =
    closedWith !== undefined && number > closedWith
      ? `with cycle ${closedWith}`
      : closedBefore && `on ${closedBefore.slice(0, 10)}, before it was due`;
  if (closed === undefined) return [];
  const evidence = `Cycle ${number} was charged, although the subscription was reported closed ${closed}.`;
  return [{ kind: "charged-after-closing", mark: "", evidence }];
}
