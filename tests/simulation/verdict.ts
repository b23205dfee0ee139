import type { Attempt, Fact } from "@pay-index/core/store";
import { type Charge, fittingCharges, type GatewayOrder, mayCount } from "./ledger.ts";
import type { Shop } from "./shop.ts";
import { startOfTime } from "./world.ts";

const minutes = 60_000;
/** What must hold when faults have stopped, everybody has acted, and everything had time to be processed. */
export async function judgeTheEnd(shop: Shop): Promise<void> {
  const { world, judge, gateway } = shop;
  const { pending, jobs, items } = judge.mirror;
  world.check(pending.size === 0, "every notification is processed", () => [...pending.keys()].join(", "));
  const waiting = new Set(
    [...items.values()].flatMap(({ jobId, status }) => (status === "open" ? (jobId ?? []) : [])),
  );
  for (const [id, job] of jobs) {
    const { status } = job;
    world.check(!judge.mirror.waitsForProcess(job), "every job is run", id);
    world.check(status !== "given-up" || waiting.has(id), "a job that is given up waits for staff", id);
  }
  await compareWithDatabase(shop);
  for (const order of gateway.orders.values()) {
    const attempt = judge.mirror.attempts.get(order.id);
    if (attempt === undefined) continue;
    judgeMoney(shop, order, attempt);
    judgeNews(shop, order);
    for (const cycle of new Set(order.declines.map((decline) => decline.cycle)))
      judgeDecline(shop, order, cycle);
  }
  for (const reference of shop.orders.keys()) judgePlacing(shop, reference);
}

async function compareWithDatabase({ world, judge: { mirror }, database: { store } }: Shop): Promise<void> {
  for (const { id, status } of mirror.items.values()) {
    const stored = await store.findReviewItem(id);
    world.check(
      stored?.status === status,
      "no review item is lost",
      () => `${id} is ${stored?.status}, not ${status}`,
    );
  }
  for (const { attemptId, state, facts } of mirror.attempts.values()) {
    const stored = await store.findAttempt(attemptId);
    const isSame = stored?.state === state && stored.facts.length === facts.length;
    world.check(isSame, "the database has what was committed", attemptId);
  }
}

const isOfOperator = (fact: Fact) => fact.source === "operator" && fact.action !== "retry";

/** Money is conserved: each charge that the shop knows is placed, under review, or was decided by staff. */
function judgeMoney(shop: Shop, order: GatewayOrder, attempt: Attempt): void {
  const { world, judge, orders } = shop;
  const { facts, state, reference } = attempt;
  const isEnded = facts.some(isOfOperator);
  const isApproved = facts.some((fact) => fact.source === "response" && fact.pays === true);
  const mustBePaid = knownCharges(order, 1).length > 0 || isApproved || promisesPayment(shop, order, attempt);
  world.check(
    !mustBePaid || isEnded || state === "paid",
    "what the shop knows to be paid is paid",
    () => `${order.id} is ${state}`,
  );
  const { placedFor, effects } = orders.get(reference) ?? {};
  const items = judge.mirror.itemsOf(order.id).filter(({ kind }) => kind !== "not-verified");
  for (const cycle of new Set(order.charges.map((charge) => charge.cycle))) {
    const ids = new Set(knownCharges(order, cycle).map(({ id }) => id));
    const isPlaced =
      cycle === 1
        ? placedFor === order.id || judge.mirror.hasDueJob(order.id)
        : effects?.has(`renewal/${order.id}/${cycle}`) === true;
    const ofCycle = items.filter((item) => (item.cycle ?? 1) === cycle);
    // One item is about all charges of another subscription.
    const isForeign = ofCycle.some(({ kind }) => kind === "subscription-mismatch");
    const cycleFacts = cycle === 1 ? facts : (judge.mirror.cycles.get(`${order.id}/${cycle}`)?.facts ?? []);
    const decided = cycleFacts.filter(isOfOperator).length;
    const isAccounted = isForeign || ids.size <= Number(isPlaced) + ofCycle.length + decided;
    world.check(
      isAccounted,
      "money is placed, under review or refunded",
      () => `${order.id}, cycle ${cycle}: ${[...ids].join()}`,
    );
  }
  for (const charge of order.charges) {
    const { oddity, knownAt, id } = charge;
    const isSeen = oddity === undefined || knownAt === undefined || items.length > 0 || mayCount(charge);
    world.check(
      isSeen,
      "a charge that does not fit is under review",
      () => `${oddity}: ${id} of ${order.id}`,
    );
  }
}

