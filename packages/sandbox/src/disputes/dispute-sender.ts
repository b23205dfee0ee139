import type { PlannedJob, PlannedJobOf } from "../clock/job.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { deliver, type MessageTry, recordNextDeliveryTime } from "../notifier/deliver.ts";
import type { Dispute, DisputeMessage } from "../orders/dispute.ts";
import type { Order } from "../orders/order.ts";
import { buildDisputeBody } from "./dispute-body.ts";

/** Adds a report to the timeline, inside `OrderStore.change`. Returns its message if the merchant has a webhook. */
export function reportDispute(
  order: Order,
  dispute: Omit<Dispute, "reportedAt">,
  { orderStore, schedule, jobs, clock, webhooks }: GatewayCore,
): PlannedJob | undefined {
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
export async function runDispute(
  order: Order,
  planned: PlannedJobOf<"dispute">,
  core: GatewayCore,
): Promise<void> {
  const { orderStore, jobs, faults, quirks, webhooks } = core;
  const target = webhooks.of(order.merchant.id);
  // The address was removed in the meantime.
  if (!target) return orderStore.change(order, () => jobs.remove(planned));
  const { message } = planned.job;
  const { number, dispute, tries } = message;
  const { type, transactionId, status: returncode } = dispute;
  const all = faults.of(order);
  const duplicate = tries === 0 ? all.find((fault) => fault.kind === "duplicate_dispute") : undefined;
  const drop = all.find(
    (fault) => fault.kind === "drop_dispute" && (fault.tries === undefined || tries < fault.tries),
  );
  const body = buildDisputeBody(order, dispute, quirks.of(order.merchant.id));
  const count = tries + 1;
  const messageTry: MessageTry = {
    planned,
    number,
    count,
    about: { dispute: type, transactionId, returncode },
    next: { kind: "dispute", message: { ...message, tries: count } },
    copies: duplicate?.copies ?? 1,
    isTogether: false,
    isDropped: drop !== undefined,
    applied: [duplicate, drop].filter((fault) => fault !== undefined),
    write: () => ({ target, body }),
  };
  await deliver(order, messageTry, core);
}
