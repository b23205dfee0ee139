import { money, type Sale, type StartedAttempt, type Variant } from "@pay-index/core";
import { CardDetails } from "@pay-index/core/protocol";
import { payByLink } from "./links.ts";
import type { People } from "./people.ts";
import { Random } from "./random.ts";
import { buyer, type ShopOrder } from "./shop-parts.ts";

const prices = [
  { minor: 1999, currency: "USD" },
  { minor: 500, currency: "JPY" },
  { minor: 12_500, currency: "KWD" },
] as const;

/** Lets a buyer pay an order: with several tries, clicks and tabs, and without patience. */
export async function buy(people: People, index: number): Promise<void> {
  const { world, orders } = people.shop;
  const random = new Random(world.plan.seed, "payment", index);
  const { minor, currency } = random.pick(prices);
  const order: ShopOrder = {
    reference: `order-${index}`,
    dueMinor: minor,
    currency,
    placedFor: undefined,
    effects: new Map(),
    refusals: 0,
  };
  orders.set(order.reference, order);
  const variant = random.pick(world.plan.variants);
  const first = random.chance(0.3) ? 300 : undefined;
  await people.sleep(random.int(world.plan.faultsEnd / 2));
  if (world.plan.usesLinks && random.chance(0.5))
    return payByLink(people, { order, random, visit: (started) => visit(people, started, random) });
  for (let tries = 0; tries < 4; tries++) {
    if (world.happens("order changes")) await changeOrder(people, order);
    world.trace("buyer", () => `pays ${order.reference} (${variant}), try ${tries + 1}`);
    const start = () => people.ask((gateway) => gateway.start(createSale(order, variant, first)));
    const started = await Promise.all(random.chance(0.15) ? [start(), start()] : [start()]);
    await Promise.all(started.map((each) => visit(people, each, random)));
    const isDone = started.some((each) => each?.state === "paid" || each?.state === "review");
    if (isDone || random.chance(0.4)) return;
    await people.sleep(random.pick([2000, 60_000, 1_200_000]));
  }
}

async function changeOrder(people: People, order: ShopOrder): Promise<void> {
  while (people.shop.database.isLocked(`order/${order.reference}`)) await people.sleep(50);
  if (order.placedFor === undefined) order.dueMinor += 100;
}

/** Goes where the shop sends the buyer, pays or gives up, and comes back. */
async function visit(
  people: People,
  started: Pick<StartedAttempt, "attemptId" | "state" | "url"> | undefined,
  random: Random,
): Promise<void> {
  const { world, gateway, judge } = people.shop;
  const order = gateway.orders.get(started?.attemptId ?? "");
  if (order === undefined || started?.state !== "redirect") return;
  const isOwn = started.url === `https://gateway.test/page/${order.id}`;
  world.check(isOwn, "a buyer gets the address of the gateway", started.url);
  await people.sleep(random.int(300_000));
  world.trace("buyer", () => `is on the payment page of ${order.id}`);
  // Abandoned; or paid before, on the same page in another tab.
  const isPaidBefore = order.charges.length > 0 && !world.happens("gateway charges twice");
  if (random.chance(0.15) || isPaidBefore) return;
  const paymentStatus = gateway.payAtPage(order);
  if (random.chance(0.2)) return;
  const [attemptId = "", token = ""] = (order.form.get("pay_callbackurl") ?? "").split("/").slice(-2);
  await people.sleep(random.int(20_000));
  world.trace("buyer", () => `comes back with ${paymentStatus} from ${order.id}`);
  const fields = { paymentStatus, orderID: order.id };
  const status = await people.ask((shop) => shop.handleReturn({ attemptId, token, fields }));
  const { reference = "" } = judge.mirror.attempts.get(attemptId) ?? {};
  const isPaid = judge.mirror.attemptsOf(reference).some(({ state }) => state === "paid");
  world.check(status?.state !== "paid" || isPaid, "nobody is told paid who did not pay", attemptId);
}

function createSale(
  { reference, dueMinor, currency }: ShopOrder,
  variant: Variant,
  first: number | undefined,
): Sale {
  const common = { reference, amount: money(dueMinor, currency), buyer };
  if (variant !== "card" && variant !== "subscription") return { ...common, variant };
  const items = [{ name: "Tea", price: dueMinor, quantity: 1 }];
  const card = CardDetails.of({ number: "4111111111111111", month: "12", year: "2039", cvv: "987" });
  if (variant === "card") return { ...common, variant, items, card };
  const id = "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b";
  const texts = { id, name: "Tea", type: "weekly", description: "Tea" } as const;
  const plan = { ...texts, attempts: 3, totalCount: 3, firstPeriodAmount: first ?? dueMinor };
  return { ...common, variant, items, card, plan };
}
