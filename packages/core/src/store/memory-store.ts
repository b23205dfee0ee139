import type { Attempt } from "../payment/attempt.ts";
import {
  type ClaimRequest,
  concernsCycle,
  type Job,
  type JobFailure,
  type JobOutcome,
  jobAfterFailure,
  type Lease,
  type LeasedJob,
} from "../payment/job.ts";
import { type Cycle, cycleId } from "../payment/subscription/cycle.ts";
import {
  type CycleSelection,
  type InboxEntry,
  type PaidTransaction,
  type Payment,
  type PaymentChange,
  type PaymentKey,
  type PaymentRead,
  type PaymentStore,
  transactionKeyText,
} from "../ports/store.ts";
import { MemoryInstallationStore } from "./memory-installation-store.ts";
import { selectAttempts } from "./select-attempts.ts";

interface PaymentRecord {
  version: number;
  readonly payments: Map<string, Attempt>;
  readonly cycles: Map<string, Cycle>;
  readonly transactions: Map<string, PaidTransaction>;
  /** Received and not judged yet. */
  readonly open: Set<NotificationRecord>;
  readonly work: Set<JobRecord>;
}

interface NotificationRecord {
  readonly entry: InboxEntry;
  settled: boolean;
}

interface JobRecord {
  work: Job;
  lease: Lease | undefined;
}

/**
 * A payment store in memory, for tests only: everything is lost when the process ends. Each method is atomic.
 */
export class MemoryStore extends MemoryInstallationStore implements PaymentStore {
  readonly #shelves = new Map<string, PaymentRecord>();
  readonly #inbox = new Map<string, NotificationRecord>();
  readonly #work = new Map<string, JobRecord>();
  /** Which book an order number is in. */
  readonly #index = new Map<string, PaymentRecord>();

  async book(key: PaymentKey, read: PaymentRead = {}): Promise<Payment> {
    const { cycles = [], transactions = [], rank } = read;
    const shelf = this.#shelves.get(paymentMapKey(key));
    const whole = {
      payments: [...(shelf?.payments.values() ?? [])].sort((a, b) => a.attempt - b.attempt),
      notifications: [...(shelf?.open ?? [])].map(({ entry }) => entry),
      work: [...(shelf?.work ?? [])].map((held) => held.work),
    };
    const chosen = selectAttempts(whole, read);
    const work = whole.work.filter((each) => each.status === "parked" || chosen.has(each.orderNumber));
    return {
      tenant: key.tenant,
      reference: key.reference,
      version: shelf?.version ?? 0,
      payments: whole.payments.filter(({ orderNumber }) => chosen.has(orderNumber)),
      attemptCount: whole.payments.at(-1)?.attempt ?? 0,
      rankedAt: rank === undefined ? undefined : whole.payments.at(-rank)?.createdAt,
      cycles: selectCycles(shelf, cycles),
      transactions: transactions.flatMap((each) => shelf?.transactions.get(transactionKeyText(each)) ?? []),
      notifications: whole.notifications,
      work: cycles === "all" ? work : work.filter((each) => each.status !== "done" || !concernsCycle(each)),
    };
  }

  async find(orderNumber: string): Promise<Attempt | undefined> {
    return this.#index.get(orderNumber)?.payments.get(orderNumber);
  }

