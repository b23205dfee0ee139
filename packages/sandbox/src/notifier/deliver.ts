import type { GatewayJob, PlannedJob } from "../clock/job.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { type Delivery, maxStoredDeliveries, type Order } from "../orders/order.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import { type DeliveryReply, postToShop } from "./post-to-shop.ts";
import { SimultaneousSendBarrier } from "./simultaneous-send-barrier.ts";

/** One try of a message to a shop. */
export interface MessageTry {
  readonly planned: PlannedJob;
  /** The number of the message in its order. */
  readonly number: number;
  /** The number of this try, from 1. */
  readonly count: number;
  readonly about: Pick<Delivery, "transactionId" | "returncode" | "dispute">;
  /** The job of the next try. Without it, the message has one try only. */
  readonly next: GatewayJob | undefined;
  readonly copies: number;
  /** Whether all copies arrive in one moment. */
  readonly isTogether: boolean;
  /** Whether a fault loses the message on its way. */
  readonly isDropped: boolean;
  /** The faults of this try, for the timeline. */
  readonly applied: readonly Fault[];
  /** Returns one copy, inside `OrderStore.change`. */
  readonly write: () => { readonly target: ResolvedDeliveryTarget; readonly body: string };
}

/** Makes one try, or several copies of it. Resolves when they are finished and the next one is scheduled. */
export async function deliver(order: Order, message: MessageTry, core: GatewayCore): Promise<void> {
  const { orderStore, jobs } = core;
  const { copies, isDropped } = message;
  const begun = orderStore.change(order, () => {
    for (const fault of message.applied) orderStore.noteFault(order, fault);
    return Array.from({ length: copies }, () => begin(order, message, core));
  });
  const gate = message.isTogether ? new SimultaneousSendBarrier(copies) : undefined;
  let [left, isDelivered] = [copies, false];
  await Promise.all(
    begun.map(async ({ target, body, ...begunDelivery }) => {
      const started = performance.now();
      const answer: DeliveryReply = isDropped
        ? { outcome: "dropped" }
        : await post(target, { body, gate }, core);
      left -= 1;
      isDelivered ||= answer.outcome === "ok";
      const milliseconds = Math.round(performance.now() - started);
      const delivery: Delivery = { ...begunDelivery, ...answer, milliseconds };
      orderStore.change(order, () => {
        order.deliveries = [...order.deliveries, delivery].slice(-maxStoredDeliveries);
        orderStore.note(order, { type: "delivery_ended", delivery });
        if (left === 0) scheduleNextTry(order, { ...message, isDelivered }, core);
        recordNextDeliveryTime(order, jobs);
      });
    }),
  );
}

function begin(
  order: Order,
  { number: message, count, about, isDropped, write }: MessageTry,
  { orderStore, clock }: GatewayCore,
) {
  order.deliveryCount += 1;
  const number = order.deliveryCount;
  const { target, body } = write();
  if (!isDropped) {
    const { dispute } = about;
    orderStore.note(order, {
      type: "delivery_begun",
      delivery: number,
      message,
      try: count,
      ...(dispute ? { dispute } : {}),
      url: target.url.href,
      body,
    });
  }
  return { number, message, try: count, ...about, at: formatIsoTime(clock.now()), target, body };
}

/** An order from an earlier start can have an address that is the sandbox's own now. */
async function post(
  target: ResolvedDeliveryTarget,
  { body, gate }: { body: string; gate: SimultaneousSendBarrier | undefined },
  { deliveryTimeout: deadline, own }: GatewayCore,
): Promise<DeliveryReply> {
  if (own.isReachedAt(target.url, target.addresses)) return { outcome: "own_address" };
  return postToShop(target, body, gate ? { deadline, gate } : { deadline });
}

function scheduleNextTry(
  order: Order,
  { planned, number, count, next, isDelivered }: MessageTry & { readonly isDelivered: boolean },
  { orderStore, clock, schedule, jobs, retryGaps }: GatewayCore,
): void {
  const gap = retryGaps[count - 1];
  if (isDelivered || next === undefined || gap === undefined) {
    jobs.remove(planned);
    if (!isDelivered && next) orderStore.note(order, { type: "gave_up", message: number, tries: count });
    return;
  }
  const due = clock.now() + gap;
  schedule.move({ id: planned.id, job: next }, due);
  const dueAt = formatIsoTime(due);
  orderStore.note(order, { type: "retry_planned", message: number, try: count + 1, dueAt });
}

/** Records when the earliest planned delivery of an order is due, inside `OrderStore.change`. */
export function recordNextDeliveryTime(order: Order, jobs: JobStore): void {
  order.nextDeliveryAt = jobs.nextOf(order.id, "notify", "dispute");
}
