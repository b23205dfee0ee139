import { type EventHandler, type Money, type Options, PayIndexError } from "@pay-index/core";
import {
  type OrderPageRequest,
  type PaidCycle,
  type PaidPayment,
  problemsOf,
  type RetryPageRequest,
  type SubscriptionDetails,
} from "@pay-index/core/adapter";
import type { TransactionalStore } from "@pay-index/core/store";
import { type BuyerPageOptions, buyerPageOptionsSchema } from "@pay-index/server";
import type { Request } from "express";
import { z } from "zod";
import type { SaleWithoutCard } from "./sale-from-request.ts";
import type { Tick } from "./tick.ts";

/** Which order `amountDue` is asked about. */
export interface AmountDueRequest<Tx> {
  readonly reference: string;
  readonly tenant: string;
  /** The open transaction of the store, in which `onPaid` marks the order as paid right afterwards. */
  readonly tx: Tx;
}

/** What the shop is told when a payment is paid. */
export interface PaidContext<Tx> {
  /** Of a subscription the one that began it. */
  readonly payment: PaidPayment;
  /** The same each time this effect comes: for effects outside the transaction, such as a mail. */
  readonly key: string;
  /** The open transaction of the store. What is written with it is written exactly once. */
  readonly tx: Tx;
}

/** What the shop is told when a later cycle of a subscription is paid. */
export interface RenewalContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: PaidCycle;
}

/** What the shop is told when the gateway has closed a subscription. */
export interface SubscriptionClosedContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly closedAt: Date;
}

/** What the shop is told when a cycle should have been paid by now. */
export interface CycleOverdueContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: Pick<PaidCycle, "number" | "dueAt">;
}

/** The order cannot be placed and trying again will not help. */
export interface HookRefusal {
  readonly refused: { readonly code: string; readonly message: string };
}

/** Core's options, and what an Express shop adds to them. */
export interface ExpressOptions<Tx> extends Options {
  readonly store: TransactionalStore<Tx>;
  /**
   * Returns what is due for an order now, before `onPaid` and in the same transaction; `undefined` if there is no such order. Of a
   * subscription, return the price of a cycle, not the amount of a discounted first period. If the amount is not the one that the
   * payment was started with, `onPaid` is not called: the payment stays paid and staff get an item with the code `order_changed`,
   * or `order_missing`. A throw or a value that is not money comes again later.
   *
   * @example
   * amountDue: ({ reference, tx }) => {
   *   const order = tx.prepare("SELECT total FROM orders WHERE id = ?").get(reference);
   *   return order && money(order.total, "USD");
   * }
   */
  amountDue(request: AmountDueRequest<Tx>): Money | undefined | Promise<Money | undefined>;
  /**
   * Runs in a transaction that is committed when it returns. A throw rolls back and comes again later, with growing pauses;
   * `refused` rolls back, leaves the payment paid, and gives staff an item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a shop that has nothing to refuse returns nothing
  onPaid(paid: PaidContext<Tx>): void | HookRefusal | Promise<void | HookRefusal>;
  /**
   * As `onPaid`, for each paid cycle of a subscription after the first, once `onPaid` is done with that one. Cycles come in any
   * order, each once. Without it each becomes an item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: as above
  onCycle?(paid: RenewalContext<Tx>): void | HookRefusal | Promise<void | HookRefusal>;
  /** In a transaction like that of `onPaid`: no further cycle is charged. Some that were charged before may still come. */
  onClosed?(closed: SubscriptionClosedContext<Tx>): void | Promise<void>;
  /** In a transaction like that of `onPaid`: a cycle is not paid, and should be. It may still come. */
  onMissed?(missed: CycleOverdueContext<Tx>): void | Promise<void>;
  /** The page of the order: an address, absolute or from the shop's root. */
  orderPage(about: OrderPageRequest): string;
  /** Where a buyer can try again; by default the order page. Show the buyer a message for `reason`. */
  retryPage?(about: RetryPageRequest): string;
  /** Whether the buyer sees the outcome on pages of ours before going on to these, in which language, and how they look. */
  readonly pages?: BuyerPageOptions;
  /**
   * What is paid by the card that a buyer sends to `card/<reference>`, from the server's own cart. Undefined: there is no such
   * order. The route exists only with this and `acceptRawCards: true`.
   */
  cardSale?(about: {
    readonly reference: string;
    readonly request: Request;
  }): SaleWithoutCard | undefined | Promise<SaleWithoutCard | undefined>;
  /** Gets each event. By default, events above the level `debug` go to the console. */
  observe?: EventHandler;
  /** Seconds between two sweeps of what was left undone; 0 for none, when a cron calls `sweep()`. */
  readonly tickEvery?: number;
  /** What calls the sweep instead of this process's own timer: `pgBossTick(boss)`. */
  readonly tick?: Tick;
}

const functionSchema = (what: string) =>
  z.custom<(...input: never) => unknown>((value) => typeof value === "function", what);

const expressOptionsSchema = z
  .object(
    {
      store: z.custom(
        isStore,
        "is required: sqlite(path), postgres(pool), or a store that passes the store contract",
      ),
      amountDue: functionSchema("is required: a function that returns what is due for an order"),
      onPaid: functionSchema("is required: a function that marks the order as paid"),
      onCycle: functionSchema("must be a function that makes a renewal").optional(),
      onClosed: functionSchema("must be a function that ends a subscription").optional(),
      onMissed: functionSchema("must be a function that hears of a missing cycle").optional(),
      orderPage: functionSchema("is required: a function that gives the address of an order's page"),
      retryPage: functionSchema("must be a function that gives an address").optional(),
      pages: buyerPageOptionsSchema.optional(),
      cardSale: functionSchema("must be a function that gives the sale without the card").optional(),
      observe: functionSchema("must be a function that takes an event").optional(),
      tickEvery: z
        .number("must be seconds")
        .min(0, "must be 0 or more")
        .max(3600, "must be at most 3600")
        .optional(),
      tick: functionSchema("must be a function that calls the sweep: pgBossTick(boss)").optional(),
      acceptRawCards: z.unknown().optional(),
    },
    "are required: one object",
  )
  .superRefine(({ cardSale, acceptRawCards, tick, tickEvery }, context) => {
    if (tick !== undefined && tickEvery !== undefined)
      context.addIssue({ code: "custom", path: ["tickEvery"], message: "and tick exclude each other" });
    if (cardSale !== undefined && acceptRawCards !== true) {
      const message = "takes card numbers through this server: set acceptRawCards: true if it is meant to";
      context.addIssue({ code: "custom", path: ["cardSale"], message });
    }
  });

/** @throws PayIndexError `options_invalid` for what the adapter adds; core checks the rest */
export function checkExpressOptions(options: unknown): void {
  const parsed = expressOptionsSchema.safeParse(options);
  if (parsed.success) return;
  throw new PayIndexError("options_invalid", "These payment options cannot be used.", {
    problems: problemsOf(parsed.error.issues),
  });
}

function isStore(value: unknown): boolean {
  return typeof value === "object" && value !== null && "transaction" in value && "commit" in value;
}
