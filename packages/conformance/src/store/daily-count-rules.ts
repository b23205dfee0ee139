import type { Attempt, CountName, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { commit, runTogether, type SingleStoreRuleSet } from "./rule-helpers.ts";
import { at, sampleAttempt, sampleNotificationFact } from "./samples.ts";

type Store = PaymentStore<never>;
type Expected = Readonly<Record<CountName, number>>;

const everyDay = { first: "2026-01-01", last: "2026-12-31" };
const noCounts: Expected = {
  ...{ started: 0, paid: 0, declined: 0, notifications: 0, paidMinor: 0 },
  ...{ secondsToPaid: 0, secondsToNotification: 0 },
};
const failure = sampleNotificationFact("failure", { returncode: "2", transactionId: "T-0" });
const success = sampleNotificationFact("success", { at: at(62) });

/** What an attempt can become, and what it counts then. */
const stages = {
  created: { state: "created", facts: [], counts: { started: 1 } },
  failed: {
    ...{ state: "failed", facts: [failure] },
    counts: { started: 1, declined: 1, notifications: 1, secondsToNotification: 2 },
  },
  paid: {
    ...{ state: "paid", facts: [failure, success] },
    counts: {
      started: 1,
      paid: 1,
      notifications: 1,
      paidMinor: 1999,
      secondsToPaid: 62,
      secondsToNotification: 2,
    },
  },
} as const satisfies Record<
  string,
  Pick<Attempt, "state" | "facts"> & { readonly counts: Partial<Expected> }
>;
type Stage = keyof typeof stages;
const stageNames = Object.keys(stages) as readonly Stage[];

function attemptAt(attemptId: string, stage: Stage, parts: Partial<Attempt> = {}): Attempt {
  const { state, facts } = stages[stage];
  return sampleAttempt({ attemptId, reference: `order of ${attemptId}`, state, facts, ...parts });
}

async function commitEach(store: Store, ...attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const { tenant, reference } = attempt;
    await commit(store, { tenant, reference, attempts: [attempt] });
  }
}

async function deletePayment(store: Store, id: string): Promise<void> {
  await store.deletePayment(await store.load({ tenant: "default", reference: `order of ${id}` }));
}

async function countAll(store: Store): Promise<void> {
  while ((await store.countAttempts(7)) > 0);
}

/** Returns the sums over all days, variants and currencies. */
async function readTotals(store: Store): Promise<Expected> {
  const sum: Record<CountName, number> = { ...noCounts };
  for (const row of await store.readDailyCounts(everyDay))
    for (const name of Object.keys(sum) as CountName[]) sum[name] += Number(row[name]);
  return sum;
}

function sumOf(reached: Iterable<Stage>, sum: Record<CountName, number> = { ...noCounts }): Expected {
  for (const stage of reached)
    for (const [name, count] of Object.entries(stages[stage].counts)) sum[name as CountName] += count;
  return sum;
}

/** A small generator of numbers from 0 to below `end`: each run of a rule is the same. */
function numbersFrom(seed: number): (end: number) => number {
  let last = seed;
  return (end) => {
    last = (last * 48_271) % 2_147_483_647;
    return last % end;
  };
}

