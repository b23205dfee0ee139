import { randomBytes, randomInt } from "node:crypto";
import type { Fault } from "../faults/fault.ts";
import { describeFault } from "../faults/fault-text.ts";
import type { Merchant } from "../merchants.ts";
import type { Sale } from "../sale/check-sale.ts";
import type { SqliteValue } from "./open-sqlite.ts";
import type { Order } from "./order.ts";
import type { OrderEvent, OrderEventData } from "./order-event.ts";
import { deserializeOrder, revertOrder, serializeOrder } from "./order-record.ts";
import type { ResolvedDeliveryTarget } from "./resolved-delivery-target.ts";
import type { SqliteDataFile, SqliteRow } from "./sqlite-data-file.ts";

/** The data that the gateway adds to an accepted sale. */
export interface AcceptedSaleData {
  readonly merchant: Merchant;
  readonly notify: ResolvedDeliveryTarget;
  readonly createdAt: number;
  /** The faults for the next sales that apply to this order. */
  readonly faults: readonly Fault[];
  readonly strictProblems: readonly string[];
}

export interface OrderStoreDependencies {
  readonly data: SqliteDataFile;
  readonly now: () => number;
  /** Runs after the event is stored. */
  readonly onEvent: (order: Order, event: OrderEvent) => void;
}

const columns = "SELECT id, merchant, record FROM orders";

const maxTimeline = 500;

