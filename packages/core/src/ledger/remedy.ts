import type { DecisionFact } from "../payment/fact.ts";
import type { PaymentState } from "../payment/judge.ts";
import { orderChanged } from "./amount-due.ts";
import type { PaymentStatus } from "./status.ts";
import type { Work, WorkKind } from "./work.ts";

/** `work`: do it again. All others book what a person decided. */
export type Remedy = "work" | DecisionFact["action"];

type About = Pick<Work, "kind" | "orderNumber" | "cycle" | "problem">;

/**
 * What staff may decide about an item of this kind; `decide` takes no other. What is paid is accepted already, of what never came nothing
 * is given back, and a look that is still to be taken is taken. Pages offer the first one first: closing an item of a known charge records
 * no refund.
 */
export function decisionsOn(kind: WorkKind): readonly DecisionFact["action"][] {
  switch (kind) {
    case "cycle-due":
    case "check-result":
      return [];
    // That the shop could not be told.
    case "closed":
    case "missed":
    case "book-refund":
      return ["closed"];
    // How a notification was signed says nothing of the money that it reports.
    case "weaker-rule":
      return ["closed"];
    case "cycle-missing":
      return ["accepted", "closed"];
    case "paid":
    case "cycle":
    case "paid-twice":
    case "charged-after-closing":
    case "refund-due":
      return ["refunded", "closed"];
    default:
      return ["accepted", "closed", "refunded"];
  }
}

/** Whether this decision must name the `cycle` that it is about: a charge whose cycle cannot be told is accepted for one. */
export function namesCycle(kind: WorkKind, action: DecisionFact["action"]): boolean {
  return kind === "unknown-cycle" && action === "accepted";
}

/**
 * The one thing that staff is advised to do about an item, once they have looked at the gateway. It is the one that is safe when
 * they err: money that is reported after closing or a recorded refund still counts, and nothing is shipped. `payments` are those of its
 * book.
 */
export function remedyOf(item: About, payments: readonly PaymentStatus[]): Remedy {
  switch (item.kind) {
    case "cycle":
      return remedyOfCycle(item);
    case "paid":
      return isFinal(item) || isChanged(item) ? "refunded" : "work";
    case "closed":
    case "missed":
    case "book-refund":
    case "cycle-due":
    case "check-result":
    case "not-verified":
      return "work";
    case "mismatch":
    case "paid-twice":
    case "refund-due":
    case "refund-notice":
    case "unknown-cycle":
    case "unexpected-cycle":
    case "charged-after-closing":
      return "refunded";
    case "cycle-missing":
    case "transaction-reused":
    case "weaker-rule":
      return "closed";
    case "other-master":
      // A first payment that names another one is booked, and its goods are on their way.
      return stateOf(item, payments) === "review" ? "refunded" : "closed";
    case "no-result":
    case "contradictory":
    case "unknown-code":
      return stateOf(item, payments) === "paid" ? "refunded" : "closed";
  }
}

/** Whether a retry may resolve this item. Pages offer one for such an item, also where they advise something else. */
export function canRetry(item: Pick<About, "kind" | "problem">): boolean {
  switch (item.kind) {
    case "paid":
      return !isFinal(item);
    case "cycle":
      return remedyOfCycle(item) === "work";
    case "closed":
    case "missed":
    case "book-refund":
    case "cycle-due":
    case "check-result":
    case "not-verified":
      return true;
    default:
      return false;
  }
}

/**
 * Refusals that no retry changes: the order or cart is gone, cancelled, or paid in another way. A host uses these codes for
 * these cases only.
 */
const finalRefusals: ReadonlySet<string> = new Set([
  "cart_completed",
  "cart_missing",
  "channel_missing",
  "first_order_cancelled",
  "first_order_missing",
  "host_missing",
  "order_cancelled",
  "order_placed",
]);

/** Staff of most shops cannot change the cart of a buyer, and nobody else could make a retry succeed. */
function isChanged({ problem }: Pick<About, "problem">): boolean {
  return problem?.code === orderChanged || problem?.code === "cart_changed";
}

function isFinal({ problem }: Pick<About, "problem">): boolean {
  return problem !== undefined && finalRefusals.has(problem.code);
}

/** Trying again makes no order where the ledger would not ask the shop for one. */
function remedyOfCycle(item: Pick<About, "problem">): Remedy {
  if (isFinal(item)) return "refunded";
  switch (item.problem?.code) {
    case "first_not_placed":
    case "paid_twice":
      return "refunded";
    case "renewals_not_made":
      return "closed";
    default:
      return "work";
  }
}

/** That of the cycle which the item is about, or of its payment. */
function stateOf({ orderNumber, cycle }: About, payments: readonly PaymentStatus[]): PaymentState {
  const payment = payments.find((each) => each.orderNumber === orderNumber);
  if (cycle === undefined) return payment?.state ?? "created";
  return payment?.subscription?.cycles.find(({ number }) => number === cycle)?.state ?? "created";
}
