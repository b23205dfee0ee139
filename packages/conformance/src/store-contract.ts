import { afterEach, beforeEach, describe, test } from "vitest";
import { alertRules } from "./store/alert-rules.ts";
import { atOnceRules } from "./store/at-once-rules.ts";
import { attemptLoadingRules } from "./store/attempt-loading-rules.ts";
import { commitRules } from "./store/commit-rules.ts";
import { dailyCountRules } from "./store/daily-count-rules.ts";
import { exportListRules } from "./store/export-list-rules.ts";
import { healthPanelRules } from "./store/health-panel-rules.ts";
import { inboxRules } from "./store/inbox-rules.ts";
import { installationDataRules } from "./store/installation-data-rules.ts";
import { jobRules } from "./store/job-rules.ts";
import { leaseRules } from "./store/lease-rules.ts";
import { paymentDeletionRules } from "./store/payment-deletion-rules.ts";
import { paymentRules } from "./store/payment-rules.ts";
import { reviewItemRules } from "./store/review-item-rules.ts";
import type { StoreRuleSet, StoreUnderTest } from "./store/rule-helpers.ts";
import { staffAttemptListRules } from "./store/staff-attempt-list-rules.ts";
import { createIsolationRules, createTransactionRules } from "./store/transaction-rules.ts";
import { twoConnectionRules } from "./store/two-connection-rules.ts";

export type { StoreUnderTest };

/**
 * Checks the contract of every payment store, as vitest tests. Call it in a test file. Each test calls `makeStore`, which returns an empty
 * store. Rules about transactions and about a second connection are skipped, with the reason, for a store that does not support them.
 */
export function storeContract<Tx = never>(name: string, makeStore: () => Promise<StoreUnderTest<Tx>>): void {
  describe(`${name}: store contract`, () => {
    let under: StoreUnderTest<Tx>;
    beforeEach(async () => {
      under = await makeStore();
    });
    afterEach(() => under.close());

    const alone = async () => under.store;
    testRules("payments", paymentRules, alone);
    testRules("attempts", attemptLoadingRules, alone);
    testRules("commit", commitRules, alone);
    testRules("inbox", inboxRules, alone);
    testRules("deleting a payment", paymentDeletionRules, alone);
    testRules("jobs", jobRules, alone);
    testRules("review items", reviewItemRules, alone);
    testRules("lists for staff", staffAttemptListRules, alone);
    testRules("counts for the health panel", healthPanelRules, alone);
    testRules("daily counts", dailyCountRules, alone);
    testRules("lists for exports", exportListRules, alone);
    testRules("alerts", alertRules, alone);
    testRules("leases", leaseRules, alone);
    testRules("installation", installationDataRules, alone);
    const inTransactions = async () => {
      const { store, transaction } = under;
      return transaction === undefined
        ? "it has no transactions"
        : {
            store,
            transaction: <Result>(work: (tx: Tx) => Promise<Result>) =>
              transaction.call(under, work) as never,
          };
    };
    testRules("transactions", createTransactionRules<Tx>(), inTransactions);
    testRules(
      "isolation",
      createIsolationRules<Tx>(),
      async () => under.dirtyReads ?? (await inTransactions()),
    );
    const reopened = async () => {
      const other = await under.reopen?.();
      return other === undefined ? "nothing outlives its connection" : { store: under.store, other };
    };
    testRules("connections", twoConnectionRules, reopened);
    testRules("at once", atOnceRules, async () => {
      const other = await under.reopen?.();
      return other === undefined ? ([under.store] as const) : ([under.store, other] as const);
    });
  });
}

/** @param prepare returns the objects that the rules use, or the reason why the store does not support them */
function testRules<Under extends object>(
  group: string,
  each: StoreRuleSet<Under>,
  prepare: () => Promise<Under | string>,
): void {
  describe(group, () => {
    for (const [title, rule] of Object.entries(each)) {
      test(title, async ({ skip }) => {
        const prepared = await prepare();
        if (typeof prepared === "string") skip(prepared);
        else await rule(prepared);
      });
    }
  });
}
