import { BuyerCheckoutService } from "./buyer-checkout-service.ts";
import { JobScheduler } from "./clock/job-scheduler.ts";
import { JobStore } from "./clock/job-store.ts";
import { type ClockSetting, SandboxClock } from "./clock/sandbox-clock.ts";
import { EventBroadcaster } from "./control/event-broadcaster.ts";
import { createLocalControl } from "./control/local-control.ts";
import { RejectedSales } from "./control/rejected-sales.ts";
import { DisputeSender } from "./disputes/dispute-sender.ts";
import { DisputeWebhooks } from "./disputes/dispute-webhooks.ts";
import type { GatewayCore } from "./gateway-core.ts";
import { createSeededJitter } from "./jitter.ts";
import { Notifier } from "./notifier/notifier.ts";
import { OperationEndpoint } from "./operations/operation-endpoint.ts";
import type { ResolvedOptions } from "./options.ts";
import { DeliveryWatch } from "./orders/delivery-watch.ts";
import { describeEvent } from "./orders/event-text.ts";
import { FaultRules } from "./orders/fault-rules.ts";
import type { Order } from "./orders/order.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import { OrderStore } from "./orders/order-store.ts";
import { SqliteDataFile } from "./orders/sqlite-data-file.ts";
import { OrderOutcomes } from "./outcomes/order-outcomes.ts";
import { runJob } from "./outcomes/run-job.ts";
import { QuirkSettings } from "./quirks/quirk-settings.ts";
import { Refunds } from "./refunds/refunds.ts";
import { SaleEndpoint } from "./sale-endpoint/sale-endpoint.ts";
import { OwnAddressChecker } from "./server/own-address-checker.ts";

/** Opens the stored data, and creates what every service uses. Returns also who listens to the events of orders. */
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
  const schedule = new JobScheduler({ jobs, clock, base, keep, trouble });
  const faults = new FaultRules(data, orderStore);
  const quirks = new QuirkSettings(data);
  const own = new OwnAddressChecker(url);
  const core: GatewayCore = {
    ...settings,
    data,
    own,
    orderStore,
    clock,
    base,
    jobs,
    schedule,
    faults,
    quirks,
  };
  return { core, events, watch, keep };
}

/**
 * Creates a gateway without a server: all services behind its routes. It opens the stored data. No job runs before `start`.
 * Throws SandboxError `data_file_in_use` or `data_file_unusable`.
 */
export function openGatewayServices(settings: ResolvedOptions, url: () => string) {
  const { core, events, watch, keep } = openCore(settings, url);
  const { log, clock, schedule, quirks, orderStore } = core;
  const refusals = new RejectedSales(() => clock.now());
  const notifier = new Notifier(core);
  const outcomes = new OrderOutcomes(core, notifier);
  const nextOffset = createSeededJitter(settings.seed, settings.jitter);
  const buyerCheckout = new BuyerCheckoutService({ ...core, notifier, outcomes, nextOffset });
  const onRefused = (message: string, form: ReadonlyMap<string, string>) => {
    const refusal = refusals.add(message, form);
    const says = `refused a sale: ${refusal.message}`;
    log(says);
    events.tell({ type: "refused", says, refusal: refusal.number });
  };
  const saleEndpoint = new SaleEndpoint({ ...core, buyerCheckout, url, onRefused });
  const webhooks = new DisputeWebhooks(core);
  const disputes = new DisputeSender(core, webhooks);
  const refunds = new Refunds({ ...core, disputes, notifier });
  const operations = new OperationEndpoint({ ...core, refunds, outcomes });
  const services = { ...core, disputes, refunds, outcomes, notifier };
  const control = createLocalControl({ ...services, webhooks, refusals, watch, events });
  return {
    orderStore,
    buyerCheckout,
    saleEndpoint,
    operations,
    control,
    watch,
    events,
    /** Applies the settings of this start, and continues with the jobs that were planned before. */
    start() {
      if (settings.frozen === true) clock.stand();
      if (settings.frozen === false && clock.frozen) clock.run();
      if (settings.quirks !== undefined) quirks.set(settings.quirks);
      keep(clock.setting);
      schedule.start((job) => runJob(job, services));
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

/** The services behind the routes. */
export type GatewayServices = ReturnType<typeof openGatewayServices>;

/** Events that are not logged, because the line after them contains the same information. */
const unloggedEvents: ReadonlySet<OrderEvent["type"]> = new Set(["delivery_begun", "answered", "page"]);
