import { PayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import type { PaymentStore } from "../ports/store.ts";

/**
 * Returns the store with every error as PayIndexError `store_unavailable`. Only `completeJob` with a transaction of the host throws the
 * database's own error: the host must recognize it to repeat its transaction.
 */
export function wrapStoreErrors<Tx>(store: PaymentStore<Tx>): PaymentStore<Tx> {
  return {
    load: (key, read) => wrap("load a payment", () => store.load(key, read)),
    findAttempt: (id) => wrap("find an attempt", () => store.findAttempt(id)),
    findAttempts: (ids) => wrap("find attempts", () => store.findAttempts(ids)),
    commit: (change) => wrap("commit a change", () => store.commit(change)),
    receive: (entry) => wrap("store a notification", () => store.receive(entry)),
    listPendingPayments: (before, limit) =>
      wrap("list pending payments", () => store.listPendingPayments(before, limit)),
    claimDueJobs: (claim, limit) => wrap("claim jobs", () => store.claimDueJobs(claim, limit)),
    claimJob: (id, claim) => wrap("claim a job", () => store.claimJob(id, claim)),
    completeJob: (id, outcome, tx) =>
      tx === undefined
        ? wrap("complete a job", () => store.completeJob(id, outcome))
        : store.completeJob(id, outcome, tx),
    renewLease: (leased, until) => wrap("renew a lease", () => store.renewLease(leased, until)),
    retryJobLater: (leased, retry) => wrap("schedule a job", () => store.retryJobLater(leased, retry)),
    giveUpJob: (leased, givenUp) => wrap("give up a job", () => store.giveUpJob(leased, givenUp)),
    listReviewItems: (limit, kind) => wrap("list review items", () => store.listReviewItems(limit, kind)),
    findReviewItem: (id) => wrap("find a review item", () => store.findReviewItem(id)),
    listSubscriptionTenants: () => wrap("list tenants", () => store.listSubscriptionTenants()),
    deleteProcessedNotifications: (before, limit) =>
      wrap("delete old notifications", () => store.deleteProcessedNotifications(before, limit)),
    countPaymentRecords: (key) => wrap("count records", () => store.countPaymentRecords(key)),
    deletePayment: (payment) => wrap("delete a payment", () => store.deletePayment(payment)),
    listAttempts: (selection) => wrap("list attempts", () => store.listAttempts(selection)),
    readBacklogs: (read) => wrap("count what waits", () => store.readBacklogs(read)),
    secrets: () => wrap("read the installation's secrets", () => store.secrets()),
    addSecret: (secret, keep) => wrap("add a secret", () => store.addSecret(secret, keep)),
    signStrength: (merchant) => wrap("read a sign rule", () => store.signStrength(merchant)),
    rememberSignStrength: (merchant, strength) =>
      wrap("remember a sign rule", () => store.rememberSignStrength(merchant, strength)),
    countRequest: (request) => wrap("count a request", () => store.countRequest(request)),
    deleteEndedWindows: (now) => wrap("delete ended windows", () => store.deleteEndedWindows(now)),
    recordActivity: (activity) => wrap("record an activity", () => store.recordActivity(activity)),
    listActivities: () => wrap("list activities", () => store.listActivities()),
  };
}

async function wrap<Result>(action: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof PayIndexError) throw cause;
    const message = `The store could not ${action}: ${toEventError(cause).message}`;
    throw new PayIndexError("store_unavailable", message, { cause });
  }
}
