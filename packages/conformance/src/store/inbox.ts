import { expect } from "vitest";
import { ids, put, type StoreRules, theBook, together, wholeBook } from "./bench.ts";
import { aNotificationFact, anEntry, aPayment, at, aWork, reference, tenant } from "./samples.ts";

export const inboxRules: StoreRules = {
  "a notification is new, then open, and settled once it is judged": async ({ store }) => {
    expect(await store.receive(anEntry("n1"))).toBe("new");
    expect(await store.receive(anEntry("n1"))).toBe("open");
    await put(store, { settled: ["n1"] });
    expect(await store.receive(anEntry("n1"))).toBe("settled");
    expect(await store.receive(anEntry("n1"))).toBe("settled");
    expect((await wholeBook(store)).notifications).toEqual([]);
  },

  "an open notification is in its book exactly as it was received": async ({ store }) => {
    const said = {
      alertType: "refund",
      periodCount: "02",
      masterId: "Ü😀",
      enabled: "0",
      unsigned: ["amount"],
    };
    const entry = anEntry("n1", { receivedAt: at(5), fact: aNotificationFact("digest", said) });
    await store.receive(entry);
    expect((await wholeBook(store)).notifications).toStrictEqual([entry]);
  },

  "open notifications come oldest first": async ({ store }) => {
    await store.receive(anEntry("z", { receivedAt: at(1) }));
    await store.receive(anEntry("a", { receivedAt: at(2) }));
    await store.receive(anEntry("m", { receivedAt: at(3) }));
    expect(ids((await wholeBook(store)).notifications)).toEqual(["z", "a", "m"]);
  },

  "a repeat changes nothing of what is there": async ({ store }) => {
    const first = anEntry("n1");
    await store.receive(first);
    await store.receive(
      anEntry("n1", { receivedAt: at(99), fact: aNotificationFact("n1", { amount: "0.01" }) }),
    );
    expect((await wholeBook(store)).notifications).toEqual([first]);
  },

  "of fifty at once exactly one is new and the others are open": async ({ store }) => {
    const standings = await together(50, () => store.receive(anEntry("n1")));
    expect(standings.filter((standing) => standing === "new")).toHaveLength(1);
    expect(standings.filter((standing) => standing === "open")).toHaveLength(49);
    expect((await wholeBook(store)).notifications).toHaveLength(1);
  },

  "a notification leaves the version of its book alone": async ({ store }) => {
    await put(store, { payments: [aPayment()] });
    await store.receive(anEntry("n1"));
    expect((await wholeBook(store)).version).toBe(1);
  },

  "books with open notifications are listed once each, when they are old enough": async ({ store }) => {
    await store.receive(anEntry("n1", { receivedAt: at(10) }));
    await store.receive(anEntry("n2", { receivedAt: at(11) }));
    await store.receive(anEntry("n3", { tenant: "other", receivedAt: at(12) }));
    await store.receive(anEntry("n4", { reference: "order-2", receivedAt: at(13) }));
    const [first, second, third] = [
      theBook,
      { tenant: "other", reference },
      { tenant, reference: "order-2" },
    ];
    expect(await store.unsettled(at(10), 10)).toEqual([]);
    expect(await store.unsettled(at(12), 10)).toEqual([first]);
    expect(await store.unsettled(at(14), 10)).toEqual([first, second, third]);
    expect(await store.unsettled(at(14), 2)).toEqual([first, second]);
    await put(store, { settled: ["n1"] });
    expect(await store.unsettled(at(14), 10)).toContainEqual(first);
    await put(store, { settled: ["n2"] });
    expect(await store.unsettled(at(14), 10)).toEqual([second, third]);
  },

  "only judged notifications that are old enough are forgotten, up to the limit": async ({ store }) => {
    for (const seconds of [1, 2, 3, 4, 5]) {
      await store.receive(anEntry(`n${seconds}`, { receivedAt: at(seconds) }));
    }
    await put(store, { settled: ["n1", "n3", "n4", "n5"] });
    expect(await store.forget(at(1), 10)).toBe(0);
    expect(await store.forget(at(5), 2)).toBe(2);
    expect(await store.forget(at(5), 10)).toBe(1);
    expect(await store.forget(at(5), 10)).toBe(0);
    expect(await store.receive(anEntry("n2"))).toBe("open");
    expect(await store.receive(anEntry("n5"))).toBe("settled");
    expect(await store.receive(anEntry("n1"))).toBe("new");
  },

  "payments and work are never forgotten": async ({ store }) => {
    await put(store, { payments: [aPayment()], work: [aWork("w1")] });
    await store.finish("w1", { at: at(1).toISOString() });
    await store.forget(at(1e8), 1000);
    expect(await wholeBook(store)).toMatchObject({ payments: [{}], work: [{ status: "done" }] });
  },
};
