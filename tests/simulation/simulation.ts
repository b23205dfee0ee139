import { buy } from "./buyers.ts";
import type { Backends } from "./database.ts";
import type { AddedFault, FaultName } from "./faults.ts";
import { forgeMessages } from "./forgers.ts";
import { People } from "./people.ts";
import { drawPlan, type Plan, type PlanChanges } from "./plan.ts";
import { Shop } from "./shop.ts";
import { comparePayments, workAsStaff } from "./staff.ts";
import { judgeTheEnd } from "./verdict.ts";
import { type BrokenInvariant, type TraceLine, World } from "./world.ts";

export interface Outcome {
  readonly plan: Plan;
  readonly failure: BrokenInvariant | undefined;
  readonly steps: number;
  /** Milliseconds of virtual time. */
  readonly time: number;
  /** The attempts that reached the gateway. */
  readonly payments: number;
  readonly happened: ReadonlySet<FaultName>;
  /** The added faults that had no opportunity. */
  readonly unused: readonly AddedFault[];
  readonly lines: readonly TraceLine[];
  readonly digest: number;
}

const hour = 3_600_000;
/** The longest time after the last fault until everything must be processed. */
const patience = 150 * 24 * hour;
/** Many times what a large simulation takes. */
const mostSteps = 400_000;

interface SimulationOptions extends PlanChanges, Backends {
  readonly isTraced?: boolean;
  /** Called before the first step. */
  readonly onStart?: (shop: Shop) => void;
}

/** Plays one seed. It needs nothing of Node except its digests, `Buffer` and `setImmediate`, so that a page can play it. */
export async function simulate(
  seed: number,
  { isTraced = false, onStart, server, createSqlStore, ...changes }: SimulationOptions = {},
): Promise<Outcome> {
  const plan = drawPlan(seed, changes);
  const world = new World(plan, isTraced);
  await server?.enter(world);
  const shop = new Shop(world, { server, createSqlStore });
  onStart?.(shop);
  const people = new People(shop);
  for (let each = 0; each < plan.payments; each++)
    if (plan.only?.has(each) !== false) people.run(() => buy(people, each));
  people.run(() => workAsStaff(people));
  people.run(() => forgeMessages(people));
  void watchTheEnd(world, shop, people);
  const { scheduler } = world;
  await scheduler.run(mostSteps);
  if (world.failure === undefined) await shop.database.compareTables();
  world.check(scheduler.isStopped, "a simulation ends", () => `${scheduler.steps} steps`);
  const { failure, lines, digest, happened } = world;
  return {
    plan,
    failure,
    lines,
    digest,
    happened,
    unused: plan.added.filter((each) => world.added.includes(each)),
    steps: scheduler.steps,
    time: world.now,
    payments: shop.gateway.orders.size,
  };
}

/** Stops the simulation when nobody has anything to do. */
async function watchTheEnd({ scheduler, plan }: World, shop: Shop, people: People): Promise<void> {
  await scheduler.sleep(plan.faultsEnd);
  const isOpen = () => people.busy > 0 || shop.gateway.planned > 0 || shop.judge.mirror.hasOpenWork();
  const untilDone = async () => {
    while (isOpen() && scheduler.now < plan.faultsEnd + patience) await scheduler.sleep(hour);
  };
  await untilDone();
  await comparePayments(people);
  await untilDone();
  await judgeTheEnd(shop);
  scheduler.isStopped = true;
}
