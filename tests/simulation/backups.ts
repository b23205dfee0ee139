import { Random } from "../fuzz/random.ts";
import { remember } from "./mirror.ts";
import type { People } from "./people.ts";
import type { Shop } from "./shop.ts";
import type { ShopOrder } from "./shop-parts.ts";
import { startOfTime } from "./world.ts";

const backups = 8;
const minute = 60_000;
const day = 1440 * minute;

/** The shop is backed up from time to time. Sometimes the backup is restored soon after, and the shop has forgotten what came between. */
export function runBackups(shop: Shop, stop: () => void): void {
  const { world } = shop;
  const { scheduler } = world;
  const random = new Random(world.plan.seed, "backups");
  let restores = 0;
  const run = async () => {
    const before = restores;
    const restore = backUp(shop);
    await scheduler.sleep(random.int(random.pick([minute, 10 * minute, world.plan.faultsEnd / 4])));
    if (restores !== before || !world.happens("backup restored")) return;
    restores++;
    stop();
    await restore();
  };
  for (let each = 0; each < backups; each++)
    scheduler.after(random.int(world.plan.faultsEnd / 2), () => void run());
}

/** Remembers the database with the tables of the shop, and what the judge knows to be in it. Returns a function that restores it. */
function backUp({ world, database, judge, orders, gateway }: Shop): () => Promise<void> {
  const { now } = world;
  const restores = [judge.snapshot(), ...[...orders.values()].map(rememberOrder)];
  const refundCalls = new Map([...gateway.orders].map(([id, order]) => [id, order.refundCalls]));
  const refunds = new Set(refundsAt(gateway));
  const restoreDatabase = database.backUp();
  return async () => {
    await restoreDatabase();
    for (const restore of restores) restore();
    const all = [...gateway.orders.values()];
    for (const order of all) order.refundCalls = refundCalls.get(order.id) ?? 0;
    for (const refund of refundsAt(gateway)) if (!refunds.has(refund)) refund.isAsked = false;
    const news = all.flatMap(({ charges, declines }) => [...charges, ...declines]);
    for (const each of [...news, ...refundsAt(gateway)])
      if (Number(each.knownAt) > now) each.knownAt = undefined;
  };
}

const refundsAt = ({ orders }: Shop["gateway"]) =>
  [...orders.values()].flatMap(({ charges }) => charges.flatMap(({ refunds }) => refunds));

function rememberOrder(order: ShopOrder): () => void {
  const { dueMinor, placedFor, refusals } = order;
  const restoreEffects = remember(order.effects);
  return () => {
    Object.assign(order, { dueMinor, placedFor, refusals });
    restoreEffects();
  };
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
      const charge = gateway.orders.get(attemptId)?.charges.find(({ cycle }) => cycle === 1);
      if (isPaid && charge?.oddity === undefined && charge !== undefined) charge.knownAt ??= world.now;
    }
  });
}
