import { toAmountText } from "@pay-index/core";
import type { Delivery, OrderDetails, OrderEvent } from "@pay-index/sandbox/client";
import type { SubscriptionInShopDatabase } from "../demo-shop-driver.ts";
import { yearScenario } from "./year-scenario.ts";

/** The columns of the year's table. */
export const cycleColumnWidths = {
  cycle: 5,
  due: 10,
  "sandbox's orders": 23,
  notification: 16,
  "shop's db": 20,
  agree: 5,
} as const;

export type CycleRow = Readonly<Record<keyof typeof cycleColumnWidths, string>>;

/** The records of both sides, each from its own database. */
export interface GatewayAndShopRecords {
  readonly details: OrderDetails;
  readonly shop: SubscriptionInShopDatabase & { readonly firstIsPaid: boolean };
}

/** Returns one cycle in the records of the gateway and the shop, and whether they agree. */
export function toCycleRow(cycle: number, { details, shop }: GatewayAndShopRecords): CycleRow {
  const charge = findCharge(cycle, details);
  const told = details.deliveries.filter(({ transactionId }) => transactionId === charge?.transactionId);
  const isClosing = cycle === yearScenario.closedWith;
  return {
    cycle: String(cycle),
    due: findDueDate(cycle, details)?.slice(0, 10) ?? "never",
    "sandbox's orders":
      charge === undefined ? "not charged" : toChargeText(charge, isClosing && isClosed(details)),
    notification: charge === undefined ? "none" : toDeliveryText(told),
    "shop's db": toShopText(cycle, shop) + (isClosing && shop.closed > 0 ? ", closed" : ""),
    agree: recordsAgree(cycle, { details, shop }) ? "yes" : "NO",
  };
}

interface CycleCharge {
  readonly transactionId: string;
  /** The number of tries. The last one counts. */
  readonly tries: number;
}

function findCharge(cycle: number, { timeline }: OrderDetails): CycleCharge | undefined {
  const isIts = (event: OrderEvent) =>
    event.type === "decided" && event.cycle === cycle && event.as === "paid";
  const end = timeline.findIndex(isIts);
  const decided = timeline[end];
  if (decided?.type !== "decided") return undefined;
  const begin = timeline.findIndex((event) => event.type === "cycle_planned" && event.cycle === cycle);
  const declined = timeline
    .slice(begin + 1, end)
    .filter((event) => event.type === "fault_applied" && event.fault === "decline_cycle");
  return { transactionId: decided.transactionId, tries: declined.length + 1 };
}

function findDueDate(cycle: number, { timeline }: OrderDetails): string | undefined {
  for (const event of timeline) {
    if (event.type === "cycle_planned" && event.cycle === cycle) return event.dueAt;
    if (cycle === 1 && event.type === "decided") return event.at;
  }
  return undefined;
}

function isClosed({ timeline }: OrderDetails): boolean {
  return timeline.some(({ type }) => type === "subscription_closed");
}

function toChargeText({ tries }: CycleCharge, closed: boolean): string {
  const how = tries === 1 ? "paid" : `declined, paid at try ${tries}`;
  return closed ? `${how}, closed` : how;
}

function toDeliveryText(deliveries: readonly Delivery[]): string {
  const outcomes = deliveries.map(({ outcome }) => outcome);
  return outcomes.filter((outcome, place) => outcome !== outcomes[place - 1]).join(", then ");
}

function toShopText(
  cycle: number,
  { firstIsPaid, renewals, overdue }: GatewayAndShopRecords["shop"],
): string {
  if (cycle === 1) return firstIsPaid ? "paid" : "not paid";
  const times = renewals.filter((renewal) => renewal.cycle === cycle).length;
  const wasOverdue = overdue.includes(cycle);
  if (times === 0) return wasOverdue ? "overdue" : "no order";
  const renewed = times === 1 ? "renewed" : `renewed ${times} times`;
  return wasOverdue ? `overdue, then ${renewed}` : renewed;
}

/**
 * Whether the records agree: each charge has one order with the same transaction and amount. The planned problems are
 * known.
 */
function recordsAgree(cycle: number, { details, shop }: GatewayAndShopRecords): boolean {
  if (shop.overdue.includes(cycle) !== (cycle === yearScenario.overdue)) return false;
  if (cycle === yearScenario.closedWith && (!isClosed(details) || shop.closed !== 1)) return false;
  const charge = findCharge(cycle, details);
  if (cycle === 1) return charge !== undefined && shop.firstIsPaid;
  const orders = shop.renewals.filter((renewal) => renewal.cycle === cycle);
  if (charge === undefined) return cycle > yearScenario.closedWith && orders.length === 0;
  const [order] = orders;
  const { amount, currency } = details;
  return (
    orders.length === 1 &&
    order?.transactionId === charge.transactionId &&
    toAmountText({ minor: order.minor, currency }) === amount
  );
}
