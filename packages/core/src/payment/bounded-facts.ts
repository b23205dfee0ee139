import { acceptedTransactionIds, successfulTransactionIds } from "./classify-facts.ts";
import { type CountedKind, countedKinds, type Fact, type PaymentReport } from "./fact.ts";
import { isFailure, isPaymentReport } from "./fact-kinds.ts";

/** How many equal facts an attempt or a cycle keeps: the first ones, and the last ones (STATE-BOUND). */
const kept = { failures: { first: 3, last: 3 }, disputes: { first: 20, last: 5 } } as const;

/** The number of reports of one kind after which further ones open no review item and cause no call of the shop (STATE-BOUND). */
export const mostHandledReports = 20;

/** Returns the facts that are kept: in each group of equal ones the first and the last, and the number of the others. */
export function boundFacts(facts: readonly Fact[]): readonly Fact[] {
  if (facts.length <= kept.failures.first + kept.failures.last) return facts;
  const dropped = [...groupsOf(facts)].flatMap(([, { of, facts: own }]) =>
    own.slice(kept[of].first, -kept[of].last).map((fact) => ({ of, fact })),
  );
  if (dropped.length === 0) return facts;
  const isDropped = new Set<Fact>(dropped.map(({ fact }) => fact));
  const counts = countedKinds.flatMap((of) => {
    const known = facts.filter((fact) => fact.source === "omitted").find((each) => each.of === of);
    const added = dropped.filter((each) => each.of === of).map(({ fact }) => fact.at);
    const at = [...added, known?.at ?? ""].sort().at(-1) ?? "";
    const count = added.length + (known?.count ?? 0);
    return count === 0 ? [] : [{ source: "omitted", of, at, count } as const];
  });
  return [...facts.filter((fact) => fact.source !== "omitted" && !isDropped.has(fact)), ...counts];
}

/** Returns the number of facts of one kind that were reported, whether they are kept or not. */
export function countReports(facts: readonly Fact[], kind: CountedKind): number {
  const groups = [...groupsOf(facts).values()].filter(({ of }) => of === kind);
  const omitted = facts.filter((fact) => fact.source === "omitted").find(({ of }) => of === kind);
  return groups.reduce((count, { facts: own }) => count + own.length, omitted?.count ?? 0);
}

/**
 * Returns the facts that decide the state and open review items. After `mostHandledReports` failures, the last ones of each group are left
 * out: the first ones, which are equal to them, decide the same.
 */
export function factsThatDecide(facts: readonly Fact[]): readonly Fact[] {
  const mayBeMore = facts.length > mostHandledReports || facts.some(({ source }) => source === "omitted");
  if (!mayBeMore || countReports(facts, "failures") <= mostHandledReports) return facts;
  const failures = [...groupsOf(facts).values()].filter(({ of }) => of === "failures");
  const left = new Set<Fact>(failures.flatMap(({ facts: own }) => own.slice(kept.failures.first)));
  return facts.filter((fact) => !left.has(fact));
}

interface FactGroup {
  readonly of: CountedKind;
  readonly facts: Fact[];
}

/** Facts of one group mean the same for every state. A failure of a transaction that also succeeded is in no group (ITEM-CONTRADICTORY). */
function groupsOf(facts: readonly Fact[]): ReadonlyMap<string, FactGroup> {
  const groups = new Map<string, FactGroup>();
  const paid = new Set([...successfulTransactionIds(facts), ...acceptedTransactionIds(facts)]);
  const add = (of: CountedKind, key: readonly unknown[], fact: Fact) => {
    const id = JSON.stringify([of, ...key]);
    const group = groups.get(id) ?? { of, facts: [] };
    group.facts.push(fact);
    groups.set(id, group);
  };
  for (const fact of facts) {
    if (fact.source === "dispute") add("disputes", [], fact);
    else if (isPaymentReport(fact) && reportsNoMoney(fact) && !paid.has(fact.transactionId))
      add("failures", [fact.source, isFailure(fact), subscriptionOf(fact)], fact);
  }
  return groups;
}

/** A notice or a closing is no failure, and a reply that says refunded names money. */
function reportsNoMoney(fact: PaymentReport): boolean {
  if (fact.source === "inquiry") return fact.state !== "paid" && fact.state !== "refunded";
  return fact.returncode !== "00" && fact.alertType === undefined && fact.enabled !== "0";
}

function subscriptionOf(fact: PaymentReport): string | undefined {
  return fact.source === "notification" ? fact.gatewaySubscriptionId : undefined;
}
