import { expect } from "vitest";
import { claim, ids, put, type StoreRules, together, wholeBook, workIds } from "./bench.ts";
import { at, aWork } from "./samples.ts";

const done = { at: at(9).toISOString() };
const problem = { code: "no_stock", message: "Nothing left." };

export const workRules: StoreRules = {
  "work comes back exactly as it was committed": async ({ store }) => {
    const kept = aWork("w1", { status: "parked", tries: 3, problem: { code: "x", message: "Ü'😀" } });
    await put(store, { work: [kept] });
    expect((await wholeBook(store)).work).toStrictEqual([kept]);
    expect(await store.parked(10)).toStrictEqual([kept]);
  },

  "work is claimed from the instant it is due": async ({ store }) => {
    await put(store, { work: [aWork("w1", { dueAt: at(10).toISOString() })] });
    expect(await claim(store, 9.999)).toEqual([]);
    expect(workIds(await claim(store, 10))).toEqual(["w1"]);
  },

  "a claim gives the work and the lease": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const lease = { token: "mine", until: at(300) };
    expect(await store.claim({ now: at(0), lease, limit: 1 })).toEqual([{ work: aWork("w1"), lease }]);
  },

  "what is due longest is claimed first, up to the limit": async ({ store }) => {
    const due = [5, 1, 4, 2, 3].map((second) => aWork(`w${second}`, { dueAt: at(second).toISOString() }));
    await put(store, { work: due });
    expect(workIds(await claim(store, 10, { limit: 2 }))).toEqual(["w1", "w2"]);
    expect(workIds(await claim(store, 10, { limit: 9 }))).toEqual(["w3", "w4", "w5"]);
    expect(await claim(store, 10)).toEqual([]);
  },

  "parked and done work is not claimed": async ({ store }) => {
    await put(store, { work: [aWork("parked", { status: "parked" }), aWork("done"), aWork("due")] });
    await store.finish("done", done);
    expect(workIds(await claim(store, 3600))).toEqual(["due"]);
  },

  "many claims at once never share work": async ({ store }) => {
    await put(store, { work: Array.from({ length: 40 }, (_, index) => aWork(`w${index}`)) });
    const claims = await together(15, (index) => claim(store, 1, { limit: 4, token: `lease ${index}` }));
    const taken = claims.flatMap(workIds);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(40);
  },

  "by its id, work is claimed parked or not yet due, but not done, leased or unknown": async ({ store }) => {
    const later = aWork("later", { dueAt: at(999).toISOString() });
    await put(store, {
      work: [aWork("parked", { status: "parked" }), later, aWork("done"), aWork("leased")],
    });
    await store.finish("done", done);
    await claim(store, 0, { id: "leased" });
    const taken = async (id: string) => workIds(await claim(store, 1, { id }));
    expect(await taken("parked")).toEqual(["parked"]);
    expect(await taken("later")).toEqual(["later"]);
    expect(await taken("done")).toEqual([]);
    expect(await taken("leased")).toEqual([]);
    expect(await taken("unknown")).toEqual([]);
    expect(await taken("parked")).toEqual([]);
  },

  "parked work comes oldest first, payments without a result after all others": async ({ store }) => {
    const parked = (id: string, second: number, kind: "no-result" | "mismatch") =>
      aWork(id, { status: "parked", kind, createdAt: at(second).toISOString() });
    const given = [
      parked("N1/no-result", 1, "no-result"),
      parked("b", 3, "mismatch"),
      parked("c", 2, "mismatch"),
    ];
    await put(store, { work: given });
    expect(ids(await store.parked(10))).toEqual(["c", "b", "N1/no-result"]);
    expect(ids(await store.parked(2))).toEqual(["c", "b"]);
  },

  "parked work that is claimed stays parked": async ({ store }) => {
    await put(store, { work: [aWork("w1", { status: "parked", problem })] });
    const [leased] = await claim(store, 0, { id: "w1" });
    expect(leased?.work).toEqual(aWork("w1", { status: "parked", problem }));
    expect(ids(await store.parked(10))).toEqual(["w1"]);
  },

  "work is finished once, and the first result stays": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const result = { placed: "order Ü-1", note: "it's done", ...done };
    expect(await store.finish("w1", result)).toBe(true);
    expect(await store.finish("w1", { placed: "another", ...done })).toBe(false);
    expect((await wholeBook(store)).work).toStrictEqual([aWork("w1", { status: "done", result })]);
    expect(await store.finish("unknown", result)).toBe(false);
  },

  "of many who finish at once exactly one does": async ({ store }) => {
    await put(store, { work: [aWork("w1")] });
    const finished = await together(20, () => store.finish("w1", done));
    expect(finished.filter(Boolean)).toHaveLength(1);
  },

  "parked work can be finished, and is parked no more": async ({ store }) => {
    await put(store, { work: [aWork("w1", { status: "parked", problem })] });
    expect(await store.finish("w1", done)).toBe(true);
    expect(await store.parked(10)).toEqual([]);
  },

  "parked work is listed oldest first, of all books, up to the limit": async ({ store }) => {
    const born = (id: string, second: number) =>
      aWork(id, { status: "parked", createdAt: at(second).toISOString(), dueAt: at(-second).toISOString() });
    await put(store, { work: [born("w3", 3), born("w1", 1), aWork("due")] });
    const other = { tenant: "other", reference: "order-9" };
    await put(store, { ...other, work: [{ ...born("w2", 2), ...other }] });
    expect(ids(await store.parked(10))).toEqual(["w1", "w2", "w3"]);
    expect(ids(await store.parked(2))).toEqual(["w1", "w2"]);
  },
};