  async findAll(orderNumbers: readonly string[]): Promise<readonly Attempt[]> {
    return [...new Set(orderNumbers)].flatMap((each) => this.#index.get(each)?.payments.get(each) ?? []);
  }

  async commit(change: PaymentChange): Promise<"committed" | "stale"> {
    const shelf = this.#shelf(change);
    if (shelf.version !== change.version) return "stale";
    shelf.version++;
    for (const payment of change.payments) {
      shelf.payments.set(payment.orderNumber, payment);
      this.#index.set(payment.orderNumber, shelf);
    }
    for (const cycle of change.cycles) shelf.cycles.set(cycleId(cycle), cycle);
    for (const each of change.transactions)
      if (!shelf.transactions.has(transactionKeyText(each)))
        shelf.transactions.set(transactionKeyText(each), each);
    for (const entryId of change.settled) {
      const received = this.#inbox.get(entryId);
      if (received === undefined) continue;
      received.settled = true;
      this.#shelf(received.entry).open.delete(received);
    }
    for (const { lease, ...work } of change.work) {
      if (this.#work.has(work.id)) continue;
      const held = { work, lease };
      this.#work.set(work.id, held);
      this.#shelf(work).work.add(held);
    }
    for (const { id, result } of change.ended) this.#end(id, result);
    return "committed";
  }

  #shelf(key: PaymentKey): PaymentRecord {
    const known = this.#shelves.get(paymentMapKey(key));
    if (known !== undefined) return known;
    const shelf = {
      version: 0,
      payments: new Map(),
      cycles: new Map(),
      transactions: new Map(),
      open: new Set<NotificationRecord>(),
      work: new Set<JobRecord>(),
    };
    this.#shelves.set(paymentMapKey(key), shelf);
    return shelf;
  }

  async receive(entry: InboxEntry): Promise<"new" | "open" | "settled"> {
    const known = this.#inbox.get(entry.id);
    if (known !== undefined) return known.settled ? "settled" : "open";
    const received = { entry, settled: false };
    this.#inbox.set(entry.id, received);
    this.#shelf(entry).open.add(received);
    return "new";
  }

  async unsettled(before: Date, limit: number): Promise<readonly PaymentKey[]> {
    const open = [...this.#inbox.values()].filter((each) => !each.settled && each.entry.receivedAt < before);
    const keys = new Map(
      open.map(({ entry: { tenant, reference } }) => [
        paymentMapKey({ tenant, reference }),
        { tenant, reference },
      ]),
    );
    return [...keys.values()].slice(0, limit);
  }

  async claim({ now, lease, limit, id }: ClaimRequest): Promise<readonly LeasedJob[]> {
    const free = [...this.#work.values()]
      .filter(({ work }) =>
        id === undefined ? work.status === "due" && new Date(work.dueAt) <= now : work.id === id,
      )
      .filter((held) => held.work.status !== "done" && !(held.lease !== undefined && held.lease.until > now))
      .sort((a, b) => (a.work.dueAt < b.work.dueAt ? -1 : 1))
      .slice(0, limit);
    for (const held of free) held.lease = lease;
    return free.map(({ work }) => ({ work, lease }));
  }

  async finish(workId: string, result: JobOutcome): Promise<boolean> {
    return this.#end(workId, result);
  }

  #end(workId: string, result: JobOutcome): boolean {
    const held = this.#work.get(workId);
    if (held === undefined || held.work.status === "done") return false;
    held.work = { ...held.work, status: "done", result };
    held.lease = undefined;
    return true;
  }

  async renew({ work, lease }: LeasedJob, until: Date): Promise<boolean> {
    const held = this.#work.get(work.id);
    if (held === undefined || held.work.status === "done" || held.lease?.token !== lease.token) return false;
    held.lease = { ...held.lease, until };
    return true;
  }

  async postpone(leased: LeasedJob, next: JobFailure): Promise<void> {
    const held = this.#work.get(leased.work.id);
    if (held === undefined || held.work.status === "done" || held.lease?.token !== leased.lease.token) return;
    held.work = jobAfterFailure(held.work, next);
    held.lease = undefined;
  }

  async parked(limit: number): Promise<readonly Job[]> {
    return [...this.#work.values()]
      .map(({ work }) => work)
      .filter(({ status }) => status === "parked")
      .sort(
        (a, b) =>
          Number(a.kind === "no-result") - Number(b.kind === "no-result") ||
          (a.createdAt < b.createdAt ? -1 : 1),
      )
      .slice(0, limit);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const old = [...this.#inbox.values()]
      .filter(({ settled, entry }) => settled && entry.receivedAt < before)
      .slice(0, limit);
    for (const { entry } of old) this.#inbox.delete(entry.id);
    return old.length;
  }
}

function paymentMapKey({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}

function selectCycles(shelf: PaymentRecord | undefined, asked: CycleSelection): Cycle[] {
  if (shelf === undefined) return [];
  if (asked === "all") return [...shelf.cycles.values()].sort((a, b) => a.number - b.number);
  return asked.flatMap((cycle) => shelf.cycles.get(cycleId(cycle)) ?? []);
}
