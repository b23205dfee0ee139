import { afterEach, beforeEach, describe, test } from "vitest";
import { attemptRules } from "./store/attempts.ts";
import type { Rules, StoreUnderTest } from "./store/bench.ts";
import { bookRules } from "./store/books.ts";
import { commitRules } from "./store/commits.ts";
import { connectionRules } from "./store/connections.ts";
import { inboxRules } from "./store/inbox.ts";
import { installationConnectionRules, installationRules } from "./store/installation.ts";
import { leaseRules } from "./store/leases.ts";
import { isolationRules, transactionRules } from "./store/transactions.ts";
import { workRules } from "./store/work.ts";

export type { StoreUnderTest };

/**
 * What every store of the ledger must do, as vitest tests. Call it in a test file; `makeStore` is called for each test and
 * gives an empty store. Rules about transactions and about a second connection are skipped, with the reason, for a store that
 * has none.
 */
export function storeContract<Tx = never>(name: string, makeStore: () => Promise<StoreUnderTest<Tx>>): void {
  describe(`${name}: store contract`, () => {
    let under: StoreUnderTest<Tx>;
    beforeEach(async () => {
      under = await makeStore();
    });
    afterEach(() => under.close());

    const alone = async () => ({ store: under.store });
    rules("books", bookRules, alone);
    rules("attempts", attemptRules, alone);
    rules("commit", commitRules, alone);
    rules("inbox", inboxRules, alone);
    rules("work", workRules, alone);
    rules("leases", leaseRules, alone);
    rules("installation", installationRules, alone);
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
    rules("transactions", transactionRules<Tx>(), inTransactions);
    rules("isolation", isolationRules<Tx>(), async () => under.dirtyReads ?? (await inTransactions()));
    const overTwoConnections = async () => {
      const other = await under.reopen?.();
      return other === undefined ? "nothing outlives its connection" : { store: under.store, other };
    };
    rules("connections", connectionRules, overTwoConnections);
    rules("installation over two connections", installationConnectionRules, overTwoConnections);
  });
}

/** @param prepare what the rules work on, or why there is nothing of the kind */
function rules<Under extends object>(
  group: string,
  each: Rules<Under>,
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
