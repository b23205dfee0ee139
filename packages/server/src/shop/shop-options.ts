import type { Money } from "@pay-index/core";
import {
  type DisputeDetails,
  type EndedRefund,
  type FailedCycle,
  type GatewayOptions,
  type LinkSale,
  type LinkSaleRequest,
  type PaidCycle,
  type PaidPayment,
  type RunInBackground,
  type SubscriptionDetails,
  z,
} from "@pay-index/core/adapter";
import type { TransactionalStore } from "@pay-index/core/store";
import {
  assertNoOptionProblems,
  type CommonHostOptions,
  commonHostOptionsSchema,
  createFunctionSchema,
  findOptionProblems,
} from "../host-options.ts";
import { findSecretProblems } from "../secret-problems.ts";
import type { StaffHost, StaffMember } from "../staff/staff-host.ts";
import type { CardSaleWithoutCardDetails } from "./shop-sale.ts";
import type { SweepScheduler } from "./tick.ts";

/** The order whose amount due is needed. */
export interface AmountDueRequest<Tx> {
  /** The `reference` of the sale: the shop's own id of the order. */
  readonly reference: string;
  /** The tenant of the sale; `default` if the shop has only one. */
  readonly tenant: string;
  /** The paid attempt. If the buyer paid at a payment link, it has `linkId`. */
  readonly payment: PaidPayment;
  /** The open transaction of the store. `onPaid` runs in it afterwards. */
  readonly tx: Tx;
}

/** The input of `onPaid`. */
export interface PaidContext<Tx> {
  /** The paid attempt. For a later cycle, the attempt that started the subscription. */
  readonly payment: PaidPayment;
  /** The same in each repeat of this call. Use it to detect repeats of effects outside the transaction, such as an e-mail. */
  readonly key: string;
  /** The open transaction of the store. Its changes are committed exactly once. */
  readonly tx: Tx;
}

/** The input of `onRenewal`: a paid later cycle of a subscription. */
export interface RenewalContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: PaidCycle;
}

/** The input of `onSubscriptionClosed`: the gateway charges no further cycle. */
export interface SubscriptionClosedContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly closedAt: Date;
}

/** The input of `onCycleFailed`: the gateway could not charge a later cycle. */
export interface CycleFailedContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: FailedCycle;
}

/** The input of `onCycleOverdue`: a cycle that should be paid by now. */
export interface CycleOverdueContext<Tx> extends PaidContext<Tx> {
  readonly subscription: SubscriptionDetails;
  readonly cycle: Pick<PaidCycle, "number" | "dueAt">;
}

/** The input of `onDispute`: a chargeback, an alert or another message of the dispute webhook. */
export interface DisputeContext<Tx> extends PaidContext<Tx> {
  /** The later cycle of a subscription that the disputed charge paid. Undefined: the sale. */
  readonly cycle: number | undefined;
  readonly dispute: DisputeDetails;
}

/** The input of `onRefunded` and `onRefundFailed`: a refund through the gateway that has ended. */
export interface EndedRefundContext<Tx> extends PaidContext<Tx> {
  /** The later cycle whose charge it gives back. Undefined for the sale. */
  readonly cycle: number | undefined;
  readonly refund: EndedRefund;
}

/** A refusal: the order cannot be placed, and repeating the call does not help. Staff get a review item with code and message. */
export interface HookRefusal {
  /** `code`: a name of your own for the reason, such as `paused`. `message`: English text for staff. */
  readonly refused: { readonly code: string; readonly message: string };
}

/** The staff pages. With the functions of `StaffHost`, they display what the shop knows of its orders. */
export interface ShopStaffOptions<HostRequest> extends StaffHost {
  /**
   * Returns who sends the request, and what this person may do, from the shop's own session. Undefined: nobody of the staff is signed
   * in. `operator.id` is the id of the account, which is stored with each action.
   *
   * @example
   * staff: {
   *   member: (request) => {
   *     const admin = signedInAdmin(request);
   *     return admin && { operator: { id: admin.id, name: admin.name }, permissions: ["view", "resolve"] };
   *   },
   * }
   */
  member(request: HostRequest): StaffMember | undefined | Promise<StaffMember | undefined>;
}

