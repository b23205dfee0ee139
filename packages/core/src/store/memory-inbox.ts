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
}

export function paymentMapKey({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}
