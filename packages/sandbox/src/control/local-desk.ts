import type { Book } from "../book/book.ts";
import type { Delivery, Order } from "../book/order.ts";
import { viewOf } from "../book/order-view.ts";
import { SandboxError } from "../errors.ts";
import type { Fault } from "../faults/fault.ts";
import type { Settlement } from "../settlement/settlement.ts";
import type { NotifyRequest, OrderStory } from "./contract.ts";
import { deliveryTurns } from "./delivery-turns.ts";
import type { Desk, OfMerchant } from "./desk.ts";
import type { DeskParts } from "./desk-parts.ts";
import { clockAndQuirks } from "./local-settings.ts";
import { nextInWords } from "./next-in-words.ts";
import { notifySchema, pageSchema, readRequest, settleSchema } from "./requests.ts";

/** The desk of the gateway in this process. The control API is this desk over HTTP. */
export function localDesk(parts: DeskParts): Desk {
  return { ...orders(parts), ...clockAndQuirks(parts) };
}

function orders(parts: DeskParts) {
  const { book, settlement, watch } = parts;
  /** Finds the order, does something to it, and tells how it stands then. */
  const act = async (orderNumber: string, { merchant }: OfMerchant, change: (order: Order) => void) => {
    const order = find(book, orderNumber, merchant);
    change(order);
    return storyOf(order, parts);
  };
  const wait = deliveryTurns((wanted, until) => {
    const timeout = Number.isFinite(until) ? AbortSignal.timeout(Math.max(0, until - Date.now())) : never;
    return watch.next(wanted, timeout);
  });
  return {
    async latestOrders(page = {}) {
      const { limit, before } = readRequest(pageSchema, page);
      const found = book.latest(before === undefined ? { limit: limit + 1 } : { limit: limit + 1, before });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)?.id : undefined;
      return {
        orders: shown.map(viewOf),
        total: book.count(),
        ...(last === undefined ? {} : { before: last }),
      };
    },
    story: async (orderNumber, { merchant } = {}) => storyOf(find(book, orderNumber, merchant), parts),
    async settle(orderNumber, { merchant, ...how }) {
      const { outcome, reason, transaction } = readRequest(settleSchema, how);
      return act(orderNumber, merchant === undefined ? {} : { merchant }, (order) => {
        if (order.state === "paid" && outcome === "paid" && transaction !== "same") {
          throw wrongState(order, "pay-again pays it a second time");
        }
        const failure = reason ?? "the desk said so";
        settlement.settle(order, {
          as: outcome,
          by: "desk",
          ...(outcome === "failed" ? { reason: failure } : {}),
          ...(transaction ? { transaction } : {}),
        });
      });
    },
    closeOrder: (orderNumber, of = {}) => act(orderNumber, of, (order) => close(order, settlement)),
    payAgain: (orderNumber, of = {}) =>
      act(orderNumber, of, (order) => {
        if (order.state !== "paid") throw wrongState(order, "only a paid order can be paid again");
        settlement.settle(order, { as: "paid", by: "desk" });
      }),
    async notify(orderNumber, { merchant, ...how } = {}) {
      return notify(find(book, orderNumber, merchant), how, parts);
    },
    nextDelivery: wait,
  } satisfies Partial<Desk>;
}

const never = new AbortController().signal;

function find(book: Book, orderNumber: string, merchant: string | undefined): Order {
  const order = book.find(orderNumber, merchant);
  if (order) return order;
  const whose = merchant === undefined ? "" : ` of merchant ${merchant}`;
  throw new SandboxError("unknown_order", `there is no order ${orderNumber}${whose}`);
}

function storyOf(order: Order, { book, clock, jobs, retryGaps }: DeskParts): OrderStory {
  const planned = jobs.of(order.id);
  return {
    ...viewOf(order),
    timeline: book.timeline(order),
    next: nextInWords(order, { planned, clock, retryGaps }),
  };
}

function close(order: Order, settlement: Settlement): void {
  if (order.state === "pending") {
    settlement.settle(order, { as: "closed", by: "desk", reason: "the gateway closed it" });
  } else if (order.subscriptionId !== undefined && order.state === "paid" && !order.subscriptionClosed) {
    settlement.closeSubscription(order);
  } else throw wrongState(order, "only a pending order or a running subscription can be closed");
}

async function notify(order: Order, how: NotifyRequest, parts: DeskParts): Promise<readonly Delivery[]> {
  const { book, clock, notifier, schedule } = parts;
  const { faults, copies, released } = readRequest(notifySchema, how);
  const { outcome } = order;
  if (!outcome) throw wrongState(order, "there is nothing to notify yet");
  const duplicate: Fault[] =
    copies === 1 ? [] : [{ kind: "duplicate", copies, ...(released ? { together: true } : {}) }];
  const job = book.change(order, () =>
    notifier.enqueue(order, outcome, {
      due: clock.now(),
      held: true,
      once: true,
      faults: [...duplicate, ...faults],
    }),
  );
  const message = order.messageCount;
  // one that a fault has put off comes by itself
  if (job.due <= clock.now()) await schedule.now(job);
  return order.deliveries.filter((delivery) => delivery.message === message);
}

function wrongState({ orderNumber, state }: Order, why: string): SandboxError {
  return new SandboxError("wrong_state", `order ${orderNumber} is ${state}: ${why}`);
}