/** The options of core, and those of a custom shop, on any framework. */
export interface ShopOptions<Tx, HostRequest> extends GatewayOptions, Omit<CommonHostOptions, "cardOrigins"> {
  /** The payment store: `sqlite(path)`, `postgres(pool)`, or your own. */
  readonly store: TransactionalStore<Tx>;
  /**
   * Returns the amount due for an order now, or `undefined` if there is no such order. Runs before `onPaid`, in the same transaction.
   * For a subscription, return the price of a cycle, not the amount of a discounted first period.
   *
   * If the amount differs from the price that the attempt started with, `onPaid` is not called: the payment stays paid, and staff get a
   * review item with the code `order_changed` or `order_missing`. If it throws or returns no money, it runs again later.
   *
   * @example
   * amountDue: ({ reference, tx }) => {
   *   const order = tx.prepare("SELECT total FROM orders WHERE id = ?").get(reference);
   *   return order && money(order.total, "USD");
   * }
   */
  amountDue(request: AmountDueRequest<Tx>): Money | undefined | Promise<Money | undefined>;
  /**
   * Marks the order as paid, in a transaction that commits when it returns. If it throws, the transaction rolls back, and it runs again
   * with growing pauses. If it returns `refused`, the transaction rolls back, the payment stays paid, and staff get a review item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a shop that refuses nothing returns nothing
  onPaid(paid: PaidContext<Tx>): void | HookRefusal | Promise<void | HookRefusal>;
  /**
   * Creates an order for each paid later cycle of a subscription, after `onPaid` has succeeded. The rules of `onPaid` apply. Cycles come
   * in any order. Without it, each paid later cycle gets a review item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: as above
  onRenewal?(paid: RenewalContext<Tx>): void | HookRefusal | Promise<void | HookRefusal>;
  /** Runs in a transaction, as `onPaid`, when the gateway has closed a subscription. Cycles that it charged before can still come. */
  onSubscriptionClosed?(closed: SubscriptionClosedContext<Tx>): void | Promise<void>;
  /**
   * Runs in a transaction, as `onPaid`, once for each declined charge of a later cycle, so that the shop can tell the buyer. The gateway
   * can try the charge again, and the cycle can still be paid.
   */
  onCycleFailed?(failed: CycleFailedContext<Tx>): void | Promise<void>;
  /** Runs in a transaction, as `onPaid`, when a cycle is overdue. The cycle can still be paid. */
  onCycleOverdue?(missed: CycleOverdueContext<Tx>): void | Promise<void>;
  /** Runs in a transaction, as `onPaid`, once for each refund that the gateway reports as made, also one made in its back office. */
  onRefunded?(refunded: EndedRefundContext<Tx>): void | Promise<void>;
  /** Runs in a transaction, as `onPaid`, once for each refund that the gateway refused, or accepted and did not make. */
  onRefundFailed?(failed: EndedRefundContext<Tx>): void | Promise<void>;
  /**
   * Runs in a transaction, as `onPaid`, once for each message of the dispute webhook about a chargeback or an alert, also if the payment is
   * not paid. The state of the payment does not change. Needs `operations: { disputeWebhook: {} }`.
   */
  onDispute?(disputed: DisputeContext<Tx>): void | Promise<void>;
  /**
   * Returns the sale for a card that a buyer sends with the form of `cardForm`, from the server's own cart. Undefined if the tenant has no
   * such order. The sale must have the same `reference` and `tenant`. Needs `acceptRawCards: true`. Without it, the route does not exist.
   */
  cardSale?(about: {
    readonly reference: string;
    /** The tenant of the order. */
    readonly tenant: string;
    readonly request: HostRequest;
  }): CardSaleWithoutCardDetails | undefined | Promise<CardSaleWithoutCardDetails | undefined>;
  /**
   * Returns what is due for an order now, with its buyer, for a payment link that staff make or a buyer opens. `undefined`: nothing,
   * because there is no such order, or it is paid or cancelled. Without it, the shop makes no payment links.
   *
   * @example
   * linkSale: ({ reference }) => {
   *   const order = findUnpaidOrder(reference);
   *   return order && { amount: money(order.total, "USD"), buyer: order.buyer };
   * }
   */
  linkSale?(about: LinkSaleRequest): LinkSale | undefined | Promise<LinkSale | undefined>;
  /** Without it, the shop has no pages for its staff. */
  readonly staff?: ShopStaffOptions<HostRequest>;
  /** Seconds between two sweeps. 0: no timer, because a cron job calls `sweep()`. Default: 10. */
  readonly tickEvery?: number;
  /** Calls the sweep instead of this process's own timer, such as `pgBossTick(boss)`. */
  readonly tick?: SweepScheduler;
  /**
   * The secret of a cron that runs the sweep: it requests `sweep` below `publicUrl` with `Authorization: Bearer <secret>`, as the crons of
   * Vercel do. At least 32 characters. Without it, the route does not exist.
   */
  readonly cronSecret?: string | undefined;
  /**
   * Keeps the process running for work after a reply, such as `waitUntil` of `@vercel/functions`. For platforms that stop a process after
   * its reply. Without it, the next sweep does there what took longer than `replyWithin`.
   */
  readonly waitUntil?: RunInBackground;
}

