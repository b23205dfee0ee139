import type { GatewayBooks } from "./books.ts";
import { remember } from "./mirror.ts";
import { Random } from "./random.ts";
import type { ShopOrder, ShopParts } from "./shop-parts.ts";

const backups = 8;
const minute = 60_000;

/** A shop, and what its gateway knows. */
interface ShopAtGateway extends ShopParts {
  readonly gateway: GatewayBooks;
}

/** The shop is backed up from time to time. Sometimes the backup is restored soon after, and the shop has forgotten what came between. */
export function runBackups(shop: ShopAtGateway, stop: () => void): void {
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
function backUp({ world, database, judge, orders, gateway }: ShopAtGateway): () => Promise<void> {
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

const refundsAt = ({ orders }: GatewayBooks) =>
  [...orders.values()].flatMap(({ charges }) => charges.flatMap(({ refunds }) => refunds));

function rememberOrder(order: ShopOrder): () => void {
  const { dueMinor, placedFor, refusals } = order;
  const restoreEffects = remember(order.effects);
  return () => {
    Object.assign(order, { dueMinor, placedFor, refusals });
    restoreEffects();
  };
}
