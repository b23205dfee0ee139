import type { InboxEntry, InboxState, PaymentKey, TransactionKey } from "../ports/store.ts";

export interface NotificationRecord {
  readonly entry: InboxEntry;
  isProcessed: boolean;
}

/** The notifications of `MemoryStore`. */
export class MemoryInbox {
  readonly #notifications = new Map<string, NotificationRecord>();
  /** The attempts that each transaction was reported for. */
  readonly reported = new Map<string, Set<string>>();

  stateOf(entryId: string): InboxState | undefined {
    const known = this.#notifications.get(entryId);
    if (known === undefined) return undefined;
    return known.isProcessed ? "processed" : "pending";
  }

  add(entry: InboxEntry): NotificationRecord {
    const received = { entry, isProcessed: false };
    this.#notifications.set(entry.id, received);
    this.report({ attemptId: entry.attemptId, transactionId: entry.fact.transactionId });
    return received;
  }

  report({ attemptId, transactionId }: TransactionKey): void {
    const attemptIds = this.reported.get(transactionId) ?? new Set();
    this.reported.set(transactionId, attemptIds.add(attemptId));
  }

  /** Marks a notification as processed, and returns it. Undefined if it was deleted. */
  process(entryId: string): NotificationRecord | undefined {
    const received = this.#notifications.get(entryId);
    if (received !== undefined) received.isProcessed = true;
    return received;
  }

  /** When the newest notification arrived. */
  lastReceivedAt(): string | undefined {
    const arrivals = [...this.#notifications.values()].map(({ entry }) => entry.receivedAt.toISOString());
    return arrivals.sort().at(-1);
  }

  pendingPayments(before: Date): PaymentKey[] {
    const pending = [...this.#notifications.values()].filter(
      ({ isProcessed, entry }) => !isProcessed && entry.receivedAt < before,
    );
    const keys = pending.map(({ entry: { tenant, reference } }) => ({ tenant, reference }));
    return [...new Map(keys.map((key) => [paymentMapKey(key), key])).values()];
  }

  deleteProcessed(before: Date, limit: number): number {
    const old = [...this.#notifications.values()]
      .filter(({ isProcessed, entry }) => isProcessed && entry.receivedAt < before)
      .slice(0, limit);
    for (const { entry } of old) this.#notifications.delete(entry.id);
    return old.length;
  }

  /** Counts the notifications of a payment, and the transactions that were reported for its attempts. */
  countOf(key: PaymentKey, attempts: ReadonlyMap<string, unknown>) {
    const reports = [...this.reported.values()].flatMap((attemptIds) => [...attemptIds]);
    return {
      notifications: this.#ofPayment(key).length,
      transactions: reports.filter((attemptId) => attempts.has(attemptId)).length,
    };
  }

  deletePayment(key: PaymentKey, attempts: ReadonlyMap<string, unknown>): void {
    for (const { entry } of this.#ofPayment(key)) this.#notifications.delete(entry.id);
    for (const [transactionId, attemptIds] of this.reported) {
      const others = new Set([...attemptIds].filter((attemptId) => !attempts.has(attemptId)));
      if (others.size === 0) this.reported.delete(transactionId);
      else this.reported.set(transactionId, others);
    }
  }

  #ofPayment(key: PaymentKey): NotificationRecord[] {
    return [...this.#notifications.values()].filter(
      ({ entry }) => paymentMapKey(entry) === paymentMapKey(key),
    );
  }
}

export function paymentMapKey({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}
