import type { LedgerStore } from "@pay-index/core";
import { expect } from "vitest";
import { change, claim, claimOne, put, type Rules, together, wholeBook, workIds } from "./bench.ts";
import { aCycle, aFullPayment, anEntry, aPayment, at, aWork } from "./samples.ts";

/** `store` and `other` are two connections to the same data. */
interface TwoConnections {
  readonly store: LedgerStore<never>;
  readonly other: LedgerStore<never>;
}

/** For stores that outlive their connection: what one has resolved is there for all, and what one decides is decided once. */
export const connectionRules: Rules<TwoConnections> = {
  "what was committed is there for another connection": async ({ store, other }) => {
    await store.receive(anEntry("n1"));
    await store.receive(anEntry("n2"));
    const lease = { token: "born", until: at(300) };
    const work = [{ ...aWork("w1"), lease }, aWork("w2"), aWork("w3")];
    await put(store, { payments: [aFullPayment()], cycles: [aCycle(2)], settled: ["n1"], work });
    await store.finish("w2", { at: at(1).toISOString() });
    const asked = [{ orderNumber: "N1", number: 2 }];
    expect(await wholeBook(other, { cycles: asked })).toStrictEqual(
      await wholeBook(store, { cycles: asked }),
    );
    expect(await other.find("N1")).toStrictEqual(aFullPayment());
    expect(await other.receive(anEntry("n1"))).toBe("settled");
    expect(await other.receive(anEntry("n2"))).toBe("open");
    expect(workIds(await claim(other, 0))).toEqual(["w3"]);
  },

  "of commits on one version over two connections exactly one is committed": async ({ store, other }) => {
    for (let version = 0; version < 10; version++) {
      const outcomes = await together(6, (index) =>
        (index % 2 === 0 ? store : other).commit(
          change(version, { payments: [aPayment({ attempt: index })], work: [aWork(`${version}/${index}`)] }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
      const book = await wholeBook(other);
      expect(book).toMatchObject({
        version: version + 1,
        payments: [{ attempt: outcomes.indexOf("committed") }],
      });
      expect(book.work).toHaveLength(version + 1);
    }
  },

  "a notification that comes over two connections at once is new for one": async ({ store, other }) => {
    const standings = await together(50, (index) => (index % 2 ? store : other).receive(anEntry("n1")));
    expect(standings.filter((standing) => standing === "new")).toHaveLength(1);
    expect(standings.filter((standing) => standing === "open")).toHaveLength(49);
  },

  "claims over two connections never share work": async ({ store, other }) => {
    await put(store, { work: Array.from({ length: 40 }, (_, index) => aWork(`w${index}`)) });
    const claims = await together(12, (index) =>
      claim(index % 2 ? store : other, 1, { limit: 4, token: `lease ${index}` }),
    );
    const taken = claims.flatMap(workIds);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(40);
  },

  "a lease holds for another connection, and so does its end": async ({ store, other }) => {
    await put(store, { work: [aWork("w1")] });
    const old = await claimOne(store, 0, { until: 300 });
    expect(await claim(other, 299)).toEqual([]);
    expect(workIds(await claim(other, 300))).toEqual(["w1"]);
    await store.postpone(old, { parked: { code: "late", message: "Too late." } });
    expect(await store.parked(10)).toEqual([]);
    expect(await other.finish("w1", { at: at(301).toISOString() })).toBe(true);
    expect(await store.finish("w1", { at: at(302).toISOString() })).toBe(false);
  },
};
