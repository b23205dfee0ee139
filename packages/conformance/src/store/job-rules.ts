import { expect } from "vitest";
import {
  claimJobsDueAt,
  commitOnCurrentVersion,
  idsOf,
  jobIdsOf,
  loadWholePayment,
  runTogether,
  type SingleStoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleJob } from "./samples.ts";

const done = { at: instantAt(9).toISOString() };
const problem = { code: "no_stock", message: "Nothing left." };

export const jobRules: SingleStoreRuleSet = {
  "work comes back exactly as it was committed": async ({ store }) => {
    const kept = sampleJob("w1", { status: "parked", tries: 3, problem: { code: "x", message: "Ü'😀" } });
    await commitOnCurrentVersion(store, { work: [kept] });
    expect((await loadWholePayment(store)).work).toStrictEqual([kept]);
    expect(await store.parked(10)).toStrictEqual([kept]);
  },

  "work is claimed from the instant it is due": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1", { dueAt: instantAt(10).toISOString() })] });
    expect(await claimJobsDueAt(store, 9.999)).toEqual([]);
    expect(jobIdsOf(await claimJobsDueAt(store, 10))).toEqual(["w1"]);
  },

  "a claim gives the work and the lease": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const lease = { token: "mine", until: instantAt(300) };
    expect(await store.claim({ now: instantAt(0), lease, limit: 1 })).toEqual([
      { work: sampleJob("w1"), lease },
    ]);
  },

  "what is due longest is claimed first, up to the limit": async ({ store }) => {
    const due = [5, 1, 4, 2, 3].map((second) =>
      sampleJob(`w${second}`, { dueAt: instantAt(second).toISOString() }),
    );
    await commitOnCurrentVersion(store, { work: due });
    expect(jobIdsOf(await claimJobsDueAt(store, 10, { limit: 2 }))).toEqual(["w1", "w2"]);
    expect(jobIdsOf(await claimJobsDueAt(store, 10, { limit: 9 }))).toEqual(["w3", "w4", "w5"]);
    expect(await claimJobsDueAt(store, 10)).toEqual([]);
  },

  "parked and done work is not claimed": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      work: [sampleJob("parked", { status: "parked" }), sampleJob("done"), sampleJob("due")],
    });
    await store.finish("done", done);
    expect(jobIdsOf(await claimJobsDueAt(store, 3600))).toEqual(["due"]);
  },

  "many claims at once never share work": async ({ store }) => {
    await commitOnCurrentVersion(store, {
      work: Array.from({ length: 40 }, (_, index) => sampleJob(`w${index}`)),
    });
    const claims = await runTogether(15, (index) =>
      claimJobsDueAt(store, 1, { limit: 4, token: `lease ${index}` }),
    );
    const taken = claims.flatMap(jobIdsOf);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(40);
  },

  "by its id, work is claimed parked or not yet due, but not done, leased or unknown": async ({ store }) => {
    const later = sampleJob("later", { dueAt: instantAt(999).toISOString() });
    await commitOnCurrentVersion(store, {
      work: [sampleJob("parked", { status: "parked" }), later, sampleJob("done"), sampleJob("leased")],
    });
    await store.finish("done", done);
    await claimJobsDueAt(store, 0, { id: "leased" });
    const taken = async (id: string) => jobIdsOf(await claimJobsDueAt(store, 1, { id }));
    expect(await taken("parked")).toEqual(["parked"]);
    expect(await taken("later")).toEqual(["later"]);
    expect(await taken("done")).toEqual([]);
    expect(await taken("leased")).toEqual([]);
    expect(await taken("unknown")).toEqual([]);
    expect(await taken("parked")).toEqual([]);
  },

  "parked work comes oldest first, payments without a result after all others": async ({ store }) => {
    const parked = (id: string, second: number, kind: "no-result" | "mismatch") =>
      sampleJob(id, { status: "parked", kind, createdAt: instantAt(second).toISOString() });
    const given = [
      parked("N1/no-result", 1, "no-result"),
      parked("b", 3, "amount-mismatch"),
      parked("c", 2, "amount-mismatch"),
    ];
    await commitOnCurrentVersion(store, { work: given });
    expect(idsOf(await store.parked(10))).toEqual(["c", "b", "N1/no-result"]);
    expect(idsOf(await store.parked(2))).toEqual(["c", "b"]);
  },

  "parked work that is claimed stays parked": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1", { status: "parked", problem })] });
    const [leased] = await claimJobsDueAt(store, 0, { id: "w1" });
    expect(leased?.work).toEqual(sampleJob("w1", { status: "parked", problem }));
    expect(idsOf(await store.parked(10))).toEqual(["w1"]);
  },

  "work is finished once, and the first result stays": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const result = { placed: "order Ü-1", note: "it's done", ...done };
    expect(await store.finish("w1", result)).toBe(true);
    expect(await store.finish("w1", { placed: "another", ...done })).toBe(false);
    expect((await loadWholePayment(store)).work).toStrictEqual([sampleJob("w1", { status: "done", result })]);
    expect(await store.finish("unknown", result)).toBe(false);
  },

  "of many who finish at once exactly one does": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1")] });
    const finished = await runTogether(20, () => store.finish("w1", done));
    expect(finished.filter(Boolean)).toHaveLength(1);
  },

  "parked work can be finished, and is parked no more": async ({ store }) => {
    await commitOnCurrentVersion(store, { work: [sampleJob("w1", { status: "parked", problem })] });
    expect(await store.finish("w1", done)).toBe(true);
    expect(await store.parked(10)).toEqual([]);
  },

  "parked work is listed oldest first, of all books, up to the limit": async ({ store }) => {
    const born = (id: string, second: number) =>
      sampleJob(id, {
        status: "parked",
        createdAt: instantAt(second).toISOString(),
        dueAt: instantAt(-second).toISOString(),
      });
    await commitOnCurrentVersion(store, { work: [born("w3", 3), born("w1", 1), sampleJob("due")] });
    const other = { tenant: "other", reference: "order-9" };
    await commitOnCurrentVersion(store, { ...other, work: [{ ...born("w2", 2), ...other }] });
    expect(idsOf(await store.parked(10))).toEqual(["w1", "w2", "w3"]);
    expect(idsOf(await store.parked(2))).toEqual(["w1", "w2"]);
  },
};
