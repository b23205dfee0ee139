import type { PlannedJob, PlannedJobOf } from "../clock/job.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { deliver, recordNextDeliveryTime } from "../notifier/deliver.ts";
import type { Dispute, DisputeMessage } from "../orders/dispute.ts";
import type { Order } from "../orders/order.ts";
import { buildDisputeBody } from "./dispute-body.ts";
import type { DisputeWebhooks } from "./dispute-webhooks.ts";

/** Sends the messages of the dispute webhook, repeatedly, until the shop answers `OK` or the retries are used up. */
export class DisputeSender {
  readonly #core: GatewayCore;
  readonly #webhooks: DisputeWebhooks;

  constructor(core: GatewayCore, webhooks: DisputeWebhooks) {
    this.#core = core;
    this.#webhooks = webhooks;
  }

  /** Adds a report to the timeline, inside `OrderStore.change`. Returns its message if the merchant has a webhook. */
  report(order: Order, dispute: Omit<Dispute, "reportedAt">): PlannedJob | undefined {
    const { orderStore, schedule, jobs, clock } = this.#core;
    const hasWebhook = this.#webhooks.of(order.merchant.id) !== undefined;
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
  async run(order: Order, planned: PlannedJobOf<"dispute">): Promise<void> {
    const { orderStore, jobs, faults, quirks } = this.#core;
    const target = this.#webhooks.of(order.merchant.id);
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
    await deliver(
      order,
      {
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
      },
      this.#core,
    );
  }
}
