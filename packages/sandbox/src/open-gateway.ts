import { JobScheduler } from "./clock/job-scheduler.ts";
import { JobStore } from "./clock/job-store.ts";
import { type ClockSetting, SandboxClock } from "./clock/sandbox-clock.ts";
import { EventBroadcaster } from "./control/event-broadcaster.ts";
import { RejectedSales } from "./control/rejected-sales.ts";
import { DisputeWebhooks } from "./disputes/dispute-webhooks.ts";
import type { GatewayCore } from "./gateway-core.ts";
import { createSeededJitter } from "./jitter.ts";
import { NotificationReorder } from "./notifier/notification-reorder.ts";
import type { ResolvedOptions } from "./options.ts";
import { DeliveryWatch } from "./orders/delivery-watch.ts";
import { describeEvent } from "./orders/event-text.ts";
import { FaultRules } from "./orders/fault-rules.ts";
import type { Order } from "./orders/order.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import { OrderStore } from "./orders/order-store.ts";
import { SqliteDataFile } from "./orders/sqlite-data-file.ts";
import { runJob } from "./outcomes/run-job.ts";
import { QuirkSettings } from "./quirks/quirk-settings.ts";
import { OwnAddressChecker } from "./server/own-address-checker.ts";

/** Opens the stored data, and creates what is behind the routes. */
function openCore(settings: ResolvedOptions, url: () => string) {
  const { clock: base, log } = settings;
  const data = new SqliteDataFile(settings.data);
  const clock = new SandboxClock(base, data.setting<ClockSetting>("clock"));
  const keep = (setting: ClockSetting) => data.keep("clock", setting);
  const events = new EventBroadcaster(() => clock.now());
  const trouble = (error: unknown) => {
    const says = error instanceof Error ? error.message : "something failed";
    log(`trouble: ${says}`);
    events.tell({ type: "trouble", says });
  };
  const onEvent = (order: Order, event: OrderEvent) => {
    const says = `order ${order.orderId}: ${describeEvent(event)}`;
    if (!unloggedEvents.has(event.type)) log(says);
    const { orderId, merchant } = order;
    events.tell({ type: "order", says, orderId, merchantId: merchant.id, event });
    if (event.type === "delivery_ended") watch.ended(orderId);
  };
  const orderStore = new OrderStore({ data, now: () => clock.now(), onEvent });
  const watch = new DeliveryWatch(orderStore);
  const jobs = new JobStore(data);
  const own = new OwnAddressChecker(url);
  const core: GatewayCore = {
    ...settings,
    ...{ url, data, own, orderStore, clock, base, jobs, watch, events },
    schedule: new JobScheduler({ jobs, clock, base, keep, trouble }),
    faults: new FaultRules(data, orderStore),
    quirks: new QuirkSettings(data),
    webhooks: new DisputeWebhooks({ data, own, allowNotifyHosts: settings.allowNotifyHosts }),
    refusals: new RejectedSales(() => clock.now()),
    swaps: new NotificationReorder(),
    nextOffset: createSeededJitter(settings.seed, settings.jitter),
  };
  return { core, keep };
}

/**
 * Creates a gateway without a server. It opens the stored data. No job runs before `start`. Throws SandboxError
 * `data_file_in_use` or `data_file_unusable`.
 */
export function openGateway(settings: ResolvedOptions, url: () => string) {
  const { core, keep } = openCore(settings, url);
  const { clock, schedule, events, watch } = core;
  return {
    core,
    /** Applies the settings of this start, and continues with the jobs that were planned before. */
    start() {
      if (settings.frozen === true) clock.stand();
      if (settings.frozen === false && clock.frozen) clock.run();
      if (settings.quirks !== undefined) core.quirks.set(settings.quirks);
      keep(clock.setting);
      schedule.start((job) => runJob(job, core));
    },
    /** Leaves planned jobs unchanged. Resolves when the running ones have ended. */
    async close() {
      events.close();
      await schedule.close();
      watch.close();
    },
    /** Closes the data file. Call it after the last response. */
    shut: () => core.data.close(),
  };
}

/** Events that are not logged, because the line after them contains the same information. */
const unloggedEvents: ReadonlySet<OrderEvent["type"]> = new Set(["delivery_begun", "answered", "page"]);
