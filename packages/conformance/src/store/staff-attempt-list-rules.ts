import type { Attempt, AttemptSelection, PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { commit, type SingleStoreRuleSet } from "./rule-helpers.ts";
import {
  at,
  instantAt,
  sampleAttempt,
  sampleInboxEntry,
  sampleNotificationFact,
  sampleReviewItem,
} from "./samples.ts";

type Store = PaymentStore<never>;

const openStates = ["created", "pending", "approved"] as const;
const allStates = [...openStates, "failed", "review", "closed", "refunded", "paid"] as const;

async function listIds(store: Store, selection: Partial<AttemptSelection> = {}): Promise<string[]> {
  const listed = await store.listAttempts({ states: allStates, limit: 10, ...selection });
  return listed.map(({ attempt }) => attempt.attemptId);
}

async function commitAttempt(
  store: Store,
  { attemptId, startedAt, ...parts }: Partial<Attempt> & { attemptId: string; startedAt: number },
): Promise<void> {
  const attempt = sampleAttempt({
    attemptId,
    createdAt: at(startedAt),
    reference: `order of ${attemptId}`,
    ...parts,
  });
  const { tenant, reference } = attempt;
  await commit(store, { tenant, reference, attempts: [attempt] });
}

function searchFor(text: string, references: readonly string[] = []) {
  return { search: { text, references } };
}

/** Rules for the list of attempts on pages for staff. */
export const staffAttemptListRules: SingleStoreRuleSet = {
  "B-04: attempts of all payments are listed as they were committed, the newest first": async (store) => {
    expect(await listIds(store)).toEqual([]);
    await commitAttempt(store, { attemptId: "N2", startedAt: 2, state: "failed", tenant: "north" });
    await commitAttempt(store, { attemptId: "N3", startedAt: 3, state: "review" });
    await commitAttempt(store, { attemptId: "N1", startedAt: 1 });
    expect(await listIds(store)).toEqual(["N3", "N2", "N1"]);
    const [newest] = await store.listAttempts({ states: allStates, limit: 1 });
    expect(newest).toStrictEqual({ attempt: await store.findAttempt("N3"), hasOpenReviewItems: false });
  },

  "the list has only the selected states, each as it is now": async (store) => {
    for (const [index, state] of allStates.entries())
      await commitAttempt(store, { attemptId: `N${index}`, startedAt: index, state });
    expect(await listIds(store, { states: ["failed", "created"] })).toEqual(["N3", "N0"]);
    await commitAttempt(store, { attemptId: "N0", startedAt: 0, state: "paid" });
    expect(await listIds(store, { states: ["failed", "created"] })).toEqual(["N3"]);
    expect(await listIds(store, { states: ["paid"] })).toEqual(["N7", "N0"]);
  },

  "the list has only the attempts of the selected tenants' merchants": async (store) => {
    for (const [index, tenant] of ["north", "south", "north", "east"].entries())
      await commitAttempt(store, { attemptId: `N${index}`, startedAt: index, tenant });
    expect(await listIds(store, { tenants: ["north"] })).toEqual(["N2", "N0"]);
    expect(await listIds(store, { tenants: ["east", "north"], limit: 2 })).toEqual(["N3", "N2"]);
    expect(await listIds(store, { tenants: ["west"] })).toEqual([]);
    expect(await listIds(store, { tenants: [] })).toEqual([]);
    await commitAttempt(store, { attemptId: "N4", startedAt: 4, merchantTenant: "west" });
    expect(await listIds(store, { tenants: ["west"] })).toEqual(["N4"]);
    expect(await listIds(store, { tenants: ["default"] })).toEqual([]);
    expect(await listIds(store, { tenants: ["north"], ...searchFor("N1") })).toEqual([]);
  },

  "the list has only the attempts that started in the period": async (store) => {
    for (const seconds of [9, 10, 15, 20])
      await commitAttempt(store, { attemptId: `N${seconds}`, startedAt: seconds });
    const period = { from: instantAt(10), before: instantAt(20) };
    expect(await listIds(store, { period })).toEqual(["N15", "N10"]);
    expect(await listIds(store, { period, tenants: ["default"], limit: 1 })).toEqual(["N15"]);
    const createdAt = at(15);
    expect(await listIds(store, { period, after: { createdAt, attemptId: "N15" } })).toEqual(["N10"]);
    expect(await listIds(store, { period, ...searchFor("N9") })).toEqual([]);
    expect(await listIds(store, { period, ...searchFor("N10") })).toEqual(["N10"]);
  },

  "pages follow one another without a gap, also when attempts started at the same instant": async (store) => {
    for (const attemptId of ["NA", "NB", "NC", "ND", "NE"])
      await commitAttempt(store, {
        attemptId,
        startedAt: 1,
        state: attemptId === "NC" ? "failed" : "created",
      });
    const pages: string[][] = [];
    for (let after: AttemptSelection["after"]; ; ) {
      const page = await store.listAttempts({ states: allStates, limit: 2, after });
      const last = page.at(-1)?.attempt;
      if (last === undefined) break;
      pages.push(page.map(({ attempt }) => attempt.attemptId));
      after = last;
    }
    expect(pages).toEqual([["NE", "ND"], ["NC", "NB"], ["NA"]]);
  },

  "a search finds the reference, the attempt and the transaction, as whole texts": async (store) => {
    await commitAttempt(store, { attemptId: "N1", startedAt: 1, reference: "order-1" });
    await commitAttempt(store, { attemptId: "N2", startedAt: 2, reference: "order-1", number: 2 });
    await commitAttempt(store, { attemptId: "N3", startedAt: 3, reference: "order-10", tenant: "north" });
    const fact = sampleNotificationFact("n1", { transactionId: "TX-7" });
    await store.receive(sampleInboxEntry("n1", { attemptId: "N1", fact }));
    expect(await listIds(store, searchFor("order-1"))).toEqual(["N2", "N1"]);
    expect(await listIds(store, searchFor("N3"))).toEqual(["N3"]);
    expect(await listIds(store, searchFor("TX-7"))).toEqual(["N1"]);
    for (const text of ["order", "TX", "tx-7", "%", "' OR ''='"])
      expect(await listIds(store, searchFor(text))).toEqual([]);
    expect(await listIds(store, searchFor("TX-7", ["order-10", "none"]))).toEqual(["N3", "N1"]);
    expect(await listIds(store, { ...searchFor("TX-7", ["order-10"]), limit: 1 })).toEqual(["N3"]);
    expect(await listIds(store, { ...searchFor("order-1"), states: ["paid"] })).toEqual([]);
    const after = { attemptId: "N2", createdAt: at(2) };
    expect(await listIds(store, { ...searchFor("order-1"), after })).toEqual(["N1"]);
  },

  "a search finds a transaction after its notification was deleted": async (store) => {
    await commitAttempt(store, { attemptId: "N1", startedAt: 1 });
    await store.receive(sampleInboxEntry("n1"));
    await store.receive(sampleInboxEntry("n2", { fact: sampleNotificationFact("n2") }));
    await commit(store, { processed: ["n1", "n2"] });
    await store.deleteProcessedNotifications(instantAt(100), 10);
    expect(await listIds(store, searchFor("T-1"))).toEqual(["N1"]);
  },

  "a search finds a transaction that only a query reported": async (store) => {
    await commitAttempt(store, { attemptId: "N1", startedAt: 1 });
    const queriedTransactions = [{ attemptId: "N1", transactionId: "TX-8" }];
    for (const _ of ["first", "again"]) await commit(store, { queriedTransactions });
    expect(await listIds(store, searchFor("TX-8"))).toEqual(["N1"]);
  },

  "the list says which attempts have an open review item": async (store) => {
    await commitAttempt(store, { attemptId: "N1", startedAt: 1 });
    await commitAttempt(store, { attemptId: "N2", startedAt: 2 });
    const reviewItems = ["N1", "N2"].map((attemptId) => {
      const reference = `order of ${attemptId}`;
      return sampleReviewItem(`item of ${attemptId}`, { attemptId, reference });
    });
    for (const item of reviewItems) await commit(store, { reference: item.reference, reviewItems: [item] });
    const resolution = { at: at(3), note: "Done." };
    await commit(store, { reference: "order of N2", resolvedItems: [{ id: "item of N2", resolution }] });
    const listed = await store.listAttempts({ states: allStates, limit: 10 });
    expect(listed.map(({ hasOpenReviewItems }) => hasOpenReviewItems)).toEqual([false, true]);
  },
};
