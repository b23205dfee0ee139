import type { Options, Variant } from "@pay-index/core";
import { type AddedFault, type FaultName, faultNames, faults, rareFaults } from "./faults.ts";
import { Random } from "./random.ts";

/** Everything that differs between two simulations. */
export interface Plan {
  readonly seed: number;
  readonly payments: number;
  readonly processes: number;
  /** The indexes of the payments that take part. Default: all. */
  readonly only: ReadonlySet<number> | undefined;
  readonly rates: ReadonlyMap<FaultName, number>;
  readonly added: readonly AddedFault[];
  /** Milliseconds for which faults happen. */
  readonly faultsEnd: number;
  readonly store: "memory" | "sql";
  /** Whether the host places orders in transactions, or with keys that it remembers. */
  readonly host: "transactions" | "keys";
  /** Milliseconds by which clocks differ. */
  readonly skew: number;
  readonly tickEvery: number;
  readonly variants: readonly Variant[];
  readonly signRule: "received" | "received-attach" | "received-zero" | "fields";
  readonly rotatesKeys: boolean;
  /** Whether some buyers pay by links that staff make. */
  readonly usesLinks: boolean;
  readonly options: Partial<Options>;
}

/** What a smaller simulation leaves out, to find what a failure needs, and what a reader adds. */
export interface PlanChanges {
  readonly only?: readonly number[] | undefined;
  readonly without?: readonly FaultName[] | undefined;
  readonly added?: readonly AddedFault[] | undefined;
}

export function drawPlan(seed: number, { only, without = [], added = [] }: PlanChanges = {}): Plan {
  const random = new Random(seed, "plan");
  const fewFaults = random.chance(0.2);
  const intensity = random.pick([0.3, 1, 1, 3]);
  const rates = new Map<FaultName, number>();
  for (const name of faultNames.filter((each) => !rareFaults.some((rare) => rare === each))) {
    const isOn = random.chance(fewFaults ? 0.15 : 0.5);
    if (isOn) rates.set(name, Math.min(0.6, faults[name] * intensity));
  }
  const host = random.pick(["transactions", "keys"] as const);
  // Without a transaction, nothing stops a process that goes on after its lease has ended.
  const needTransactions: readonly FaultName[] = ["process pauses", "clock jumps"];
  const mayHappen = (fault: FaultName) => host === "transactions" || !needTransactions.includes(fault);
  const variants = random.pick<readonly Variant[]>([
    ["hosted", "link", "apm", "card", "subscription"],
    ["hosted"],
    ["card"],
    ["subscription"],
  ]);
  const payments = 1 + random.int(random.pick([4, 16, 40]));
  const plan: Plan = {
    seed,
    payments,
    processes: random.pick([1, 2, 2, 3]),
    only: only === undefined ? undefined : new Set(only),
    rates,
    added: added.filter(({ fault }) => mayHappen(fault)),
    faultsEnd:
      (variants.includes("subscription") && random.chance(0.4) ? 20 * 1440 : random.pick([20, 60, 240])) *
      60_000,
    store: payments <= 4 && random.chance(0.1) ? "sql" : "memory",
    host,
    skew: random.pick([0, 0, 2000, 20_000]),
    tickEvery: random.pick([10_000, 30_000, 60_000]),
    variants,
    signRule: random.pick(["received", "received", "received-attach", "received-zero", "fields"]),
    rotatesKeys: random.chance(0.2),
    options: drawOptions(random),
    // What is drawn last leaves the other draws of a seed the same.
    usesLinks: random.chance(0.2),
  };
  for (const name of rareFaults) if (random.chance(0.1)) rates.set(name, faults[name]);
  for (const name of [...needTransactions.filter((each) => !mayHappen(each)), ...without]) rates.delete(name);
  return plan;
}

function drawOptions(random: Random): Partial<Options> {
  const maybe = <Value>(probability: number, value: Value) => (random.chance(probability) ? value : {});
  const operations = {
    ...maybe(0.5, { query: { minimumGap: 1 } }),
    ...maybe(0.5, { refund: {}, refundQuery: {} }),
    ...maybe(0.5, { cancelSubscription: {} }),
    ...maybe(0.5, { disputeWebhook: {} }),
  };
  return {
    ...maybe(0.2, { acknowledgement: "success" }),
    ...maybe(0.2, { amountDecimals: 2 as const }),
    ...maybe(0.25, { immediateSuccess: "paid" as const }),
    ...maybe(0.2, { unsignedNotifications: "record" as const }),
    ...maybe(0.25, { failedNotificationLimit: 5 }),
    ...maybe(0.2, { retention: 86_400 }),
    ...maybe(0.35, {
      amountMismatch: { acceptOverpayment: { USD: 5, JPY: 5 }, acceptUnderpayment: { USD: 5, JPY: 5 } },
    }),
    ...(random.chance(0.3) ? {} : { operations }),
  };
}
