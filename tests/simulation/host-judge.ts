import type { StaffCheckoutStatus } from "@pay-index/conformance";
import type { AttemptStatus } from "@pay-index/core";
import type { OrderDetails } from "@pay-index/sandbox/client";
import type { HostRun, PlayedOrder } from "./host-run.ts";

type Check = (isKept: boolean, invariant: string) => void;

interface JudgedOrder extends PlayedOrder {
  readonly status: StaffCheckoutStatus;
}

/** Returns each broken promise of the project, as far as it can be seen from outside when nothing is under way. */
export async function judgeRun(run: HostRun): Promise<string[]> {
  const found: string[] = [];
  for (const order of run.orders) {
    const status = await run.read(order.checkout);
    const check: Check = (isKept, invariant) => {
      if (!isKept) found.push(`${invariant}: ${order.email} ${JSON.stringify(status)}`);
    };
    judgeOrder(status, check);
    for (const attempt of await run.gatewayOrders(order)) judgeAttempt(attempt, { ...order, status }, check);
  }
  return found;
}

function judgeOrder(status: StaffCheckoutStatus, check: Check): void {
  const { orders, effects, recordedAmounts, paid, taken, cancelled, payment, refunded = 0 } = status;
  check(orders <= 1 && effects === orders && recordedAmounts.length === orders, "one effect for each order");
  const isWhole = cancelled || orders === 0 || (taken > 0 && (paid || refunded > 0));
  check(isWhole, "a placed order is paid in full");
  const winners = payment.attempts.filter(({ isWinning }) => isWinning);
  const isOfWinner = winners.length === 1 && winners[0]?.chargedAmount.minor === recordedAmounts[0]?.minor;
  check(orders === 0 || isOfWinner, "an order has the amount of the attempt that paid it");
}

function judgeAttempt(atGateway: OrderDetails, order: JudgedOrder, check: Check): void {
  const { payment, orders } = order.status;
  const { orderId } = atGateway;
  const { charges, acknowledged } = chargesOf(atGateway);
  const areKnown = [...charges].every((charge) => acknowledged.has(charge));
  check(areKnown, "the shop acknowledges every charge in the end");
  const attempt = payment.attempts.find(({ attemptId }) => attemptId === orderId);
  const resolved = order.resolved.get(orderId) ?? 0;
  const isStored = charges.size === 0 || attempt?.state === "paid" || resolved > 0;
  check(isStored, "what was acknowledged as paid is paid");
  const isPlaced = attempt?.isWinning === true && orders > 0;
  check(charges.size > 0 || !isPlaced, "nothing is placed without a charge");
  const isOpen = ({ attemptId, kind }: (typeof payment.reviewItems)[number]) =>
    attemptId === orderId && kind !== "not-verified";
  const accounted = Number(isPlaced) + payment.reviewItems.filter(isOpen).length + resolved;
  check(charges.size <= accounted, "money is placed, under review or refunded");
  if (attempt !== undefined) judgeRefunds(attempt, { ...order.status, ...atGateway, charges }, check);
}

/** The transactions that paid, and those of which the shop said OK. */
function chargesOf({ timeline }: OrderDetails) {
  const charges = new Set<string>();
  const acknowledged = new Set<string>();
  for (const event of timeline) {
    if (event.type === "decided" && event.as === "paid") charges.add(event.transactionId);
    if (event.type !== "delivery_ended") continue;
    const { outcome, returncode, transactionId } = event.delivery;
    if (outcome === "ok" && returncode === "00") acknowledged.add(transactionId);
  }
  return { charges, acknowledged };
}

type Refunds = Pick<StaffCheckoutStatus, "refunded" | "orders"> &
  Pick<OrderDetails, "refunds"> & { readonly charges: ReadonlySet<string> };

function judgeRefunds(attempt: AttemptStatus, { charges, refunds, ...host }: Refunds, check: Check): void {
  const given = attempt.gatewayRefunds.filter(({ state }) => state !== "failed");
  const sum = given.reduce((total, { amount }) => total + amount.minor, 0);
  check(sum <= charges.size * attempt.chargedAmount.minor, "nothing is refunded beyond what was paid");
  const isSame = given.length === refunds.filter(({ state }) => state !== "failed").length;
  const isShown = !attempt.isWinning || host.orders === 0 || host.refunded === sum;
  check(isSame && isShown, "gateway, plugin and host show the same refunds");
}
