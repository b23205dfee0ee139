import fc from "fast-check";
import { expect } from "vitest";
import type { PaymentStore } from "../../src/entries/store.ts";
import type { Sale } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import {
  type CycleReport,
  type ExpectedCycles,
  expectedCycles,
  paysFirst,
  plannedCycles,
} from "./cycle-oracle.ts";

/** Most transactions are of one cycle; T1 and T2 are reported for any. */
const everyReport: fc.Arbitrary<CycleReport> = fc
  .record({
    cycle: fc.constantFrom(0, 1, 1, 2, 3, 4, 5, 6, 999_999_999),
    transaction: fc.constantFrom("own", "own", "another", "T1", "T2"),
    says: fc.constantFrom("right", "right", "short", "failed"),
    subscription: fc.constantFrom("ours", "ours", "ours", "another"),
    under: fc.constantFrom("sale", "sale", "own"),
    closes: fc.boolean(),
  })
  .map(({ transaction, ...told }) => ({
    ...told,
    transaction: transaction.startsWith("T") ? transaction : `${transaction} of ${told.cycle}`,
  }));

/**
 * Up to eight things, told in any order, some more than once. The first charge that pays names our gateway subscription ID, and so does what is told
 * of later cycles before it: until then nothing tells whose they are.
 */
export const cycleReportOrders: fc.Arbitrary<readonly CycleReport[]> = fc
  .tuple(
    fc.array(everyReport, { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(), { maxLength: 6 }),
    fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
  )
  .map(([told, repeats, order]) => {
    const again = repeats.map((index) => told[index % told.length] as CycleReport);
    const shuffled = [...told, ...again]
      .map((each, index) => ({ each, place: order[index] ?? 0 }))
      .sort((a, b) => a.place - b.place)
      .map(({ each }) => each);
    const naming = shuffled.findIndex(paysFirst);
    return shuffled.map((each, index) =>
      index === naming || (index < naming && each.cycle > 1) ? { ...each, subscription: "ours" } : each,
    );
  });

const fields: Readonly<Record<CycleReport["says"], Readonly<Record<string, string>>>> = {
  right: {},
  short: { true_amount: "0.01" },
  failed: { returncode: "2" },
};

/** The sale of a monthly plan whose first period is cheaper. */
export function plannedSale(reference: string): Sale {
  const plan = { ...minimalSales.subscription.plan, firstPeriodAmount: 500, totalCount: plannedCycles };
  return { ...minimalSales.subscription, reference, plan };
}

/** The fields of the notification that says it, about the sale that was submitted with this form. */
function fieldsOf(
  { cycle, transaction, says, subscription, closes, under }: CycleReport,
  form: URLSearchParams,
): Record<string, string> {
  return signFields({
    ...notificationFields(form),
    ...(cycle < 2 ? { true_amount: "5.00" } : {}),
    ...fields[says],
    transaction_id: transaction,
    payment_transaction_id: subscription === "ours" ? "M1" : "M2",
    ...(cycle === 0 ? {} : { payment_period_count: String(cycle) }),
    ...(closes ? { enabled: "0" } : {}),
    ...(under === "own" ? { orderid: "GATEWAYS-OWN" } : {}),
  });
}

/** The same notification, as another process can receive it. */
export function notificationOf(told: CycleReport, form: URLSearchParams) {
  const [attemptId = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
  return { attemptId, token, text: new URLSearchParams(fieldsOf(told, form)).toString() };
}

/** What became of it, in the oracle's words. `applied` are the keys of all effects that the shop was asked for. */
export async function observedCycles<Tx>(
  store: PaymentStore<Tx>,
  reference: string,
  applied: readonly string[],
): Promise<ExpectedCycles> {
  const { attempts, cycles, reviewItems, notifications } = await loadAllAttempts(store, {
    reference,
    cycles: "all",
  });
  expect(notifications).toEqual([]);
  const [attempt] = attempts;
  // That a sale was paid twice ends by itself once its transactions have paid other cycles: that it was an item is what is compared.
  // Which fields a notification lacks has tests of its own (ITEM-FIELDS).
  const items = reviewItems
    .filter(({ kind }) => kind !== "incomplete-notification")
    .filter(({ status, kind }) => kind === "paid-twice" || (status === "open" && kind !== "no-result"))
    .map(({ kind, dedupeKey, cycle = 1 }) => `${cycle} ${kind} ${dedupeKey}`.trim());
  const twice = reviewItems.flatMap(({ status, kind, cycle = 1 }) =>
    kind === "paid-twice" && status === "open" && cycle <= plannedCycles ? [cycle] : [],
  );
  const own = applied.filter((key) => key.startsWith(`${attempt?.attemptId}/`));
  expect(new Set(own).size).toBe(own.length);
  return {
    state: attempt?.state ?? "none",
    cycles: cycles.map(({ number, state }) => `${number} ${state}`),
    renewals: own
      .flatMap((key) => /\/cycle-(\d+)\/place-renewal$/.exec(key)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b),
    isClosed: own.some((key) => key.endsWith("/report-subscription-closed")),
    items: items.sort(),
    twice: [...new Set(twice)].sort((a, b) => a - b),
  };
}

/** A shop that sells subscriptions, and hears of them what it is told. */
export class CycleReportShop extends TestShop {
  readonly #applied: string[] = [];
  #orderCount = 0;

  constructor() {
    super();
    const noted =
      <Answer>(answer: Answer) =>
      async ({ key }: { readonly key: string }) => {
        this.#applied.push(key);
        return answer;
      };
    this.placeOrder = noted({ placed: {} });
    this.placeRenewal = noted({ placed: {} });
    this.subscriptionClosed = noted({ done: true } as const);
  }

  /** Tells it in this order, through the real methods, and compares what became of it with the oracle. */
  async hear(telling: readonly CycleReport[]): Promise<void> {
    const reference = `order-${++this.#orderCount}`;
    await this.gateway.start(plannedSale(reference));
    for (const told of telling)
      expect(await this.post(fieldsOf(told, this.lastForm))).toMatchObject({ status: 200, body: "OK" });
    expect(await observedCycles(this.store, reference, this.#applied)).toEqual(expectedCycles(telling));
  }
}
