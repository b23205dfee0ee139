import type { ServerResponse } from "node:http";
import { chargeCard, insufficientFundsReason, type SubmittedCard, summarizeCard } from "./card-outcome.ts";
import type { PlannedJob } from "./clock/job.ts";
import type { GatewayCore } from "./gateway-core.ts";
import { recordNextDeliveryTime } from "./notifier/deliver.ts";
import type { Order, OrderState, ReturnStatus } from "./orders/order.ts";
import type { BuyerPageAction, BuyerPageName, OutcomeSource } from "./orders/order-event.ts";
import { declineFirstChargeByFault, scheduleFirstChargeRetry } from "./outcomes/first-charge.ts";
import { resolveOrder } from "./outcomes/order-outcomes.ts";

/** The buyer's way back to the shop: a GET of the address, or a POST of the fields to it. */
export type ReturnRedirect =
  | { readonly method: "GET"; readonly url: string }
  | { readonly method: "POST"; readonly url: string; readonly fields: Readonly<Record<string, string>> };

/**
 * Charges the card of a pending order without notifying the shop: the message is held until it is announced. There is none
 * if the buyer has to confirm the payment, or if the gateway tries the charge again.
 */
export function chargeOrder(order: Order, card: SubmittedCard, core: GatewayCore): PlannedJob | undefined {
  if (order.state !== "pending") return undefined;
  return core.orderStore.change(order, () => {
    order.card = summarizeCard(card.number);
    const charge = chargeCard(card, core.clock.now());
    switch (charge.outcome) {
      case "approved":
        return approve(order, "card", core);
      case "declined":
        return decline(order, { reason: charge.reason, declinedBy: "card" }, core);
      case "challenge":
        order.step = "challenge";
        return undefined;
    }
  });
}

/** The order is paid, unless a fault declines the first charge of a subscription. */
function approve(order: Order, by: OutcomeSource, core: GatewayCore): PlannedJob | undefined {
  return core.orderStore.change(order, () =>
    declineFirstChargeByFault(order, 1, core)
      ? decline(order, { reason: insufficientFundsReason, declinedBy: "fault" }, core)
      : resolveOrder(order, { as: "paid", by, held: true }, core),
  );
}

/** The order fails, unless its plan permits another attempt. */
function decline(
  order: Order,
  { reason, declinedBy }: { reason: string; declinedBy: "card" | "fault" },
  core: GatewayCore,
): PlannedJob | undefined {
  const isRetried =
    reason === insufficientFundsReason && scheduleFirstChargeRetry(order, { attempt: 1, declinedBy }, core);
  return isRetried ? undefined : resolveOrder(order, { as: "failed", by: "card", reason, held: true }, core);
}

/**
 * Sets the outcome of a pending order: failed if there is a failure, otherwise as for an approved card. Other orders do
 * not change.
 */
export async function resolveByBuyer(
  order: Order,
  { response, failure }: { readonly response: ServerResponse; readonly failure?: string | undefined },
  core: GatewayCore,
): Promise<void> {
  if (order.state !== "pending") return;
  const message =
    failure === undefined
      ? approve(order, "buyer", core)
      : resolveOrder(order, { as: "failed", by: "buyer", reason: failure, held: true }, core);
  await announce(order, { message, response }, core);
}

/** Records the buyer's action on a page, and the method chosen there. A page that is opened repeatedly is recorded once. */
export function notePage(
  order: Order,
  { act, page, method }: { act: BuyerPageAction; page: BuyerPageName; method?: string | undefined },
  { orderStore }: GatewayCore,
): void {
  const seen = `${page} ${act} ${method ?? ""}`;
  if (act === "opened" && order.lastPage === seen) return;
  orderStore.change(order, () => {
    order.lastPage = seen;
    if (act !== "opened" && method !== undefined) order.method = method;
    orderStore.note(order, { type: "page", page, act, ...(method === undefined ? {} : { method }) });
  });
}

/**
 * Records how the buyer returns to the shop, and returns the redirect with RET-FIELDS. Returns undefined if the callback address of an
 * order from an earlier start is now the sandbox's own address.
 */
export function sendBuyerBack(
  order: Order,
  { orderStore, own, quirks }: GatewayCore,
): ReturnRedirect | undefined {
  if (own.isWrittenAsReturn(order.callbackUrl)) return undefined;
  const status = returnStatusByState[order.state];
  const way = buildReturnRedirect(order, status, quirks.of(order.merchant.id).returnBy);
  orderStore.change(order, () => {
    order.returnedAs = status;
    orderStore.note(order, { type: "sent_back", status, method: way.method, url: way.url });
  });
  return way;
}

const returnStatusByState: Readonly<Record<OrderState, ReturnStatus>> = {
  pending: "processing",
  paid: "succeeded",
  failed: "fail",
  closed: "fail",
};

/**
 * Starts the first delivery before or after the response, depending on the seed. Before means that the response waits until the shop has
 * answered, but never longer than the offset, because the shop may be waiting for the response.
 */
export async function announce(
  order: Order,
  { message, response }: { readonly message: PlannedJob | undefined; readonly response: ServerResponse },
  core: GatewayCore,
): Promise<void> {
  if (!message) return;
  const { base, clock, nextOffset, schedule } = core;
  const offset = nextOffset();
  // A fault has delayed the message.
  if (message.due > clock.now()) return;
  if (offset >= 0) {
    // On a frozen clock the message would never be due.
    const release = () => releaseMessage(order, { message, offset: clock.frozen ? 0 : offset }, core);
    // If the client disconnected in the meantime, the response is already closed.
    if (response.closed || response.destroyed) release();
    else response.once("close", release);
    return;
  }
  await new Promise<void>((resolve) => {
    const cancel = base.after(-offset, resolve);
    void schedule.now(message).then(() => {
      cancel();
      resolve();
    });
  });
}

function releaseMessage(
  order: Order,
  { message, offset }: { readonly message: PlannedJob; readonly offset: number },
  { orderStore, clock, jobs, schedule }: GatewayCore,
): void {
  try {
    orderStore.change(order, () => {
      schedule.move(message, clock.now() + offset);
      recordNextDeliveryTime(order, jobs);
    });
  } catch (error) {
    schedule.later(message, error);
  }
}

function buildReturnRedirect(order: Order, status: ReturnStatus, method: ReturnRedirect["method"]) {
  const fields = { paymentStatus: status, orderID: order.orderId };
  if (method === "POST") return { method, url: order.callbackUrl, fields };
  return { method, url: appendQuery(order.callbackUrl, new URLSearchParams(fields).toString()) };
}

/** Returns the callback address as the shop wrote it, with the two fields added to its query. */
function appendQuery(callbackUrl: string, fields: string): string {
  const hash = callbackUrl.indexOf("#");
  const [address, fragment] =
    hash < 0 ? [callbackUrl, ""] : [callbackUrl.slice(0, hash), callbackUrl.slice(hash)];
  if (!address.includes("?")) return `${address}?${fields}${fragment}`;
  return address + (/[?&]$/.test(address) ? "" : "&") + fields + fragment;
}
