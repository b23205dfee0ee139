import { setTimeout as pause } from "node:timers/promises";
import { fromAmountText, type Money, money, toAmountText } from "@pay-index/core";
import { createControlClient } from "@pay-index/sandbox/client";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoAttempt, DemoShopDriver } from "./demo-shop-driver.ts";
import { waitForRefunds } from "./sandbox-orders.ts";

/** The columns of the table of refunds. */
export const refundColumnWidths = {
  "refund of": 13,
  "gateway order ID": 20,
  amount: 10,
  "shop's db": 10,
  sandbox: 10,
  ms: 5,
} as const;

export type RefundRow = Readonly<Record<keyof typeof refundColumnWidths, string>>;

export interface RefundInput {
  /** The name of the sale. */
  readonly name: string;
  readonly shop: DemoShopDriver;
  readonly place: DemoEnvironment;
  readonly attempt: DemoAttempt;
}

/** The part of an order that staff refund. */
const amount = money(500, "USD");

/**
 * The shop asks for the result ten seconds after the gateway has accepted the refund, at the next sweep, which is ten seconds
 * later at the latest. If it gets no result, it asks again after a minute.
 */
const shopTimeoutMs = 90_000;
const pollIntervalMs = 200;

/**
 * Refunds a part of a paid order as staff do. Returns a function that waits for the result, and returns the row with what the
 * shop and the gateway say was refunded.
 *
 * @throws Error if the refund is refused. The returned function throws if it fails, or if the two do not agree in time
 */
export async function startPartialRefund(input: RefundInput): Promise<() => Promise<RefundRow>> {
  const startedAt = performance.now();
  await input.shop.refund(input.attempt, input.place, amount);
  return () => waitForRow(input, amount, startedAt);
}

/** Seconds. A notification that is repeated so long after the first one is no retry, so the shop asks the gateway what it means. */
const longAfter = 7 * 86_400;

/**
 * Refunds a paid order in the back office of the gateway, long after the payment. Returns the row with what the shop and the gateway say was
 * refunded.
 *
 * @throws Error as the function that `startPartialRefund` returns
 */
export async function refundInBackOffice(input: RefundInput): Promise<RefundRow> {
  const startedAt = performance.now();
  const { place, attempt } = input;
  const control = createControlClient(place.sandboxUrl);
  await place.passInShop(longAfter);
  await control.advance({ seconds: longAfter });
  const { amount, currency } = await control.refund(attempt.attemptId);
  await control.advance({ minutes: 1 });
  return waitForRow(input, fromAmountText(amount, currency), startedAt);
}

async function waitForRow(input: RefundInput, expected: Money, startedAt: number): Promise<RefundRow> {
  const inSandbox = await waitForRefunds(input.place.sandboxUrl, input.attempt.attemptId);
  if (inSandbox !== expected.minor)
    throw new Error(`the gateway accepted the refund, and refunded ${toText(inSandbox)}`);
  const inShop = await waitForShop(input);
  if (inShop !== inSandbox)
    throw new Error(
      `the shop's database says that ${toText(inShop)} was refunded, the sandbox says ${toText(inSandbox)}`,
    );
  return {
    "refund of": input.name,
    "gateway order ID": input.attempt.attemptId,
    amount: toText(expected.minor),
    "shop's db": toText(inShop),
    sandbox: toText(inSandbox),
    ms: String(Math.round(performance.now() - startedAt)),
  };
}

/** Returns what the shop's database says in the end. It records the refund at once, so another amount is final as well. */
async function waitForShop({ shop, place, attempt }: RefundInput): Promise<number> {
  const end = Date.now() + shopTimeoutMs;
  for (;;) {
    const found = await shop.refundedInDatabase(attempt, place);
    if (found > 0 || Date.now() > end) return found;
    await pause(pollIntervalMs);
  }
}

function toText(minor: number): string {
  return `${toAmountText(money(minor, amount.currency))} ${amount.currency}`;
}
