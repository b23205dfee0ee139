/*
 * What the Store API receives and returns, for the storefront and the server. Imports nothing.
 */

/** What the buyer pays: a cart, or what is due for an order. And how. */
export type StartPaymentInput = PaymentChoice &
  (
    | { readonly cart_id: string; readonly payment_collection_id?: undefined }
    /** A payment collection of an order that exists already, such as from Medusa's payment link. */
    | { readonly payment_collection_id: string; readonly cart_id?: undefined }
  );

/** How the buyer pays. */
interface PaymentChoice {
  /** Default: the provider of the cart's payment session. An order needs it. */
  readonly provider_id?: string | undefined;
  /** Only for the variant `apm`: the gateway's name of a payment method. Default: the gateway displays its list. */
  readonly method?: string | undefined;
  /** Only for the variant `apm` in an app: the URL scheme of the app. */
  readonly app_scheme?: string | undefined;
  /** The language of the payment page. Default: the cart's locale. */
  readonly language?: string | undefined;
}

/** Where the buyer continues: at an address, or in the shop's own card form, which posts to `action` with the token. */
export type StartedPayment =
  | {
      readonly state: "redirect" | "waiting" | "unreachable" | "declined" | "paid" | "review";
      /** Send the browser to this address, whatever the state. */
      readonly url: string;
      /** The gateway order ID of the attempt. */
      readonly attempt_id: string;
      /** The address at which an app or a page reads the state of the attempt, as `{ state }`. It needs no session. */
      readonly status_url: string;
    }
  | { readonly state: "card_form"; readonly action: string; readonly form_token: string };

/** The payment status of a cart. */
export interface CartPaymentStatus {
  readonly state:
    | "none"
    | "created"
    | "pending"
    | "approved"
    | "paid"
    | "review"
    | "failed"
    | "closed"
    | "refunded";
  /** Whether the order is placed. It can be placed later than `paid`, or wait for the shop's staff. */
  readonly placed: boolean;
  /**
   * Whether the shop's staff must check the payment before the order can be placed, for example because the cart
   * changed while it was paid. Do not poll: tell the buyer that the payment arrived and that the shop will get in
   * touch.
   */
  readonly being_checked: boolean;
  /** The order of the cart, also if it was paid in another way. */
  readonly order_id?: string;
}

/** A subscription and its cycles. */
export interface Subscription {
  /** The cart that started the subscription. */
  readonly cart_id: string;
  readonly plan_id: string;
  readonly plan_type: "weekly" | "monthly" | "quarterly" | "yearly";
  /** The number of cycles of the plan. */
  readonly total_count: number;
  /**
   * `closed`: the gateway reported that it charges no more. `ended`: the last cycle of the plan was paid, or staff
   * ended it.
   */
  readonly state: "active" | "closed" | "ended";
  /** The amount of each cycle after the first, as decimal text in the major unit. */
  readonly amount: string;
  readonly currency_code: string;
  /** ISO instant in UTC. */
  readonly closed_at: string | null;
  /** The first expected cycle that is not paid. Null if none is expected. */
  readonly next_cycle: { readonly number: number; readonly due_at: string } | null;
  /** Sorted by number. Cycles that nothing was reported about are left out. */
  readonly cycles: readonly SubscriptionCycle[];
}

/** One billing period. */
export interface SubscriptionCycle {
  /** 1 for the sale itself. */
  readonly number: number;
  readonly state: Exclude<CartPaymentStatus["state"], "none">;
  /** ISO instant in UTC. Null for a cycle outside the plan. */
  readonly due_at: string | null;
  /** Null if no order was placed for the cycle. */
  readonly order_id: string | null;
  /** Whether the cycle should be paid by now. The shop's staff have a review item then. */
  readonly is_overdue: boolean;
}

/** The outcome of a cancellation. */
export interface CancellationResult {
  /**
   * `cancelled`: the gateway charges no further cycle. `ended`: the plan is completed. `refused`: the gateway does not cancel, and charges go
   * on. `unclear`: it gave no clear answer, and the shop asks again by itself.
   */
  readonly outcome: "cancelled" | "ended" | "refused" | "unclear";
  /** With `cancelled`: since when, as an ISO instant in UTC. */
  readonly closed_at: string | null;
  /** With `unclear`: a code such as `timeout`, `mismatch` or `waiting`. */
  readonly reason: string | null;
  /** With `refused`: the gateway's text, if it gave one. */
  readonly text: string | null;
}

/** A part of a list, with the parameters of Medusa's own lists. */
export interface PageRange {
  /** Default: 20. At most 100. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Newest first. */
export interface PaginatedSubscriptions {
  readonly subscriptions: readonly Subscription[];
  /** The number of all subscriptions. */
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}
