import {
  type DoneAnswer,
  type OrderPort,
  type OrderRefusal,
  type PaidPayment,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  RefusalRollback,
  runOrderTransaction,
} from "@pay-index/core/adapter";
import type { Transaction } from "./connection.ts";
import { type ConnectedProcess, linkSaleOf, type ShopOrder, type ShopParts } from "./shop-parts.ts";
import type { World } from "./world.ts";

type EffectRequest = Pick<PlaceOrderRequest, "key" | "payment" | "runHook">;

/** One effect on an order, as the two kinds of hosts apply it. */
interface Effect<Answer> {
  readonly name: string;
  /** Completes the job in the host's transaction. */
  complete(tx: Transaction, order: ShopOrder): Promise<Answer>;
  /** What a host without a transaction answers. Throws if it must not happen. */
  check(order: ShopOrder): Answer;
  write(order: ShopOrder): void;
}

/** Milliseconds after which a function of the shop must have been given up: `hookTimeout` and some more. */
const longestHook = 15_000;

/** The order port of one process: each effect in one transaction with its job, or with a key that the shop remembers. */
class SimulatedHost {
  readonly #shop: ShopParts;
  readonly #process: ConnectedProcess;

  constructor(shop: ShopParts, process: ConnectedProcess) {
    this.#shop = shop;
    this.#process = process;
  }

  apply<Answer>(request: EffectRequest, effect: Effect<Answer>): Promise<Answer | OrderRefusal> {
    const hasTransactions = this.#shop.world.plan.host === "transactions";
    return runOrderTransaction(() =>
      hasTransactions ? this.#applyInTransaction(request, effect) : this.#applyWithKey(request, effect),
    );
  }

  #applyInTransaction<Answer>(request: EffectRequest, effect: Effect<Answer>): Promise<Answer> {
    const { connection } = this.#process;
    const { reference } = request.payment;
    return connection.transaction(async (tx) => {
      await connection.lock(tx, `order/${reference}`);
      const order = this.#requireOrder(reference);
      const answer = await effect.complete(tx, order);
      await this.#runHook(request, order);
      tx.writes.push(() => this.#write(request, effect, order));
      return answer;
    });
  }

  async #applyWithKey<Answer>(request: EffectRequest, effect: Effect<Answer>): Promise<Answer> {
    const { connection } = this.#process;
    const known = this.#shop.orders.get(request.payment.reference);
    const isKnown = await connection.ask("read key", () => known?.effects.get(effect.name) === request.key);
    if (isKnown && known !== undefined) return effect.check(known);
    const order = this.#requireOrder(request.payment.reference);
    if (effect.name === "order" && order.placedFor !== undefined) {
      this.#requireAnotherMayFollow(order.placedFor);
      throw new RefusalRollback("order_placed", "It was placed for another attempt.");
    }
    effect.check(order);
    await this.#runHook(request, order);
    return connection.ask("write with key", () => {
      const answer = effect.check(order);
      if (!order.effects.has(effect.name)) this.#write(request, effect, order);
      return answer;
    });
  }

  /** Core can ask for a second attempt only after ten failed runs, or after staff dismissed the first: its answer was lost. */
  #requireAnotherMayFollow(first: string): void {
    const { judge, world } = this.#shop;
    const isUndecided = judge.mirror
      .itemsOf(first)
      .some(({ problem, status }) => status === "open" && problem.code === "money_returned");
    world.check(!isUndecided, "an order that may be placed keeps its right", first);
  }

  /** @throws RefusalRollback if the shop refuses */
  #requireOrder(reference: string): ShopOrder {
    const order = this.#shop.orders.get(reference);
    if (order === undefined) throw new RefusalRollback("order_missing", "There is no such order.");
    if (this.#shop.world.happens("shop refuses")) order.refusals = 1;
    if (order.refusals > 0 && order.refusals-- > 0) throw new RefusalRollback("out_of_stock", "Sold out.");
    return order;
  }

  #write<Answer>({ key }: EffectRequest, { name, write }: Effect<Answer>, order: ShopOrder): void {
    const { world } = this.#shop;
    world.trace("shop", () => `${order.reference}: ${name} (${key})`);
    const details = () => `${order.reference}: ${name} for ${order.effects.get(name)} and ${key}`;
    world.check(!order.effects.has(name), "one effect for each key", details);
    order.effects.set(name, key);
    write(order);
  }

  /** A function of the shop: it works, throws, or hangs. It must not hold the transaction for ever. */
  async #runHook({ runHook }: EffectRequest, order: ShopOrder): Promise<void> {
    const { world } = this.#shop;
    const expire = () => {
      const isPaused = this.#process.pausedUntil + longestHook > world.now;
      world.check(isPaused, "a function of the shop has a time limit", order.reference);
    };
    const cancel = world.scheduler.after(longestHook, expire, this.#process);
    try {
      await runHook("onPaid", () => {
        if (world.happens("shop throws")) throw new Error("Another service of the shop is away.");
        return world.happens("shop hangs")
          ? new Promise(() => undefined)
          : world.scheduler.sleep(world.delay(2000));
      });
    } finally {
      cancel();
    }
  }
}

