import type { GatewayJob, NotificationMessage, PlannedJob, PlannedJobOf } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Order, Outcome } from "../orders/order.ts";
import { deliver, type MessageTry, recordNextDeliveryTime } from "./deliver.ts";
import { changesNotification } from "./fault-effects.ts";
import { findFaultyDeliveryTarget } from "./find-faulty-delivery-target.ts";
import { buildNotificationBody, toReturncode } from "./notification-body.ts";

/** A message with an outcome of an order. */
export interface NewNotification {
  readonly outcome: Outcome;
  /** Whether the message waits until it is released. */
  readonly held?: boolean;
  /** The faults of this message only. */
  readonly faults?: readonly Fault[];
  /** Whether there is only one delivery. */
  readonly once?: boolean;
}

/** Milliseconds that a notification waits for another one to overtake it. */
const maxReorderWait = 60_000;

/** Adds a message, inside `OrderStore.change`. Includes the delays of faults. */
export function enqueueNotification(
  order: Order,
  { outcome, held, faults = [], once }: NewNotification,
  core: GatewayCore,
): PlannedJob {
  const { clock, jobs, schedule, swaps } = core;
  order.messageCount += 1;
  const number = order.messageCount;
  const message: NotificationMessage = { number, outcome, tries: 0, faults, ...(once ? { once } : {}) };
  const job: GatewayJob = { kind: "notify", message };
  const due = clock.now();
  const { milliseconds, group } = putOff(order, faults, core);
  const planned =
    held && milliseconds === 0
      ? jobs.add(order.id, job, { due, held })
      : schedule.plan(order.id, due + milliseconds, job);
  if (group !== undefined) swaps.join(group, planned);
  if (!once) recordNextDeliveryTime(order, jobs);
  return planned;
}

/** Makes one delivery now. Resolves when it is finished and the next one is scheduled. */
export async function runNotification(
  order: Order,
  planned: PlannedJobOf<"notify">,
  core: GatewayCore,
): Promise<void> {
  const { clock, schedule, swaps } = core;
  swaps.began(planned);
  await deliver(order, createTry(order, planned, core), core);
  const overtaken = swaps.ended(planned);
  if (overtaken) schedule.move(overtaken, clock.now());
}

function createTry(
  order: Order,
  planned: PlannedJobOf<"notify">,
  { orderStore, clock, faults, quirks }: GatewayCore,
): MessageTry {
  const { message } = planned.job;
  const { number, outcome, once } = message;
  const count = message.tries + 1;
  const all = [...message.faults, ...faults.of(order)];
  const spoiling = all.filter((fault) => changesNotification(fault, order, message));
  const drops = spoiling.filter(({ kind }) => kind === "drop");
  const isDropped = drops.length > 0;
  // Only the first delivery is duplicated, so that the shop also gets a single repeat.
  const duplicate = count === 1 && !isDropped ? all.find(({ kind }) => kind === "duplicate") : undefined;
  const isDuplicated = duplicate?.kind === "duplicate";
  const behaviour = quirks.of(order.merchant.id);
  return {
    planned,
    number,
    count,
    about: { transactionId: outcome.transactionId, returncode: toReturncode(outcome) },
    next: once ? undefined : { kind: "notify", message: { ...message, tries: count } },
    copies: isDuplicated ? duplicate.copies : 1,
    isTogether: isDuplicated && duplicate.together === true,
    isDropped,
    applied: isDropped ? drops : spoiling,
    write: () => ({
      target: findFaultyDeliveryTarget(order, spoiling, orderStore),
      body: buildNotificationBody({ order, outcome, sentAt: clock.now(), behaviour, faults: spoiling }),
    }),
  };
}

/** Returns the delay of a message by faults, and the group in which it swaps places. */
function putOff(order: Order, own: readonly Fault[], { orderStore, faults, swaps }: GatewayCore) {
  let milliseconds = 0;
  let group: string | undefined;
  for (const fault of [...own, ...faults.of(order)]) {
    if (fault.kind !== "delay" && fault.kind !== "reorder") continue;
    if (fault.kind === "delay") milliseconds += fault.seconds * 1000;
    else {
      group = faults.swapGroup(order);
      if (!swaps.hasWaiting(group)) milliseconds += maxReorderWait;
    }
    orderStore.noteFault(order, fault);
  }
  return group === undefined ? { milliseconds } : { milliseconds, group };
}
