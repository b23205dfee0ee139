import type { PaymentStore } from "@pay-index/core/store";
import { expect } from "vitest";
import { claimAlertsAt } from "./alert-rules.ts";
import { countAtOnce } from "./daily-count-rules.ts";
import { createSecret, merchant } from "./installation-data-rules.ts";
import {
  claimDueJobsAt,
  commit,
  idsOf,
  jobIdsOf,
  loadWholePayment,
  paymentChange,
  runTogether,
  type StoreRuleSet,
} from "./rule-helpers.ts";
import { instantAt, sampleAttempt, sampleInboxEntry, sampleJob, sampleJobOutcome } from "./samples.ts";

type Store = PaymentStore<never>;
type Stores = readonly [Store, ...Store[]];

/** Calls `start` `times` times at once, spread over the connections. */
function runOver<Result>(
  stores: Stores,
  times: number,
  start: (store: Store, index: number) => Promise<Result>,
): Promise<Result[]> {
  return runTogether(times, (index) => start(stores[index % stores.length] as Store, index));
}

/** Rules for operations at once, over all connections to the same data that the store supports. */
export const atOnceRules: StoreRuleSet<Stores> = {
  "of many commits on one version, first or later, exactly one is committed, whole": async (stores) => {
    for (let version = 0; version < 10; version++) {
      const outcomes = await runOver(stores, 20, (store, index) =>
        store.commit(
          paymentChange(version, {
            attempts: [sampleAttempt({ number: index })],
            jobs: [sampleJob(`${version}/${index}`)],
          }),
        ),
      );
      const winner = outcomes.indexOf("committed");
      expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
      for (const store of stores) {
        const payment = await loadWholePayment(store);
        expect(payment).toMatchObject({ version: version + 1, attempts: [{ number: winner }] });
        expect(payment.jobs).toHaveLength(version + 1);
        expect(idsOf(payment.jobs)).toContain(`${version}/${winner}`);
      }
    }
  },

  "of fifty equal notifications one is new and the others are pending": async (stores) => {
    const standings = await runOver(stores, 50, (store) => store.receive(sampleInboxEntry("n1")));
    expect(standings.filter((standing) => standing === "new")).toHaveLength(1);
    expect(standings.filter((standing) => standing === "pending")).toHaveLength(49);
    for (const store of stores) expect((await loadWholePayment(store)).notifications).toHaveLength(1);
  },

  "claims never share a job, and leave none": async (stores) => {
    const jobs = Array.from({ length: 40 }, (_, index) => sampleJob(`j${index}`));
    await commit(stores[0], { jobs });
    const claims = await runOver(stores, 15, (store, index) =>
      claimDueJobsAt(store, 1, { limit: 4, token: `lease ${index}` }),
    );
    const claimed = claims.flatMap(jobIdsOf);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toHaveLength(40);
  },

  "of many who complete a job, one does": async (stores) => {
    await commit(stores[0], { jobs: [sampleJob("j1")] });
    const completed = await runOver(stores, 20, (store) => store.completeJob("j1", sampleJobOutcome));
    expect(completed.filter(Boolean)).toHaveLength(1);
  },

  "counts lose nothing and count nothing twice": countAtOnce,

  "of several that claim the alerts, one gets them": async (stores) => {
    for (const seconds of [0, 60]) {
      const claimed = await runOver(stores, 8, (store, index) =>
        claimAlertsAt(store, seconds, `lease ${index}`),
      );
      expect(claimed.filter((state) => state !== undefined)).toHaveLength(1);
    }
  },

  "of several that add a secret to an empty database, one does, and all get it": async (stores) => {
    const added = await runOver(stores, 10, (store) => store.addSecret(createSecret(1), 3));
    expect(added.filter(Boolean)).toHaveLength(1);
    const secrets = (await Promise.all(stores.map((store) => store.secrets()))).flat();
    expect(secrets.map(({ version }) => version)).toEqual(stores.map(() => 1));
    expect(new Set(secrets.map(({ value }) => value)).size).toBe(1);
  },

  "the greatest sign strength remains": async (stores) => {
    await runOver(stores, 9, (store, index) => store.rememberSignStrength(merchant, index === 4 ? 3 : 2));
    for (const store of stores) expect(await store.signStrength(merchant)).toBe(3);
  },

  "each request of a window is counted": async (stores) => {
    const request = { id: "one", now: instantAt(1), endsAt: instantAt(10) };
    const windows = await runOver(stores, 20, (store) => store.countRequest(request));
    expect(new Set(windows.map(({ requests }) => requests))).toEqual(
      new Set(Array.from({ length: 20 }, (_, index) => index + 1)),
    );
  },
};