/** The accepted orders with their timelines. An order in use is the same object for everybody. */
export class OrderStore {
  readonly #options: OrderStoreDependencies;
  /** The orders that are in use, by id: everybody gets the same object, so that no change is lost. */
  readonly #live = new Map<number, WeakRef<Order>>();
  readonly #gone = new FinalizationRegistry<number>((id) => {
    if (this.#live.get(id)?.deref() === undefined) this.#live.delete(id);
  });
  readonly #unsaid: (() => void)[] = [];
  #depth = 0;

  constructor(options: OrderStoreDependencies) {
    this.#options = options;
  }

  /**
   * Whether a merchant has used the order ID. Each can be used only once, whatever became of the order (REQ-ORDERID).
   */
  has(merchant: Merchant, orderId: string): boolean {
    const sql = "SELECT 1 FROM orders WHERE merchant = ? AND number = ?";
    return this.#options.data.get(sql, merchant.id, orderId) !== undefined;
  }

  add(sale: Sale, { merchant, notify, createdAt, faults, strictProblems }: AcceptedSaleData): Order {
    // The card is not stored.
    const { method, card: _card, notifyUrl: _resolved, ...sold } = sale;
    const fields = {
      ...sold,
      merchant,
      notify,
      namedMethod: method,
      pageId: randomBytes(18).toString("base64url"),
      transactionId: this.freshNumber(),
      ...(merchant.variant === "subscription" ? { subscriptionId: this.freshNumber() } : {}),
      faults,
      ...(strictProblems.length > 0 ? { strictProblems } : {}),
      createdAt,
      step: merchant.variant === "apm" ? "methods" : "checkout",
      state: "pending",
      ...(method ? { method } : {}),
      deliveries: [],
      deliveryCount: 0,
      messageCount: 0,
      eventCount: 0,
    } satisfies Omit<Order, "id">;
    const sql = "INSERT INTO orders (number, merchant, page, record) VALUES (?, ?, ?, ?)";
    const { orderId, pageId } = fields;
    const { id } = this.#options.data.run(sql, orderId, merchant.id, pageId, serializeOrder(fields));
    return this.#keep({ id, ...fields });
  }

  /**
   * Changes an order and adds its events: both are stored, or none if the disk is full. `work` must be synchronous.
   *
   * @throws SandboxError `disk_full`
   */
  change<T>(order: Order, work: () => T): T {
    const before = { ...order };
    return this.atomically(
      () => {
        const result = work();
        const sql = "UPDATE orders SET record = ? WHERE id = ?";
        this.#options.data.run(sql, serializeOrder(order), order.id);
        return result;
      },
      () => revertOrder(order, before),
    );
  }

  /** Runs several additions and changes in one transaction. `undo` reverts what an error leaves in memory. */
  atomically<T>(work: () => T, undo?: () => void): T {
    const unsaid = this.#unsaid.length;
    this.#depth += 1;
    let result: T;
    try {
      result = this.#options.data.atomically(work);
    } catch (error) {
      undo?.();
      this.#unsaid.length = unsaid;
      throw error;
    } finally {
      this.#depth -= 1;
    }
    // Everything is stored now: an error of a listener reverts nothing.
    if (this.#depth === 0) for (const say of this.#unsaid.splice(0)) say();
    return result;
  }

  /** Adds an event to an order, inside or outside of `change`. */
  note(order: Order, happening: OrderEventData): void {
    const { data, now, onEvent } = this.#options;
    const write = () => {
      order.eventCount += 1;
      const event: OrderEvent = { number: order.eventCount, at: new Date(now()).toISOString(), ...happening };
      data.run(
        "INSERT INTO event (order_id, number, record) VALUES (?, ?, ?)",
        order.id,
        event.number,
        JSON.stringify(event),
      );
      this.#unsaid.push(() => onEvent(order, event));
    };
    if (this.#depth > 0) write();
    else this.change(order, write);
  }

  /** Adds to the timeline that a fault was at work. */
  noteFault(order: Order, fault: Fault): void {
    this.note(order, { type: "fault_applied", fault: fault.kind, says: describeFault(fault) });
  }

  byPage(pageId: string): Order | undefined {
    return this.#one("page = ?", pageId);
  }

  byId(id: number): Order | undefined {
    return this.#live.get(id)?.deref() ?? this.#one("id = ?", id);
  }

  /**
   * Returns the latest order with this ID. Merchants can use the same IDs, so name the merchant to get a certain one.
   */
  find(orderId: string, merchantId?: string): Order | undefined {
    if (merchantId === undefined) return this.#one("number = ? ORDER BY id DESC LIMIT 1", orderId);
    return this.#one("merchant = ? AND number = ?", merchantId, orderId);
  }

  /** Returns the latest orders first; with `before`, only those that were added before the order with that id. */
  latest({
    limit,
    before = Number.MAX_SAFE_INTEGER,
  }: {
    limit: number;
    before?: number | undefined;
  }): readonly Order[] {
    const rows = this.#options.data.all(`${columns} WHERE id < ? ORDER BY id DESC LIMIT ?`, before, limit);
    return rows.map((row) => this.#order(row));
  }

  /** Returns the merchant's previous order. */
  previous(order: Order): Order | undefined {
    return this.#one("merchant = ? AND id < ? ORDER BY id DESC LIMIT 1", order.merchant.id, order.id);
  }

  count(): number {
    return Number(this.#options.data.get("SELECT count(*) AS count FROM orders")?.count);
  }

  /** Returns all orders, oldest first. */
  all(): readonly Order[] {
    return this.#options.data.all(`${columns} ORDER BY id`).map((row) => this.#order(row));
  }

  /** Returns the events, oldest first, and at most the latest 500. */
  timeline(order: Order): readonly OrderEvent[] {
    const sql = "SELECT record FROM event WHERE order_id = ? ORDER BY number DESC LIMIT ?";
    const rows = this.#options.data.all(sql, order.id, maxTimeline);
    return rows.map((row) => JSON.parse(String(row.record)) as OrderEvent).reverse();
  }

  /** Returns twelve digits, never the same twice. Not from the seed, because a shop's database outlives the sandbox. */
  freshNumber(): string {
    for (;;) {
      const number = randomInt(100_000_000_000, 1_000_000_000_000);
      const sql = "INSERT OR IGNORE INTO spent_number (number) VALUES (?)";
      if (this.#options.data.run(sql, number).changes === 1) return String(number);
    }
  }

  #one(where: string, ...values: readonly SqliteValue[]): Order | undefined {
    const row = this.#options.data.get(`${columns} WHERE ${where}`, ...values);
    return row && this.#order(row);
  }

  #order(row: SqliteRow): Order {
    return this.#live.get(Number(row.id))?.deref() ?? this.#keep(deserializeOrder(row));
  }

  #keep(order: Order): Order {
    this.#live.set(order.id, new WeakRef(order));
    this.#gone.register(order, order.id);
    return order;
  }
}
