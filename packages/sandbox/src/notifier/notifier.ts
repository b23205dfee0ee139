import type { Book } from "../book/book.ts";
import type { Delivery, Order, Outcome } from "../book/order.ts";
import { isoTime } from "../book/order-view.ts";
import type { Job, Message, PlannedJob } from "../clock/job.ts";
import type { JobShelf } from "../clock/job-shelf.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Schedule } from "../clock/schedule.ts";
import type { Fault } from "../faults/fault.ts";
import type { FaultDesk } from "../faults/fault-desk.ts";
import { faultSays } from "../faults/fault-words.ts";
import type { QuirkDesk } from "../quirks/quirk-desk.ts";
import type { OwnAddress } from "../server/own-address.ts";
import { Gate } from "./gate.ts";
import { notificationBody, returncodeOf } from "./notification.ts";
import type { NotifyTarget } from "./notify-target.ts";
import { type Answer, postOnce } from "./post-once.ts";
import { SwapPlaces } from "./swap-places.ts";
import { targetOf } from "./target-of.ts";

export interface NotifierOptions {
  readonly book: Book;
  readonly schedule: Schedule;
  readonly jobs: JobShelf;
  readonly clock: SandboxClock;
  readonly faults: FaultDesk;
  readonly quirks: QuirkDesk;
  readonly own: OwnAddress;
  /** Milliseconds between the tries. */
  readonly retryGaps: readonly number[];
  /** Milliseconds for one try. */
  readonly deliveryTimeout: number;
}

export interface Enqueued {
  /** Milliseconds since 1970. */
  readonly due: number;
  /** Waits until it is released. */
  readonly held?: boolean;
  /** For this message only. */
  readonly faults?: readonly Fault[];
  /** One try and no more. */
  readonly once?: boolean;
}

type NotifyJob = PlannedJob & { readonly job: Extract<Job, { kind: "notify" }> };

const keptDeliveries = 100;
/** How long a notification waits for the next one to overtake it. */
const longestSwap = 60_000;