/** Rules for the counts of each day. */
export const dailyCountRules: SingleStoreRuleSet = {
  "one call counts no more attempts than its limit, the oldest first": async (store) => {
    for (const seconds of [90, 30, 150])
      await commitEach(store, attemptAt(`N${seconds}`, "created", { createdAt: at(seconds) }));
    expect(await store.countAttempts(1)).toBe(1);
    expect(await store.readDailyCounts(everyDay)).toMatchObject([{ day: "2026-01-31", started: 1n }]);
    expect(await store.countAttempts(3)).toBe(2);
    expect(await store.countAttempts(3)).toBe(0);
    expect(await store.readDailyCounts(everyDay)).toMatchObject([
      { day: "2026-01-31", started: 1n },
      { day: "2026-02-01", started: 2n },
    ]);
  },

  "a write that changes nothing that counts leaves nothing to count": async (store) => {
    await commitEach(store, attemptAt("N1", "paid"));
    await countAll(store);
    await commitEach(store, attemptAt("N1", "paid", { isWinning: true }));
    expect(await store.countAttempts(10)).toBe(0);
  },

  "the counts are those of the days, and of the tenants whose merchants take the money": async (store) => {
    await commitEach(
      store,
      attemptAt("N1", "paid", { tenant: "north" }),
      attemptAt("N2", "created", { merchantTenant: "north", variant: "link" }),
      attemptAt("N3", "paid", { tenant: "south", amount: { minor: 500, currency: "JPY" } }),
      attemptAt("N4", "created", { tenant: "north", createdAt: at(90) }),
    );
    await countAll(store);
    const read = async (selection: { tenants?: readonly string[]; last?: string }) =>
      (await store.readDailyCounts({ ...everyDay, ...selection })).map(
        ({ day, variant, currency, started }) => `${day} ${variant} ${currency} ${started}`,
      );
    const [first, second] = ["2026-01-31", "2026-02-01"];
    const ofNorth = [`${first} hosted USD 1`, `${first} link USD 1`];
    expect(await read({ tenants: ["north"] })).toEqual([...ofNorth, `${second} hosted USD 1`]);
    expect(await read({ tenants: ["north"], last: first })).toEqual(ofNorth);
    expect(await read({ tenants: ["north", "south"], last: first })).toEqual([
      `${first} hosted JPY 1`,
      ...ofNorth,
    ]);
    expect(await read({ tenants: [] })).toEqual([]);
    expect(await store.readDailyCounts({ first: second, last: second })).toHaveLength(1);
  },

  "a sum of amounts can be greater than a number holds": async (store) => {
    const amount = { minor: 9_007_199_254_740_991, currency: "JPY" };
    const texts = { amount: String(amount.minor), trueAmount: String(amount.minor), currency: "JPY" };
    for (const id of ["N1", "N2", "N3"])
      await commitEach(store, attemptAt(id, "paid", { amount, facts: [{ ...success, ...texts }] }));
    await countAll(store);
    expect(await store.readDailyCounts(everyDay)).toMatchObject([{ paidMinor: 27_021_597_764_222_973n }]);
  },

  "after any commits, counts and deletions, the counts are those of a recount": async (store) => {
    const below = numbersFrom(20_260_131);
    const reached = new Map<string, Stage>();
    const deleted: Stage[] = [];
    for (let step = 0; step < 150; step++) {
      const id = `N${below(8)}`;
      const stage = stageNames[below(stageNames.length)] as Stage;
      if (below(3) === 0) await store.countAttempts(1 + below(4));
      else if (below(8) > 0) {
        await commitEach(store, attemptAt(id, stage));
        reached.set(id, stage);
      } else {
        await deletePayment(store, id);
        deleted.push(...[reached.get(id) ?? []].flat());
        reached.delete(id);
      }
    }
    await countAll(store);
    expect(await readTotals(store)).toEqual(sumOf([...deleted, ...reached.values()]));
  },
};

/** Counts over these connections while the attempts change and payments are deleted. */
export async function countAtOnce(stores: readonly [Store, ...Store[]]): Promise<void> {
  const [store] = stores;
  const ids = Array.from({ length: 12 }, (_, index) => `N${index}`);
  for (const id of ids) await commitEach(store, attemptAt(id, "created"));
  await runTogether(36, async (index) => {
    const own = stores[index % stores.length] as Store;
    const id = ids[index % ids.length] as string;
    if (index < 12) await own.countAttempts(5);
    else if (index < 24) await commitEach(own, attemptAt(id, "paid"));
    else if (index % 2 === 0) await own.countAttempts(5);
  });
  await runTogether(12, async (index) => {
    const own = stores[index % stores.length] as Store;
    if (index % 2 === 0) await own.countAttempts(5);
    else await deletePayment(own, `N${index}`);
  });
  await countAll(store);
  expect(await readTotals(store)).toEqual(sumOf(ids.map(() => "paid")));
}
