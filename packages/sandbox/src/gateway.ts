import { Book } from "./book/book.ts";
import { DataFile } from "./book/data-file.ts";
import { DeliveryWatch } from "./book/delivery-watch.ts";
import { eventInWords } from "./book/event-in-words.ts";
import type { Order } from "./book/order.ts";
import type { OrderEvent } from "./book/timeline.ts";
import { JobShelf } from "./clock/job-shelf.ts";
import { type ClockSetting, SandboxClock } from "./clock/sandbox-clock.ts";
import { Schedule } from "./clock/schedule.ts";
import { localDesk } from "./control/local-desk.ts";
import { EventHub } from "./events/event-hub.ts";
import { FaultDesk } from "./faults/fault-desk.ts";
import { seededJitter } from "./jitter.ts";
import { Notifier } from "./notifier/notifier.ts";
import type { Settings } from "./options.ts";
import { QuirkDesk } from "./quirks/quirk-desk.ts";
import { RefusalShelf } from "./refusals/refusal-shelf.ts";
import { SaleDesk } from "./sale-desk/sale-desk.ts";
import { OwnAddress } from "./server/own-address.ts";
import { runJob } from "./settlement/run-job.ts";
import { Settlement } from "./settlement/settlement.ts";
import { Till } from "./till.ts";

/**
 * A gateway without a server: everything that stands behind its routes. Opens what was kept and puts the rooms together. Nothing planned runs before `start`.
 * Throws SandboxError `data_file_in_use` or `data_file_unusable`.
 */
export function openGateway(settings: Settings, url: () => string) {
  const { clock: base, log } = settings;
  const data = new DataFile(settings.data);
  const clock = new SandboxClock(base, data.setting<ClockSetting>("clock"));
  const keep = (setting: ClockSetting) => data.keep("clock", setting);
  const events = new EventHub(() => clock.now());
  const trouble = (error: unknown) => {
    const says = error instanceof Error ? error.message : "something failed";
    log(`trouble: ${says}`);
    events.tell({ type: "trouble", says });
  };
  const onEvent = (order: Order, event: OrderEvent) => {
    const says = `order ${order.orderNumber}: ${eventInWords(event)}`;
    if (!quiet.has(event.type)) log(says);
    const { orderNumber, merchant } = order;
    events.tell({ type: "order", says, orderNumber, merchantId: merchant.id, event });
    if (event.type === "delivery_ended") watch.ended(orderNumber);
  };
  const book = new Book({ data, now: () => clock.now(), onEvent });
  const watch = new DeliveryWatch(book);
  const jobs = new JobShelf(data);
  const schedule = new Schedule({ jobs, clock, base, keep, trouble });
  const faults = new FaultDesk(data, book);
  const quirks = new QuirkDesk(data);
  const refusals = new RefusalShelf(() => clock.now());
  const own = new OwnAddress(url);
  const common = { ...settings, own, book, clock, base, jobs, schedule, faults, quirks };
  const notifier = new Notifier(common);
  const settlement = new Settlement({ ...common, notifier });
  const nextOffset = seededJitter(settings.seed, settings.jitter);
  const till = new Till({ ...common, notifier, settlement, nextOffset });
  const onRefused = (message: string, form: ReadonlyMap<string, string>) => {
    const refusal = refusals.add(message, form);
    const says = `refused a sale: ${refusal.message}`;
    log(says);
    events.tell({ type: "refused", says, refusal: refusal.number });
  };
  const saleDesk = new SaleDesk({ ...common, till, url, onRefused });
  const desk = localDesk({ ...common, settlement, notifier, refusals, watch, events });
  return {
    book,
    till,
    saleDesk,
    desk,
    watch,
    events,
    /** Begins with the settings of this start, and goes on with what was planned before. */
    start() {
      if (settings.frozen === true) clock.stand();
      if (settings.frozen === false && clock.frozen) clock.run();
      if (settings.quirks !== undefined) quirks.set(settings.quirks);
      keep(clock.setting);
      schedule.start((job) => runJob(job, { ...common, notifier, settlement }));
    },
    /** What is planned is left as it is; resolves when what is on its way has ended. */
    async close() {
      events.close();
      await schedule.close();
      watch.close();
    },
    /** After the last response. */
    shut: () => data.close(),
  };
}

/** Not worth a line of the log: the line that follows says the same. */
const quiet: ReadonlySet<OrderEvent["type"]> = new Set(["delivery_begun", "answered", "page"]);
