import { randomBytes } from "node:crypto";
import {
  createInstallationSecret,
  type InstallationSecret,
  type TenantAndMerchantId,
} from "@pay-index/core/store";
import { expect } from "vitest";
import type { SingleStoreRuleSet } from "./rule-helpers.ts";
import { instantAt } from "./samples.ts";

export function createSecret(version: number): InstallationSecret {
  return createInstallationSecret({ version, addedAt: instantAt(version), bytes: randomBytes(32) });
}

const versionsOf = (secrets: readonly InstallationSecret[]) => secrets.map(({ version }) => version);

export const merchant: TenantAndMerchantId = { tenant: "default", merchantId: "10002" };

/** Rules for the data that a store has about the whole installation. */
export const installationDataRules: SingleStoreRuleSet = {
  "a secret that was added comes back as it was, the newest first, and its version is not added again":
    async (store) => {
      const [first, second] = [createSecret(1), createSecret(2)];
      expect(await store.secrets()).toEqual([]);
      expect(await store.addSecret(first, 3)).toBe(true);
      expect(await store.addSecret(second, 3)).toBe(true);
      for (const version of [1, 2]) expect(await store.addSecret(createSecret(version), 1)).toBe(false);
      const secrets = await store.secrets();
      expect(secrets.map(({ version, addedAt }) => [version, addedAt])).toEqual([
        [2, instantAt(2)],
        [1, instantAt(1)],
      ]);
      expect(secrets.map(({ value }) => value === first.value)).toEqual([false, true]);
      expect(secrets.map(({ value }) => value === second.value)).toEqual([true, false]);
    },

  "adding one deletes all but the newest that the shop keeps": async (store) => {
    for (const version of [1, 2, 3, 4]) await store.addSecret(createSecret(version), 3);
    expect(versionsOf(await store.secrets())).toEqual([4, 3, 2]);
    await store.addSecret(createSecret(5), 1);
    expect(versionsOf(await store.secrets())).toEqual([5]);
  },

  "the greatest sign strength of each merchant is remembered": async (store) => {
    const others = [
      { ...merchant, tenant: "north" },
      { ...merchant, merchantId: "10003" },
    ];
    expect(await store.signStrength(merchant)).toBeUndefined();
    for (const strength of [2, 3, 2, 1] as const) await store.rememberSignStrength(merchant, strength);
    expect(await store.signStrength(merchant)).toBe(3);
    for (const other of others) expect(await store.signStrength(other)).toBeUndefined();
  },

  "requests are counted in one window for each id, from the first request on, and then in the next one":
    async (store) => {
      const [first, second, end] = [instantAt(1), instantAt(2), instantAt(10)];
      expect(await store.countRequest({ id: "one", now: first, endsAt: end })).toEqual({
        requests: 1,
        endsAt: end,
      });
      const later = { id: "one", now: second, endsAt: instantAt(20) };
      expect(await store.countRequest(later)).toEqual({ requests: 2, endsAt: end });
      expect((await store.countRequest({ ...later, id: "other" })).requests).toBe(1);
      const next = { ...later, now: end };
      expect(await store.countRequest(next)).toEqual({ requests: 1, endsAt: instantAt(20) });
    },

  "only the windows that have ended are deleted": async (store) => {
    await store.countRequest({ id: "ended", now: instantAt(1), endsAt: instantAt(5) });
    await store.countRequest({ id: "running", now: instantAt(1), endsAt: instantAt(10) });
    await store.deleteEndedWindows(instantAt(5));
    const again = { now: instantAt(4), endsAt: instantAt(10) };
    expect((await store.countRequest({ id: "ended", ...again })).requests).toBe(1);
    expect((await store.countRequest({ id: "running", ...again })).requests).toBe(2);
  },
};
