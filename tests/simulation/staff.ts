import { money, type ReviewItem } from "@pay-index/core";
import { type Charge, type GatewayOrder, sumOfRefunds } from "./ledger.ts";
import { operator, type People } from "./people.ts";
import { Random } from "./random.ts";
import { startOfTime } from "./world.ts";

const rounds = 14;
const day = 86_400_000;

/** Staff look at review items from time to time, refund, cancel, ask the gateway and replace secrets. */
export async function workAsStaff(people: People): Promise<void> {
  const { world, gateway } = people.shop;
  const random = new Random(world.plan.seed, "staff");
  for (let round = 0; round < rounds; round++) {
    await people.sleep(random.int((2 * world.plan.faultsEnd) / rounds));
    const items = (await people.ask((shop) => shop.allReviewItems())) ?? [];
    for (const item of items) if (random.chance(0.4)) await resolve(people, item, random);
    const orders = [...gateway.orders.values()];
    if (orders.length === 0) continue;
    for (const order of [random.pick(orders), random.pick(orders)]) await serve(people, order, random);
    if (random.chance(0.1)) await people.ask((shop) => shop.rotateSecret());
  }
}

async function serve(people: People, order: GatewayOrder, random: Random): Promise<void> {
  const { reference = "" } = people.shop.judge.mirror.attempts.get(order.id) ?? {};
  if (random.chance(0.5)) await refund(people, { order, reference }, random);
  if (order.cycles > 0 && random.chance(0.5))
    await people.ask((shop) => shop.cancelSubscription({ reference, by: operator }));
  if (random.chance(0.4)) await people.ask((shop) => shop.query({ attemptId: order.id }));
}

interface OrderToRefund {
  readonly order: GatewayOrder;
  readonly reference: string;
}

/** Two members of staff refund the same order at the same time. */
async function refund(people: People, { order, reference }: OrderToRefund, random: Random): Promise<void> {
  const { currency, firstMinor } = order;
  const minor = random.pick([firstMinor, Math.ceil(firstMinor / 2) + 10, 10]);
  const key = String(random.int(1e9));
  const keys = random.pick([[key], [key, key], [key, `${key}-2`]]);
  const about = { reference, amount: money(minor, currency), reason: "Returned.", operator };
  await Promise.all(
    keys.map((idempotencyKey) => people.ask((shop) => shop.refund({ ...about, idempotencyKey }))),
  );
}

async function resolve(people: People, item: ReviewItem, random: Random): Promise<void> {
  const { judge, gateway, world } = people.shop;
  const { id: reviewItemId, attemptId, kind, cycle = 1 } = item;
  if (random.chance(0.4)) {
    await people.ask((shop) => shop.retryReviewItem(reviewItemId, { operator }));
    return;
  }
  const charges = gateway.orders.get(attemptId)?.charges ?? [];
  if (kind === "refund-not-confirmed") return settleRefund(people, item, charges);
  const charge =
    charges.find(({ id }) => id === item.dedupeKey) ?? charges.find((each) => each.cycle === cycle);
  const action = chooseAction(item, charge, random);
  if (action === "accept") judge.accepted.add(attemptId);
  const given = action === "record-refund" && charge !== undefined ? giveBack(charge) : undefined;
  const request = {
    attemptId,
    action,
    operator,
    note: "Looked it up.",
    reviewItemId,
    ...(given && { refund: given }),
  };
  const isDone = await people.ask(async (shop) => {
    await shop.resolveReviewItem(request);
    return true;
  });
  const { state = "" } = judge.mirror.attempts.get(attemptId) ?? {};
  const isFree = state === "closed" || state === "refunded";
  const mustBeFree = isDone === true && kind === "order-not-placed";
  world.check(
    !mustBeFree || isFree,
    "what staff end without an order frees the payment",
    () => `${attemptId} is ${state}`,
  );
}

/** Looks up at the gateway whether a refund was made of which the shop does not know. One that is on its way is left for later. */
async function settleRefund(people: People, item: ReviewItem, charges: readonly Charge[]): Promise<void> {
  const { id: reviewItemId, attemptId, dedupeKey, cycle = 1 } = item;
  const facts = people.shop.judge.factsOf(attemptId).filter((fact) => fact.source === "refund");
  const asked = facts.find((fact) => fact.step === "requested" && fact.requestId === dedupeKey);
  if (asked?.step !== "requested") return;
  const others = facts.filter((fact) => !("requestId" in fact) || fact.requestId !== dedupeKey);
  const known = new Set(others.flatMap((fact) => ("refundId" in fact ? (fact.refundId ?? []) : [])));
  const made = charges
    .flatMap((charge) => (charge.cycle === cycle ? charge.refunds : []))
    .find(({ id, minor, state }) => state !== "failed" && minor === asked.amount.minor && !known.has(id));
  if (made?.state === "requested") return;
  const about = { attemptId, reviewItemId, operator, note: "Looked it up." };
  const refund = made && { amount: asked.amount, reference: made.id };
  const action = made === undefined ? "dismiss" : "record-refund";
  await people.ask((shop) => shop.resolveReviewItem({ ...about, action, ...(refund && { refund }) }));
}

function chooseAction(
  { kind }: ReviewItem,
  charge: Charge | undefined,
  random: Random,
): "accept" | "dismiss" | "record-refund" {
  if (kind === "no-result")
    return charge?.oddity === undefined && charge !== undefined ? "accept" : "dismiss";
  return charge === undefined || random.chance(0.3) ? "dismiss" : "record-refund";
}

/** Refunds what is left in the back office of the gateway. */
function giveBack(charge: Charge) {
  const minor = charge.minor - sumOfRefunds(charge);
  if (minor <= 0) return undefined;
  const id = `B${charge.order.id}${charge.id}`;
  charge.refunds.push({ id, minor, state: "succeeded", knownAt: undefined, isAsked: false });
  return { amount: money(minor, charge.currency), reference: id };
}

/** After a restore, staff compare all payments with the gateway, as the guide says. What it reports is known again. */
export async function comparePayments(people: People): Promise<void> {
  const { world, gateway } = people.shop;
  const canAsk = world.plan.options.operations?.query !== undefined;
  if (!canAsk || !world.happened.has("backup restored")) return;
  const period = { from: new Date(startOfTime - day), to: new Date(startOfTime + world.now + day) };
  await people.ask(async (core) => {
    for await (const { attemptId, result } of core.reconcile(period)) {
      const isPaid = result.outcome === "reported" && result.state === "paid";
      const order = gateway.orders.get(attemptId);
      const charge = order?.charges.find(({ cycle }) => cycle === 1);
      if (!isPaid || order === undefined || charge === undefined || charge.oddity !== undefined) continue;
      // Once the second cycle is due, the answer can be about that one, so it says nothing about the sale.
      const isAboutSale = order.cycles === 0 || world.now - order.startedAt < 6 * day;
      if (isAboutSale) charge.knownAt ??= world.now;
    }
  });
}
