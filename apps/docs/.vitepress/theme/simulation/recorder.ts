import type { Attempt, Cycle, Fact, ReviewItem } from "@pay-index/core/store";
import { nameOf, type SentMessage } from "../../../../../tests/simulation/books.ts";
import { amountText, type GatewayOrder } from "../../../../../tests/simulation/ledger.ts";
import type { Shop } from "../../../../../tests/simulation/shop.ts";
import { startOfTime, type TraceLine } from "../../../../../tests/simulation/world.ts";
import type { DescribedLine } from "./line-words.ts";
import type { Row, Step, TableName } from "./run.ts";
import { formatTime, shorten } from "./short-texts.ts";

/** Writes down what changes in the payment, the database, the gateway and the shop with each line of the timeline. */
export class Recorder {
  readonly #shop: Shop;
  readonly #describe: (line: TraceLine) => DescribedLine;
  readonly #steps: Step[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #texts = new Map<string, string>();
  readonly #processes = new Set<Shop["processes"][number]>();
  #line: TraceLine | undefined;

  constructor(shop: Shop, describe: (line: TraceLine) => DescribedLine) {
    this.#shop = shop;
    this.#describe = describe;
    shop.world.onLine = (line) => {
      this.#record();
      this.#line = line;
      // What follows at once belongs to the line.
      queueMicrotask(() => this.#record());
    };
  }

  get references(): string[] {
    return [...this.#shop.orders.keys()];
  }

  finish(): readonly Step[] {
    this.#record();
    return this.#steps;
  }

  #record(): void {
    const line = this.#line;
    if (line === undefined) return;
    this.#line = undefined;
    const { what } = line;
    const id = /\b[A-Z0-9]{20}\b/.exec(what)?.[0];
    const reference = id === undefined ? /\border-\d+/.exec(what)?.[0] : this.#referenceOf(id);
    this.#steps.push({ at: line.at, reference, ...this.#describe(line), changes: this.#takeChanges() });
  }

  #referenceOf(attemptId: string): string | undefined {
    return this.#shop.judge.mirror.attempts.get(attemptId)?.reference;
  }

  #takeChanges(): Row[] {
    const changes: Row[] = [];
    const before = new Set(this.#rows.keys());
    for (const row of this.#currentRows()) {
      const key = `${row.table}/${row.id}`;
      before.delete(key);
      const text = row.cells.join("\n");
      if (this.#texts.get(key) === text) continue;
      this.#texts.set(key, text);
      this.#rows.set(key, row);
      changes.push(row);
    }
    for (const key of before) changes.push(this.#removed(key));
    return changes;
  }

  /** A notification that no longer waits is processed. Everything else that is gone is deleted. */
  #removed(key: string): Row {
    const row = this.#rows.get(key) as Row;
    this.#rows.delete(key);
    this.#texts.delete(key);
    if (row.table !== "notifications") return { ...row, isGone: true };
    return { ...row, cells: [...row.cells.slice(0, 1), "processed"] };
  }

  *#currentRows(): Generator<Row> {
    const { judge, database, gateway, orders } = this.#shop;
    const { attempts, cycles, items, pending, jobs } = judge.mirror;
    const row = (table: TableName, id: string, cells: readonly string[]): Row => ({
      ...{ table, id, cells },
      // Nearly every id begins with that of an attempt.
      reference: table === "orders" ? id : this.#referenceOf(id.slice(0, 20)),
    });
    for (const attempt of attempts.values()) yield row("attempts", attempt.attemptId, attemptCells(attempt));
    for (const cycle of cycles.values())
      yield row("attempts", `${cycle.attemptId}/${cycle.number}`, cycleCells(cycle));
    for (const item of items.values()) yield row("review-items", item.id, itemCells(item));
    for (const { id, attemptId, fact } of pending.values())
      yield row("notifications", id, [`${factWords(fact)} of ${shorten(attemptId)}`, "pending"]);
    for (const [id, { status, lease }] of jobs)
      yield row("jobs", id, [shorten(id), status, leaseText(lease?.until)]);
    for (const { owner, locks } of database.openTransactions)
      yield row("transactions", owner.name, [owner.name, [...locks].map(shorten).join(", ")]);
    for (const order of gateway.orders.values()) yield row("sales", order.id, saleCells(order));
    for (const [index, sent] of gateway.outbox.entries())
      yield row("messages", `${sent.message.order.id}/${index}`, messageCells(sent));
    for (const process of this.#shop.processes) this.#processes.add(process);
    for (const { name, isAlive, pausedUntil } of this.#processes) {
      const isPaused = pausedUntil > this.#shop.world.now;
      const alive = isPaused ? `paused until ${formatTime(pausedUntil)}` : "running";
      yield row("processes", name, [name, isAlive ? alive : "ended"]);
    }
    for (const order of orders.values()) yield row("orders", order.reference, orderCells(order));
  }
}

type ShopOrder = Parameters<Shop["orders"]["set"]>[1];

function attemptCells({ attemptId, reference, state, isWinning, facts }: Attempt): string[] {
  const winning = isWinning ? ", wins" : "";
  return [shorten(attemptId), reference, `${state}${winning}`, facts.map(factWords).join(" · ")];
}

function cycleCells({ attemptId, number, state, facts }: Cycle): string[] {
  return [`${shorten(attemptId)}, cycle ${number}`, "", state, facts.map(factWords).join(" · ")];
}

const itemCells = ({ kind, attemptId, status }: ReviewItem) => [kind, shorten(attemptId), status];

const leaseText = (until: Date | undefined) =>
  until === undefined ? "" : formatTime(until.getTime() - startOfTime);

function factWords(fact: Fact): string {
  switch (fact.source) {
    case "response":
      return `response: ${fact.outcome}`;
    case "notification":
      return `${fact.returncode === "00" ? "success" : "failure"} ${fact.transactionId}`;
    case "operator":
      return `staff: ${fact.action}`;
    case "inquiry":
      return `query: ${fact.state}`;
    case "refund":
    case "cancellation":
      return `${fact.source}: ${fact.step}`;
    default:
      return fact.source;
  }
}

function saleCells({ id, minor, currency, charges, declines, isCancelled }: GatewayOrder): string[] {
  const amount = (value: number, unit = currency) => `${amountText(value, unit)} ${unit}`;
  const events = [
    ...charges.map((charge) => `charged ${amount(charge.minor, charge.currency)} (${charge.id})`),
    ...charges.flatMap(({ refunds }) =>
      refunds.map((refund) => `refund of ${amount(refund.minor)} ${refund.state}`),
    ),
    ...(declines.length === 0 ? [] : [`declined ${declines.length} times`]),
    ...(isCancelled ? ["subscription closed"] : []),
  ];
  return [shorten(id), amount(minor), events.join(" · ") || "waits for the buyer"];
}

function messageCells({ message, tries, isAcknowledged }: SentMessage): string[] {
  const sent = tries === 0 ? "waits" : `sent ${tries === 1 ? "once" : `${tries} times`}`;
  return [shorten(nameOf(message)), isAcknowledged ? `${sent}, acknowledged` : sent];
}

function orderCells({ reference, dueMinor, currency, placedFor, effects }: ShopOrder): string[] {
  const others = [...effects.keys()].filter((name) => name !== "order").map((name) => shorten(name));
  const placed = placedFor === undefined ? "not placed" : `placed for ${shorten(placedFor)}`;
  return [reference, `${amountText(dueMinor, currency)} ${currency}`, [placed, ...others].join(" · ")];
}
