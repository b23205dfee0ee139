import { PayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import type { PaymentStore } from "../ports/store.ts";

/** What the store could not do, by the method that does it. */
const actions: Readonly<Record<keyof PaymentStore, string>> = {
  load: "load a payment",
  findAttempt: "find an attempt",
  findAttempts: "find attempts",
  findLink: "find a payment link",
  commit: "commit a change",
  receive: "store a notification",
  listPendingPayments: "list pending payments",
  claimDueJobs: "claim jobs",
  claimJob: "claim a job",
  completeJob: "complete a job",
  renewLease: "renew a lease",
  retryJobLater: "schedule a job",
  giveUpJob: "give up a job",
  listReviewItems: "list review items",
  findReviewItem: "find a review item",
  listSubscriptionTenants: "list tenants",
  deleteProcessedNotifications: "delete old notifications",
  countPaymentRecords: "count records",
  deletePayment: "delete a payment",
  listAttempts: "list attempts",
  readBacklogs: "count what waits",
  countAttempts: "count attempts",
  readDailyCounts: "read the daily counts",
  listRefundedCharges: "list refunds",
  listPaidCycles: "list the paid cycles of a period",
  listCreatedReviewItems: "list the review items of a period",
  secrets: "read the installation's secrets",
  addSecret: "add a secret",
  signStrength: "read a sign rule",
  rememberSignStrength: "remember a sign rule",
  countRequest: "count a request",
  deleteEndedWindows: "delete ended windows",
  recordActivity: "record an activity",
  listActivities: "list activities",
  readAlerts: "read the alerts",
  claimAlerts: "claim the alerts",
  collectAlertItems: "collect review items for an alert",
  saveAlerts: "store the alerts",
};

/** Where `completeJob` has the transaction of the host. */
const transactionPosition = 2;

/**
 * Returns the store with every error as PayIndexError `store_unavailable`. Only `completeJob` with a transaction of the host throws the
 * database's own error: the host must recognize it to repeat its transaction.
 */
export function wrapStoreErrors<Tx>(store: PaymentStore<Tx>): PaymentStore<Tx> {
  const methods = store as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
  const wrapped = Object.entries(actions).map(([name, action]) => [
    name,
    async (...values: unknown[]) => {
      try {
        return await methods[name]?.(...values);
      } catch (cause) {
        const isOfHost = name === "completeJob" && values[transactionPosition] !== undefined;
        if (isOfHost || cause instanceof PayIndexError) throw cause;
        const message = `The store could not ${action}: ${toEventError(cause).message}`;
        throw new PayIndexError("store_unavailable", message, { cause });
      }
    },
  ]);
  return Object.fromEntries(wrapped) as PaymentStore<Tx>;
}