const shopOptionsSchema = z
  .object(
    {
      store: z.custom(
        isStore,
        "is required: sqlite(path), postgres(pool), or a store that passes the store contract",
      ),
      amountDue: createFunctionSchema("is required: a function that returns what is due for an order"),
      onPaid: createFunctionSchema("is required: a function that marks the order as paid"),
      ...commonHostOptionsSchema.omit({ cardOrigins: true }).shape,
      onRenewal: createFunctionSchema("must be a function that creates a renewal order").optional(),
      onSubscriptionClosed: createFunctionSchema(
        "must be a function that handles a closed subscription",
      ).optional(),
      onCycleFailed: createFunctionSchema("must be a function that handles a declined cycle").optional(),
      onCycleOverdue: createFunctionSchema("must be a function that handles an overdue cycle").optional(),
      onDispute: createFunctionSchema("must be a function that handles a dispute").optional(),
      onRefunded: createFunctionSchema("must be a function that handles a refund").optional(),
      onRefundFailed: createFunctionSchema("must be a function that handles a failed refund").optional(),
      cardSale: createFunctionSchema("must be a function that returns the sale without the card").optional(),
      linkSale: createFunctionSchema("must be a function that returns what is due for an order").optional(),
      staff: z
        .object({
          member: createFunctionSchema("is required: a function that returns who of the staff is signed in"),
        })
        .optional(),
      tickEvery: z
        .number("must be seconds")
        .min(0, "must be 0 or more")
        .max(3600, "must be at most 3600")
        .optional(),
      tick: createFunctionSchema("must be a function that calls the sweep: pgBossTick(boss)").optional(),
      cronSecret: z.unknown().optional(),
      waitUntil: createFunctionSchema("must be a function that takes a promise").optional(),
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

/**
 * Returns the options of core, which core checks itself.
 *
 * @throws PayIndexError `options_invalid` for the options that the adapter adds
 */
export function checkShopOptions(options: unknown): GatewayOptions {
  const given = Object(options) as { readonly cronSecret?: unknown };
  // A variable of the environment that is not set must not leave a shop without its cron.
  const secrets = "cronSecret" in given ? { cronSecret: given.cronSecret } : {};
  assertNoOptionProblems([
    ...findOptionProblems(shopOptionsSchema, options),
    ...findSecretProblems({ secrets }),
  ]);
  const { acceptRawCards: _, ...added } = shopOptionsSchema.shape;
  const ofCore = Object.entries(given).filter(([name]) => !Object.hasOwn(added, name));
  return Object.fromEntries(ofCore) as unknown as GatewayOptions;
}

function isStore(value: unknown): boolean {
  return typeof value === "object" && value !== null && "transaction" in value && "commit" in value;
}