type ReportRequest = EffectRequest & { complete(tx: Transaction): Promise<void> };

export function createOrderPort(shop: ShopParts, process: ConnectedProcess): OrderPort<Transaction> {
  const { world, judge } = shop;
  const host = new SimulatedHost(shop, process);
  const report = (kind: string) => (request: ReportRequest) =>
    host.apply<DoneAnswer>(request, {
      name: `${kind}/${request.key}`,
      complete: async (tx) => {
        await request.complete(tx);
        return { done: true };
      },
      check: () => ({ done: true }),
      write: () => (kind === "closed" ? judge.closing(request.payment) : undefined),
    });
  return {
    placeOrder: (request) => {
      judge.placing(request.payment);
      return host.apply<PlaceOrderAnswer>(request, placing(request, world.check.bind(world)));
    },
    placeRenewal: (request) => {
      const { payment, cycle } = request;
      const id = `renewal-${cycle.number}`;
      return host.apply(request, {
        name: `renewal/${payment.attemptId}/${cycle.number}`,
        complete: async (tx) => {
          await request.complete(tx, id);
          return { placed: { id } };
        },
        check: () => ({ placed: { id } }),
        write: ({ placedFor, reference }) => {
          world.check(placedFor !== undefined, "a renewal waits for the first order", reference);
          judge.renewing(payment, cycle.number);
        },
      });
    },
    linkSale: async ({ reference }) => {
      await world.scheduler.sleep(world.delay(100), process);
      return linkSaleOf(shop.orders.get(reference));
    },
    subscriptionClosed: report("closed"),
    cycleFailed: report("failed"),
    cycleOverdue: report("overdue"),
    disputed: report("disputed"),
    refundEnded: report("refund"),
    syncRefunds: report("sync"),
  };
}

type Check = World["check"];

function placing(request: PlaceOrderRequest<Transaction>, check: Check): Effect<PlaceOrderAnswer> {
  const { attemptId, amount, reference }: PaidPayment = request.payment;
  const id = `order-of-${reference}`;
  const due = ({ dueMinor: minor, currency }: ShopOrder) => ({ minor, currency });
  return {
    name: "order",
    complete: async (tx, order) => ({
      amount: await request.complete(tx, () => due(order), id),
      placed: { id },
    }),
    check: (order) => ({ amount: request.checkAmountDue(due(order)), placed: { id } }),
    write: (order) => {
      const isSame = amount.minor === order.dueMinor && amount.currency === order.currency;
      check(
        isSame,
        "an order is placed for what is due",
        `${attemptId} paid ${amount.minor}, due is ${order.dueMinor}`,
      );
      order.placedFor = attemptId;
    },
  };
}