/** Tells shops what became of their orders, again and again until they answer `OK` or the gaps are used up. */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #swaps = new SwapPlaces();

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** A message with this outcome, inside `Book.change`. Faults that put it off are reckoned in. */
  enqueue(order: Order, outcome: Outcome, { due, held, faults = [], once }: Enqueued): PlannedJob {
    const { jobs, schedule } = this.#options;
    order.messageCount += 1;
    const message: Message = {
      number: order.messageCount,
      outcome,
      tries: 0,
      faults,
      ...(once ? { once } : {}),
    };
    const job: Job = { kind: "notify", message };
    const { milliseconds, group } = this.#putOff(order, faults);
    const planned =
      held && milliseconds === 0
        ? jobs.add(order.id, job, { due, held })
        : schedule.plan(order.id, due + milliseconds, job);
    if (group !== undefined) this.#swaps.join(group, planned);
    if (!once) this.#noteNext(order);
    return planned;
  }

  /** Sends a held message after `milliseconds`. */
  release(order: Order, job: PlannedJob, milliseconds: number): void {
    const { book, clock, schedule } = this.#options;
    book.change(order, () => {
      schedule.move(job, clock.now() + milliseconds);
      this.#noteNext(order);
    });
  }

  /** Sends one try now; resolves when it is over and what follows is planned. */
  async run(order: Order, planned: NotifyJob): Promise<void> {
    this.#swaps.began(planned);
    await this.#try(order, planned);
    const overtaken = this.#swaps.ended(planned);
    if (overtaken) this.#options.schedule.move(overtaken, this.#options.clock.now());
  }

  async #try(order: Order, planned: NotifyJob): Promise<void> {
    const { message } = planned.job;
    const faults = this.#faultsOf(order, message);
    const spoiling = faults.filter((fault) => spoils(fault, order, message));
    if (spoiling.some(({ kind }) => kind === "drop")) return this.#drop(order, planned, spoiling);
    const copies = copiesOf(faults, message);
    const sendings = this.#begin(order, planned, { spoiling, copies: copies.count });
    const gate = copies.together ? new Gate(copies.count) : undefined;
    let left = sendings.length;
    let anyOk = false;
    await Promise.all(
      sendings.map(async ({ delivery, target, body }) => {
        const started = performance.now();
        const answer = await this.#post(target, body, gate);
        left -= 1;
        anyOk ||= answer.outcome === "ok";
        const milliseconds = Math.round(performance.now() - started);
        this.#end(order, { ...delivery, ...answer, milliseconds }, () => {
          if (left === 0) this.#after(order, planned, anyOk);
        });
      }),
    );
  }

  /** An order of an earlier start may name an address that is the sandbox's own by now. */
  async #post(target: NotifyTarget, body: string, gate: Gate | undefined): Promise<Answer> {
    const { deliveryTimeout: deadline, own } = this.#options;
    if (own.isReachedAt(target.url, target.addresses)) return { outcome: "own_address" };
    return postOnce(target, body, gate ? { deadline, gate } : { deadline });
  }

  #begin(
    order: Order,
    { job: { message } }: NotifyJob,
    { spoiling, copies }: { spoiling: readonly Fault[]; copies: number },
  ) {
    const { book, clock, quirks } = this.#options;
    const behaviour = quirks.of(order.merchant.id);
    return book.change(order, () => {
      for (const fault of spoiling) {
        book.note(order, { type: "fault_applied", fault: fault.kind, says: faultSays(fault) });
      }
      return Array.from({ length: copies }, () => {
        const { outcome } = message;
        const delivery = this.#deliveryOf(order, message);
        const target: NotifyTarget = targetOf(order, spoiling, book);
        const body = notificationBody({ order, outcome, sentAt: clock.now(), behaviour, faults: spoiling });
        book.note(order, {
          type: "delivery_begun",
          delivery: delivery.number,
          message: message.number,
          try: delivery.try,
          url: target.url.href,
          body,
        });
        return { delivery, target, body };
      });
    });
  }

  #deliveryOf(order: Order, { number, outcome, tries }: Message) {
    order.deliveryCount += 1;
    return {
      number: order.deliveryCount,
      message: number,
      try: tries + 1,
      transactionId: outcome.transactionId,
      returncode: returncodeOf(outcome),
      at: isoTime(this.#options.clock.now()),
    };
  }

  #drop(order: Order, planned: NotifyJob, spoiling: readonly Fault[]): void {
    const { book } = this.#options;
    const answer: Answer = { outcome: "dropped" };
    book.change(order, () => {
      for (const fault of spoiling.filter(({ kind }) => kind === "drop")) {
        book.note(order, { type: "fault_applied", fault: fault.kind, says: faultSays(fault) });
      }
      const delivery = this.#deliveryOf(order, planned.job.message);
      this.#end(order, { ...delivery, ...answer, milliseconds: 0 }, () => this.#after(order, planned, false));
    });
  }

  #end(order: Order, delivery: Delivery, after: () => void): void {
    const { book } = this.#options;
    book.change(order, () => {
      order.deliveries = [...order.deliveries, delivery].slice(-keptDeliveries);
      book.note(order, { type: "delivery_ended", delivery });
      after();
      this.#noteNext(order);
    });
  }

  /** The next try is planned, or the message is over. */
  #after(order: Order, planned: NotifyJob, ok: boolean): void {
    const { book, clock, jobs, retryGaps, schedule } = this.#options;
    const { message } = planned.job;
    const tries = message.tries + 1;
    const gap = message.once ? undefined : retryGaps[tries - 1];
    if (ok || gap === undefined) {
      jobs.remove(planned);
      if (!ok && !message.once) book.note(order, { type: "gave_up", message: message.number, tries });
      return;
    }
    const due = clock.now() + gap;
    schedule.move({ id: planned.id, job: { kind: "notify", message: { ...message, tries } } }, due);
    book.note(order, {
      type: "retry_planned",
      message: message.number,
      try: tries + 1,
      dueAt: isoTime(due),
    });
  }

  #noteNext(order: Order): void {
    const next = this.#options.jobs.nextOf(order.id, "notify");
    if (next === undefined) delete order.nextDeliveryAt;
    else order.nextDeliveryAt = next;
  }

  /** By how many milliseconds faults put a message off, and in which group it changes places. */
  #putOff(order: Order, own: readonly Fault[]): { milliseconds: number; group?: string } {
    const { book, faults } = this.#options;
    const all = [...own, ...faults.of(order)].filter(({ kind }) => kind === "delay" || kind === "reorder");
    let milliseconds = 0;
    let group: string | undefined;
    for (const fault of all) {
      if (fault.kind === "delay") milliseconds += fault.seconds * 1000;
      if (fault.kind === "reorder") {
        group = faults.swapGroup(order);
        if (!this.#swaps.hasWaiting(group)) milliseconds += longestSwap;
      }
      book.note(order, { type: "fault_applied", fault: fault.kind, says: faultSays(fault) });
    }
    return group === undefined ? { milliseconds } : { milliseconds, group };
  }

  #faultsOf(order: Order, message: Message): readonly Fault[] {
    return [...message.faults, ...this.#options.faults.of(order)];
  }
}

/** Whether a fault changes what is sent, and not yet often enough. */
function spoils(fault: Fault, { subscriptionId }: Order, { outcome, tries }: Message): boolean {
  switch (fault.kind) {
    case "own_number":
      return outcome.cycle !== undefined && outcome.cycle !== 1 && isLeft(fault, tries);
    case "wrong_cycle":
    case "wrong_master":
      return subscriptionId !== undefined && isLeft(fault, tries);
    case "drop":
    case "corrupt_sign":
    case "unsigned":
    case "wrong_amount":
    case "wrong_currency":
    case "wrong_transaction":
    case "other_merchant":
    case "other_order":
    case "wrong_token":
      return isLeft(fault, tries);
    default:
      return false;
  }
}

/** Of how many tries it spoils. */
function isLeft({ tries: limit }: { readonly tries?: number | undefined }, tries: number): boolean {
  return limit === undefined || tries < limit;
}

/** Only the first try is doubled: the shop shall see a repeat as one, too. */
function copiesOf(faults: readonly Fault[], { tries }: Message) {
  const fault = faults.find((one) => one.kind === "duplicate");
  if (!fault || tries > 0) return { count: 1, together: false };
  return { count: fault.copies, together: fault.together === true };
}
