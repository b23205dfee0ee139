import type { KillStep } from "@pay-index/conformance";
import type { FaultInput } from "@pay-index/sandbox/client";
import { Random } from "./random.ts";

/** What people and the gateway do. Repeated: more often. */
const acts = [
  ...(["submit", "submit", "pay", "pay", "pay", "pay", "decline", "close"] as const),
  ...(["change", "change", "cancel", "charge twice", "repeat", "repeat"] as const),
  ...(["refund", "resolve", "resolve"] as const),
] as const;

const troubles = ["outage", "connections end", "order fails"] as const;
/** A server takes seconds to start again, so at most one of these happens in a seed. */
const deaths = [
  ...(["restart", "killed once placed"] as const),
  ...(["started", "answered", "received", "decided", "applied"] as const satisfies readonly KillStep[]),
] as const;

const notificationFaults: readonly FaultInput[] = [
  { kind: "duplicate", copies: 4, together: true },
  { kind: "delay", seconds: 1 },
  { kind: "drop", tries: 2 },
  { kind: "wrong_token", tries: 1 },
  { kind: "succeed_after_fail", seconds: 1 },
  { kind: "fail_after_success", seconds: 1 },
  { kind: "pay_twice", seconds: 1 },
];
const saleFaults: readonly FaultInput[] = [
  { kind: "lost_connection", when: "before" },
  { kind: "lost_connection", when: "after" },
  { kind: "broken_response", as: "html" },
];

export interface Step {
  readonly order: number;
  readonly act: (typeof acts)[number];
  /** Which of the attempts there are by then, and which other choice there is. */
  readonly pick: number;
  readonly variant: "hosted" | "card" | "apm";
  /** Of a sale, and of the notifications of its outcome. */
  readonly saleFaults: readonly FaultInput[];
  readonly faults: readonly FaultInput[];
}

/** What happens at the same moment. */
export interface Round {
  readonly steps: readonly Step[];
  trouble: (typeof troubles)[number] | (typeof deaths)[number] | undefined;
  /** Seconds on the clock of the shop afterwards. */
  readonly passes: number;
}

export interface HostPlan {
  readonly seed: number;
  readonly orders: number;
  readonly rounds: readonly Round[];
}

/** Returns the plan of a seed: who does what, and what fails. The schedule of real servers is their own. */
export function drawHostPlan(seed: number): HostPlan {
  const random = new Random(seed, "host");
  const orders = 2 + random.int(2);
  const step = (order: number, act: Step["act"]): Step => ({
    order,
    act,
    pick: random.int(60),
    variant: random.pick(["hosted", "hosted", "card", "apm"]),
    saleFaults: random.chance(0.15) ? [random.pick(saleFaults)] : [],
    faults: random.chance(0.4) ? [random.pick(notificationFaults)] : [],
  });
  const round = (): Round => {
    // Most of what happens at the same moment is about one order.
    const about = random.int(orders);
    const steps = Array.from({ length: 2 + random.int(4) }, () =>
      step(random.chance(0.8) ? about : random.int(orders), random.pick(acts)),
    );
    const trouble = random.chance(0.4) ? random.pick(troubles) : undefined;
    return { steps, trouble, passes: random.pick([0, 0, 11, 31, 301]) };
  };
  const first = Array.from({ length: orders }, (_, order) => step(order, "submit"));
  const rounds = Array.from({ length: 4 + random.int(4) }, round);
  const deadly = rounds[random.int(2 * rounds.length)];
  if (deadly !== undefined) deadly.trouble = random.pick(deaths);
  return { seed, orders, rounds: [{ steps: first, trouble: undefined, passes: 0 }, ...rounds] };
}
