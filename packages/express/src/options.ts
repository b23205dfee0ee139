import {
  type AboutOrder,
  type Observe,
  type Options,
  type PaidPayment,
  PayIndexError,
} from "@pay-index/core";
import type { Request } from "express";
import { z } from "zod";
import type { CardSale } from "./sale-of-request.ts";
import type { ExpressStore } from "./store.ts";
import type { Tick } from "./tick.ts";

/** What the shop is told when a payment is paid. */
export interface Paid<Tx> {
  readonly payment: PaidPayment;
  /** The same each time this effect comes: for effects outside the transaction, such as a mail. */
  readonly key: string;
  /** The open transaction of the store. What is written with it is written exactly once. */
  readonly tx: Tx;
}

/** The order cannot be placed and trying again will not help. */
export interface Refused {
  readonly refused: { readonly code: string; readonly message: string };
}

/** Core's options, and what an Express shop adds to them. */
export interface ExpressOptions<Tx> extends Options {
  readonly store: ExpressStore<Tx>;
  /**
   * Runs in a transaction that is committed when it returns. A throw rolls back and comes again later, with growing pauses;
   * `refused` rolls back, leaves the payment paid, and gives staff an item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a shop that has nothing to refuse returns nothing
  onPaid(paid: Paid<Tx>): void | Refused | Promise<void | Refused>;
  /** The page of the order: an address, absolute or from the shop's root. */
  orderPage(about: AboutOrder): string;
  /** Where a buyer can try again; by default the order page. */
  retryPage?(about: AboutOrder): string;
  /**
   * What is paid by the card that a buyer sends to `card/<reference>`, from the server's own cart. Undefined: there is no such
   * order. The route exists only with this and `acceptRawCards: true`.
   */
  cardSale?(about: {
    readonly reference: string;
    readonly request: Request;
  }): CardSale | undefined | Promise<CardSale | undefined>;
  observe?: Observe;
  /** Seconds between two sweeps of what was left undone; 0 for none, when a cron calls `sweep()`. */
  readonly tickEvery?: number;
  /** What calls the sweep instead of this process's own timer: `pgBossTick(boss)`. */
  readonly tick?: Tick;
}

const aFunction = (what: string) =>
  z.custom<(...input: never) => unknown>((value) => typeof value === "function", what);

const ownSchema = z
  .object(
    {
      store: z.custom(
        isStore,
        "is required: sqlite(path), postgres(pool), or a store that passes the store contract",
      ),
      onPaid: aFunction("is required: a function that marks the order as paid"),
      orderPage: aFunction("is required: a function that gives the address of an order's page"),
      retryPage: aFunction("must be a function that gives an address").optional(),
      cardSale: aFunction("must be a function that gives the sale without the card").optional(),
      observe: aFunction("must be a function that takes an event").optional(),
      tickEvery: z
        .number("must be seconds")
        .min(0, "must be 0 or more")
        .max(3600, "must be at most 3600")
        .optional(),
      tick: aFunction("must be a function that calls the sweep: pgBossTick(boss)").optional(),
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
export function checkOwnOptions(options: unknown): void {
  const parsed = ownSchema.safeParse(options);
  if (parsed.success) return;
  throw new PayIndexError("options_invalid", "These payment options cannot be used.", {
    problems: parsed.error.issues.map(({ path, message }) => ({ path: path.join(".") || "(all)", message })),
  });
}

function isStore(value: unknown): boolean {
  return typeof value === "object" && value !== null && "transaction" in value && "commit" in value;
}
