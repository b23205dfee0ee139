import type { Gateway } from "@pay-index/core";
import { createGateway, type Platform } from "@pay-index/core/adapter";
import type { Connection, Transaction } from "./connection.ts";
import { createOrderPort } from "./order-port.ts";
import { Random } from "./random.ts";
import type { ConnectedProcess, ShopParts } from "./shop-parts.ts";
import { longestJump, startOfTime } from "./world.ts";

/** One process of the shop, with its own clock. It can die at any moment when it waits. Another one then starts. */
export class ShopProcess implements ConnectedProcess {
  readonly name: string;
  isAlive = true;
  pausedUntil = 0;
  readonly gateway: Gateway;
  readonly connection: Connection;
  /** Resolves when the process dies: whoever waits for its answer gets none. */
  readonly died: Promise<undefined>;
  readonly #shop: ShopParts;
  readonly #offset: number;
  readonly #drift: number;
  #reportDeath: () => void = () => undefined;
  /** The clock is wrong by `by` milliseconds until the moment `end` of the simulation. */
  #jump = { by: 0, end: 0 };
  #nextTick = Number.POSITIVE_INFINITY;
  #cancelTick: () => void = () => undefined;

  constructor(shop: ShopParts, name: string) {
    const { random, plan } = shop.world;
    this.#shop = shop;
    this.name = name;
    this.#offset = random.int(2 * plan.skew + 1) - plan.skew;
    this.#drift = plan.skew === 0 ? 1 : 1 + (random.int(200) - 100) / 1e6;
    this.died = new Promise((resolve) => {
      this.#reportDeath = () => resolve(undefined);
    });
    this.connection = shop.database.connect(this, () => this.die());
    this.gateway = this.#open();
    this.wake(0);
  }

  die(): void {
    if (!this.isAlive) return;
    this.#shop.world.trace(this.name, "dies");
    this.isAlive = false;
    this.#reportDeath();
    this.#shop.restart(this);
  }

  /** The clock drifts, and is set right every hour. After a jump, it is set right earlier. */
  #now(): number {
    const { now } = this.#shop.world;
    const jump = now < this.#jump.end ? this.#jump.by : 0;
    return Math.round(startOfTime + now + (now % 3_600_000) * (this.#drift - 1) + this.#offset + jump);
  }

  #jumpTo(by: number, milliseconds: number): void {
    const { world } = this.#shop;
    this.#jump = { by, end: world.now + milliseconds };
    world.scheduler.after(milliseconds, () => this.wake(0), this);
  }

  #open(): Gateway {
    const { world, judge, merchants } = this.#shop;
    const random = new Random(world.plan.seed, this.name);
    const platform: Platform = {
      now: () => new Date(this.#now()),
      after: (milliseconds, run) => world.scheduler.after(milliseconds / this.#drift, run, this),
      randomBytes: (size) => random.bytes(size),
      fetch: (url, init) => this.#shop.fetch(this, String(url), String(init?.body)),
    };
    const addresses = { gateway: "https://gateway.test", publicUrl: "https://shop.test/pay" };
    return createGateway<Transaction>({
      options: {
        ...addresses,
        acceptRawCards: true,
        merchants: structuredClone([...merchants]),
        ...world.plan.options,
      },
      store: this.connection,
      orders: createOrderPort(this.#shop, this),
      pages: { orderPage: ({ reference }) => `/orders/${reference}` },
      platform,
      onEvent: (event) => judge.event(this.name, event),
    });
  }

  /** Ticks when there will be work, and not before: a tick without work finds nothing. */
  wake(milliseconds: number): void {
    const { world } = this.#shop;
    const at = world.now + Math.max(0, milliseconds) + world.random.int(world.plan.tickEvery);
    if (at >= this.#nextTick) return;
    this.#cancelTick();
    this.#nextTick = at;
    this.#cancelTick = world.scheduler.after(at - world.now, () => void this.#tick(), this);
  }

  async #tick(): Promise<void> {
    const { world, judge } = this.#shop;
    this.#nextTick = Number.POSITIVE_INFINITY;
    if (world.happens("process pauses")) this.pausedUntil = world.now + world.random.int(90_000);
    if (world.happens("clock jumps"))
      this.#jumpTo(world.random.int(2 * longestJump) - longestJump, world.random.int(1_800_000));
    const wait = () => (judge.mirror.pending.size > 0 ? 0 : judge.mirror.nextDueAt() - this.#now());
    if (wait() <= 0 || world.random.chance(0.05)) await this.gateway.tick();
    this.wake(wait());
  }
}
