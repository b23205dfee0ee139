import type { GatewayJob, PlannedJob } from "../clock/job.ts";
import { describeFault } from "../faults/fault-text.ts";
import { type FinishDependencies, finishDelivery, scheduleNextTry } from "../notifier/finish-delivery.ts";
import { type DeliveryReply, postToShop } from "../notifier/post-to-shop.ts";
import { recordNextDeliveryTime } from "../notifier/record-next-delivery-time.ts";
import type { Dispute, DisputeMessage } from "../orders/dispute.ts";
import type { FaultRules } from "../orders/fault-rules.ts";
import type { Order } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import type { QuirkSettings } from "../quirks/quirk-settings.ts";
import type { OwnAddressChecker } from "../server/own-address-checker.ts";
import { buildDisputeBody } from "./dispute-body.ts";
import type { DisputeWebhooks } from "./dispute-webhooks.ts";

export interface DisputeSenderDependencies extends FinishDependencies {
  readonly webhooks: DisputeWebhooks;
  readonly quirks: QuirkSettings;
  readonly own: OwnAddressChecker;
  readonly faults: FaultRules;
  /** Milliseconds for one delivery. */
  readonly deliveryTimeout: number;
}

type DisputeJob = PlannedJob & { readonly job: Extract<GatewayJob, { kind: "dispute" }> };

/** Sends the messages of the dispute webhook, repeatedly, until the shop answers `OK` or the retries are used up. */
export class DisputeSender {
  readonly #options: DisputeSenderDependencies;

  constructor(options: DisputeSenderDependencies) {
    this.#options = options;
  }

  /** Adds a report to the timeline, inside `OrderStore.change`. Returns its message if the merchant has a webhook. */
  report(order: Order, dispute: Omit<Dispute, "reportedAt">): PlannedJob | undefined {
    const { orderStore, webhooks, schedule, jobs, clock } = this.#options;
    const hasWebhook = webhooks.of(order.merchant.id) !== undefined;
    const { type, ...reported } = dispute;
    orderStore.note(order, { type: "dispute_reported", dispute: type, ...reported, sent: hasWebhook });
    if (!hasWebhook) return undefined;
    order.messageCount += 1;
    const message: DisputeMessage = {
      number: order.messageCount,
      dispute: { ...dispute, reportedAt: clock.now() },
      tries: 0,
    };
    const planned = schedule.plan(order.id, clock.now(), { kind: "dispute", message });
    recordNextDeliveryTime(order, jobs);
    return planned;
  }

  /** Makes one delivery now, or several copies of it. Resolves when they are finished and the next one is scheduled. */
  async run(order: Order, planned: DisputeJob): Promise<void> {
    const { orderStore, jobs, webhooks } = this.#options;
    const target = webhooks.of(order.merchant.id);
    // The address was removed in the meantime.
    if (!target) return orderStore.change(order, () => jobs.remove(planned));
    const { copies, isDropped } = this.#applyFaults(order, planned.job.message);
    let [left, isDelivered] = [copies, false];
    const send = async () => {
      const { body, ...delivery } = orderStore.change(order, () =>
        this.#begin(order, planned, { target, isDropped }),
      );
      const started = performance.now();
      const answer: DeliveryReply = isDropped ? { outcome: "dropped" } : await this.#post(target, body);
      const milliseconds = Math.round(performance.now() - started);
      left -= 1;
      isDelivered ||= answer.outcome === "ok";
      const then = () => {
        if (left === 0) this.#after(order, planned, isDelivered);
      };
      finishDelivery(order, { delivery: { ...delivery, ...answer, milliseconds }, then }, this.#options);
    };
    await Promise.all(Array.from({ length: copies }, send));
  }

  #applyFaults(order: Order, { tries }: DisputeMessage): { copies: number; isDropped: boolean } {
    const { orderStore, faults } = this.#options;
    let [copies, isDropped] = [1, false];
    for (const fault of faults.of(order)) {
      const isDuplicated = fault.kind === "duplicate_dispute" && tries === 0;
      const isLost = fault.kind === "drop_dispute" && (fault.tries === undefined || tries < fault.tries);
      if (isDuplicated) copies = fault.copies;
      if (isLost) isDropped = true;
      if (isDuplicated || isLost)
        orderStore.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
    }
    return { copies, isDropped };
  }

  async #post(target: ResolvedDeliveryTarget, body: string): Promise<DeliveryReply> {
    const { deliveryTimeout: deadline, own } = this.#options;
    if (own.isReachedAt(target.url, target.addresses)) return { outcome: "own_address" };
    return postToShop(target, body, { deadline });
  }

  #begin(
    order: Order,
    { job: { message } }: DisputeJob,
    { target, isDropped }: { target: ResolvedDeliveryTarget; isDropped: boolean },
  ) {
    const { orderStore, clock, quirks } = this.#options;
    const { dispute } = message;
    order.deliveryCount += 1;
    const body = buildDisputeBody(order, dispute, quirks.of(order.merchant.id));
    const delivery = {
      number: order.deliveryCount,
      message: message.number,
      try: message.tries + 1,
      dispute: dispute.type,
      transactionId: dispute.transactionId,
      returncode: dispute.status,
      at: formatIsoTime(clock.now()),
    };
    if (isDropped) return { ...delivery, body };
    orderStore.note(order, {
      type: "delivery_begun",
      delivery: delivery.number,
      message: message.number,
      try: delivery.try,
      dispute: dispute.type,
      url: target.url.href,
      body,
    });
    return { ...delivery, body };
  }

  #after(order: Order, planned: DisputeJob, isDelivered: boolean): void {
    const { message } = planned.job;
    const tries = message.tries + 1;
    const next = { kind: "dispute", message: { ...message, tries } } as const;
    const tried = { planned, number: message.number, tries, isDelivered, once: false, next };
    scheduleNextTry(order, tried, this.#options);
  }
}
