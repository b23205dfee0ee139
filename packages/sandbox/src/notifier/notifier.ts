import type { GatewayJob, NotificationMessage, PlannedJob } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import { describeFault } from "../faults/fault-text.ts";
import type { Delivery, Order, Outcome } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import { changesNotification, planNotificationCopies } from "./fault-effects.ts";
import { findFaultyDeliveryTarget } from "./find-faulty-delivery-target.ts";
import { finishDelivery, scheduleNextTry } from "./finish-delivery.ts";
import { buildNotificationBody, toReturncode } from "./notification-body.ts";
import { NotificationReorder } from "./notification-reorder.ts";
import type { EnqueueOptions, NotifierDependencies } from "./notifier-options.ts";
import { type DeliveryReply, postToShop } from "./post-to-shop.ts";
import { recordNextDeliveryTime } from "./record-next-delivery-time.ts";
import { SimultaneousSendBarrier } from "./simultaneous-send-barrier.ts";

type NotificationJob = PlannedJob & { readonly job: Extract<GatewayJob, { kind: "notify" }> };

/** Milliseconds that a notification waits for another one to overtake it. */
const maxReorderWait = 60_000;

/** Sends notifications to shops, repeatedly, until they answer `OK` or the retries are used up. */
export class Notifier {
  readonly #options: NotifierDependencies;
  readonly #swaps = new NotificationReorder();

  constructor(options: NotifierDependencies) {
    this.#options = options;
  }

  /** Adds a message with this outcome, inside `OrderStore.change`. Includes the delays of faults. */
  enqueue(order: Order, outcome: Outcome, { due, held, faults = [], once }: EnqueueOptions): PlannedJob {
    const { jobs, schedule } = this.#options;
    order.messageCount += 1;
    const message: NotificationMessage = {
      number: order.messageCount,
      outcome,
      tries: 0,
      faults,
      ...(once ? { once } : {}),
    };
    const job: GatewayJob = { kind: "notify", message };
    const { milliseconds, group } = this.#putOff(order, faults);
    const planned =
      held && milliseconds === 0
        ? jobs.add(order.id, job, { due, held })
        : schedule.plan(order.id, due + milliseconds, job);
    if (group !== undefined) this.#swaps.join(group, planned);
    if (!once) recordNextDeliveryTime(order, this.#options.jobs);
    return planned;
  }

  /** Sends a held message after `milliseconds`. */
  release(order: Order, job: PlannedJob, milliseconds: number): void {
    const { orderStore, clock, schedule } = this.#options;
    orderStore.change(order, () => {
      schedule.move(job, clock.now() + milliseconds);
      recordNextDeliveryTime(order, this.#options.jobs);
    });
  }

  /** Makes one delivery now. Resolves when it is finished and the next one is scheduled. */
  async run(order: Order, planned: NotificationJob): Promise<void> {
    this.#swaps.began(planned);
    await this.#try(order, planned);
    const overtaken = this.#swaps.ended(planned);
    if (overtaken) this.#options.schedule.move(overtaken, this.#options.clock.now());
  }

  async #try(order: Order, planned: NotificationJob): Promise<void> {
    const { message } = planned.job;
    const faults = this.#faultsOf(order, message);
    const spoiling = faults.filter((fault) => changesNotification(fault, order, message));
    if (spoiling.some(({ kind }) => kind === "drop")) return this.#drop(order, planned, spoiling);
    const copies = planNotificationCopies(faults, message);
    const sendings = this.#begin(order, planned, { spoiling, copies: copies.count });
    const gate = copies.together ? new SimultaneousSendBarrier(copies.count) : undefined;
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

  /** An order from an earlier start can have an address that is the sandbox's own now. */
  async #post(
    target: ResolvedDeliveryTarget,
    body: string,
    gate: SimultaneousSendBarrier | undefined,
  ): Promise<DeliveryReply> {
    const { deliveryTimeout: deadline, own } = this.#options;
    if (own.isReachedAt(target.url, target.addresses)) return { outcome: "own_address" };
    return postToShop(target, body, gate ? { deadline, gate } : { deadline });
  }

  #begin(
    order: Order,
    { job: { message } }: NotificationJob,
    { spoiling, copies }: { spoiling: readonly Fault[]; copies: number },
  ) {
    const { orderStore, clock, quirks } = this.#options;
    const behaviour = quirks.of(order.merchant.id);
    return orderStore.change(order, () => {
      for (const fault of spoiling) {
        orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
      }
      return Array.from({ length: copies }, () => {
        const { outcome } = message;
        const delivery = this.#deliveryOf(order, message);
        const target: ResolvedDeliveryTarget = findFaultyDeliveryTarget(order, spoiling, orderStore);
        const body = buildNotificationBody({
          order,
          outcome,
          sentAt: clock.now(),
          behaviour,
          faults: spoiling,
        });
        orderStore.note(order, {
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

  #deliveryOf(order: Order, { number, outcome, tries }: NotificationMessage) {
    order.deliveryCount += 1;
    return {
      number: order.deliveryCount,
      message: number,
      try: tries + 1,
      transactionId: outcome.transactionId,
      returncode: toReturncode(outcome),
      at: formatIsoTime(this.#options.clock.now()),
    };
  }

  #drop(order: Order, planned: NotificationJob, spoiling: readonly Fault[]): void {
    const { orderStore } = this.#options;
    const answer: DeliveryReply = { outcome: "dropped" };
    orderStore.change(order, () => {
      for (const fault of spoiling.filter(({ kind }) => kind === "drop")) {
        orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
      }
      const delivery = this.#deliveryOf(order, planned.job.message);
      this.#end(order, { ...delivery, ...answer, milliseconds: 0 }, () => this.#after(order, planned, false));
    });
  }

  #end(order: Order, delivery: Delivery, then: () => void): void {
    finishDelivery(order, { delivery, then }, this.#options);
  }

  #after(order: Order, planned: NotificationJob, isDelivered: boolean): void {
    const { message } = planned.job;
    const { number, once = false } = message;
    const tries = message.tries + 1;
    const next = { kind: "notify", message: { ...message, tries } } as const;
    scheduleNextTry(order, { planned, number, tries, isDelivered, once, next }, this.#options);
  }

  /** Returns the delay of a message by faults, and the group in which it swaps places. */
  #putOff(order: Order, own: readonly Fault[]): { milliseconds: number; group?: string } {
    const { orderStore, faults } = this.#options;
    const all = [...own, ...faults.of(order)].filter(({ kind }) => kind === "delay" || kind === "reorder");
    let milliseconds = 0;
    let group: string | undefined;
    for (const fault of all) {
      if (fault.kind === "delay") milliseconds += fault.seconds * 1000;
      if (fault.kind === "reorder") {
        group = faults.swapGroup(order);
        if (!this.#swaps.hasWaiting(group)) milliseconds += maxReorderWait;
      }
      orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
    }
    return group === undefined ? { milliseconds } : { milliseconds, group };
  }

  #faultsOf(order: Order, message: NotificationMessage): readonly Fault[] {
    return [...message.faults, ...this.#options.faults.of(order)];
  }
}
