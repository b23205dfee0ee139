import { toAmountText } from "@pay-index/core";
import type { Delivery, OrderEvent, OrderStory } from "@pay-index/sandbox/client";
import type { SubscriptionInDatabase } from "../demo-shop.ts";
import { plot } from "./plot.ts";

/** The table of the year. */
export const widths = {
  cycle: 5,
  due: 10,
  "sandbox's book": 23,
  notification: 16,
  "shop's db": 20,
  agree: 5,
} as const;

export type Row = Readonly<Record<keyof typeof widths, string>>;

/** What both sides say. The first order is the shop's word for it, as its database has it. */
export interface Books {
  readonly story: OrderStory;
  readonly shop: SubscriptionInDatabase & { readonly firstIsPaid: boolean };
}

/** One cycle as the gateway's book and the shop's database have it, each by itself, and whether they say the same. */
export function rowOf(cycle: number, { story, shop }: Books): Row {
  const charge = chargeOf(cycle, story);
  const told = story.deliveries.filter(({ transactionId }) => transactionId === charge?.transactionId);
  const isClosing = cycle === plot.closedWith;
  return {
    cycle: String(cycle),
    due: dueOf(cycle, story)?.slice(0, 10) ?? "never",
    "sandbox's book":
      charge === undefined ? "not charged" : chargeInWords(charge, isClosing && isClosed(story)),
    notification: charge === undefined ? "none" : toldInWords(told),
    "shop's db": shopInWords(cycle, shop) + (isClosing && shop.closed > 0 ? ", closed" : ""),
    agree: agree(cycle, { story, shop }) ? "yes" : "NO",
  };
}

interface Charge {
  readonly transactionId: string;
  /** Of which the last one counts. */
  readonly tries: number;
}

function chargeOf(cycle: number, { timeline }: OrderStory): Charge | undefined {
  const isIts = (event: OrderEvent) =>
    event.type === "settled" && event.cycle === cycle && event.as === "paid";
  const end = timeline.findIndex(isIts);
  const settled = timeline[end];
  if (settled?.type !== "settled") return undefined;
  const begin = timeline.findIndex((event) => event.type === "cycle_planned" && event.cycle === cycle);
  const declined = timeline
    .slice(begin + 1, end)
    .filter((event) => event.type === "fault_applied" && event.fault === "decline_cycle");
  return { transactionId: settled.transactionId, tries: declined.length + 1 };
}

function dueOf(cycle: number, { timeline }: OrderStory): string | undefined {
  for (const event of timeline) {
    if (event.type === "cycle_planned" && event.cycle === cycle) return event.dueAt;
    if (cycle === 1 && event.type === "settled") return event.at;
  }
  return undefined;
}

function isClosed({ timeline }: OrderStory): boolean {
  return timeline.some(({ type }) => type === "subscription_closed");
}

function chargeInWords({ tries }: Charge, closed: boolean): string {
  const how = tries === 1 ? "paid" : `declined, paid at try ${tries}`;
  return closed ? `${how}, closed` : how;
}

function toldInWords(deliveries: readonly Delivery[]): string {
  const outcomes = deliveries.map(({ outcome }) => outcome);
  return outcomes.filter((outcome, place) => outcome !== outcomes[place - 1]).join(", then ");
}

function shopInWords(cycle: number, { firstIsPaid, renewals, missed }: Books["shop"]): string {
  if (cycle === 1) return firstIsPaid ? "paid" : "not paid";
  const times = renewals.filter((renewal) => renewal.cycle === cycle).length;
  const wasMissed = missed.includes(cycle);
  if (times === 0) return wasMissed ? "missed" : "no order";
  const renewed = times === 1 ? "renewed" : `renewed ${times} times`;
  return wasMissed ? `missed, then ${renewed}` : renewed;
}

/** A charge is one order of the same transaction and money, and no charge is none. What went amiss is known, and nothing else. */
function agree(cycle: number, { story, shop }: Books): boolean {
  if (shop.missed.includes(cycle) !== (cycle === plot.missed)) return false;
  if (cycle === plot.closedWith && (!isClosed(story) || shop.closed !== 1)) return false;
  const charge = chargeOf(cycle, story);
  if (cycle === 1) return charge !== undefined && shop.firstIsPaid;
  const orders = shop.renewals.filter((renewal) => renewal.cycle === cycle);
  if (charge === undefined) return cycle > plot.closedWith && orders.length === 0;
  const [order] = orders;
  const { amount, currency } = story;
  return (
    orders.length === 1 &&
    order?.transactionId === charge.transactionId &&
    toAmountText({ minor: order.minor, currency }) === amount
  );
}