/** With the option, an approval that the process stored pays. */
function promisesPayment({ world }: Shop, { answer }: GatewayOrder, { facts }: Attempt): boolean {
  const isStored = facts.some((fact) => fact.source === "response" && fact.outcome === "approved");
  return world.plan.options.immediateSuccess === "paid" && answer === "approved" && isStored;
}

function knownCharges(order: GatewayOrder, cycle: number): Charge[] {
  return fittingCharges(order, cycle).filter(({ knownAt }) => knownAt !== undefined);
}

/** What the gateway, the buyer and staff said later must have had its effect. */
function judgeNews({ world, judge }: Shop, order: GatewayOrder): void {
  const facts = judge.factsOf(order.id);
  const items = judge.mirror.itemsOf(order.id);
  const hasStep = (steps: readonly string[]) =>
    facts.some((fact) => fact.source === "cancellation" && steps.includes(fact.step));
  const isWaiting = items.some(({ kind }) => kind === "subscription-not-cancelled");
  const isSettled = hasStep(["confirmed", "refused"]) || isWaiting || order.isCloseReported;
  world.check(
    !hasStep(["requested"]) || isSettled,
    "a requested cancellation ends, or waits for staff",
    order.id,
  );
  const disputes = facts.filter((fact) => fact.source === "dispute" && fact.type !== "refund").length;
  const isOne = disputes <= order.disputes.length || world.plan.signRule === "received-zero";
  world.check(isOne, "a repeated dispute is one dispute", order.id);
  const [charge, ...more] = order.charges;
  const back = charge?.refunds.find(({ isRepeated }) => isRepeated === true);
  const isAsked =
    more.length === 0 && back !== undefined && back.minor === charge?.minor && charge.knownAt !== undefined;
  const asks = world.plan.options.operations?.query !== undefined;
  const isKnown =
    items.some(({ kind }) => kind === "refund-notice") || facts.some(({ source }) => source === "refund");
  world.check(!(isAsked && asks) || isKnown, "the gateway is asked about a late repeat", order.id);
}

/** When a success was stored: milliseconds since 1970. */
function successAt(fact: Fact): number[] {
  return fact.source === "notification" && fact.returncode === "00" ? [Date.parse(fact.at)] : [];
}

/** The shop hears of a later cycle whose charge was declined, if it was not paid shortly afterwards. */
function judgeDecline({ world, judge: { mirror }, orders }: Shop, order: GatewayOrder, cycle: number): void {
  const { reference = "" } = mirror.attempts.get(order.id) ?? {};
  const { placedFor, effects = new Map<string, string>() } = orders.get(reference) ?? {};
  const knownAt = order.declines.find((decline) => decline.cycle === cycle)?.knownAt;
  // The shop can store a success long before the gateway gets its acknowledgement.
  const stored = mirror.cycles.get(`${order.id}/${cycle}`)?.facts.flatMap(successAt) ?? [];
  const paidAt = Math.min(...stored, Number.POSITIVE_INFINITY) - startOfTime - world.clockError;
  const mustHear =
    cycle > 1 && placedFor === order.id && knownAt !== undefined && knownAt + 10 * minutes < paidAt;
  const isHeard = [...effects.keys()].some((name) => name.startsWith(`failed/${order.id}/cycle-${cycle}/`));
  // Or it seemed to be of another subscription.
  const kinds = ["host-not-informed", "subscription-mismatch"];
  const isForStaff = mirror
    .itemsOf(order.id)
    .some((item) => kinds.includes(item.kind) && item.cycle === cycle);
  world.check(
    !mustHear || isHeard || isForStaff,
    "the shop hears of a declined cycle",
    `${order.id}/${cycle}`,
  );
}

/** A paid attempt whose amount fits has its order, unless the shop refused it, it waits for staff, or staff decided otherwise. */
function judgePlacing({ orders, judge: { mirror }, world }: Shop, reference: string): void {
  const order = orders.get(reference);
  const isUnplaced = (attemptId: string) =>
    mirror.hasDueJob(attemptId) || mirror.itemsOf(attemptId).some(({ kind }) => kind === "order-not-placed");
  const isFitting = ({ state, amount, attemptId }: Attempt) =>
    state === "paid" && amount.minor === order?.dueMinor && !isUnplaced(attemptId);
  const fitting = mirror.attemptsOf(reference).find(isFitting);
  const isPlaced = fitting === undefined || order?.placedFor !== undefined;
  world.check(isPlaced, "a paid order is placed", () => `${reference} by ${fitting?.attemptId}`);
}
