import type { Client } from "@medusajs/js-sdk";

/*
 * The client for storefronts. It imports no server code. The server imports the types that both sides share.
 */

/** The cart, and how the buyer pays. */
export interface StartPaymentInput {
  readonly cart_id: string;
  /** Default: the provider of the cart's payment session. */
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
export interface Cancellation {
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
export interface SubscriptionPage {
  readonly subscriptions: readonly Subscription[];
  /** The number of all subscriptions. */
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/** A missing or invalid field. */
export interface FieldProblem {
  /** The field's path in the cart: `shipping_address.phone`. */
  readonly path: string;
  /** For the buyer, if the buyer enters the field. */
  readonly message: string;
}

/** The server's response with the query `refusals=body`. */
export interface ErrorResponse {
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly problems: readonly FieldProblem[];
    readonly retry_at?: string;
  };
}

/** The server refused a call of the client. You can display `message` to the buyer. */
export class PayIndexRequestError extends Error {
  override readonly name = "PayIndexRequestError";
  /** Such as `pay_index_sale_invalid`. The plugin's README lists the codes. */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;
  /** Every missing or invalid field. */
  readonly problems: readonly FieldProblem[];
  /** Only with `pay_index_too_many_attempts`: when the next attempt is possible. ISO instant in UTC. */
  readonly retry_at: string | undefined;

  constructor({ code, message, status, problems, retry_at }: ErrorResponse["refusal"]) {
    super(message);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.retry_at = retry_at;
  }
}

/** Headers, as the methods of js-sdk accept them. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Each method throws `PayIndexRequestError` if the server refuses the call, and js-sdk's `FetchError` for every other
 * failure.
 */
export interface PayIndexClient {
  /**
   * Starts the payment of a cart, or continues a started one: a second click leads to the same payment.
   *
   * @throws PayIndexRequestError with `code`, `problems` and a message for the buyer: nothing was started
   */
  start(input: StartPaymentInput, headers?: Headers): Promise<StartedPayment>;
  /** @throws PayIndexRequestError with the status 404: the cart does not exist, or belongs to somebody else */
  status(cartId: string, headers?: Headers): Promise<CartPaymentStatus>;
  /**
   * Returns the subscription that the cart started. Null if there is none, or if it is not paid. @throws
   * PayIndexRequestError like `status`
   */
  subscription(cartId: string, headers?: Headers): Promise<Subscription | null>;
  /**
   * Returns the subscriptions of the signed-in customer, with those that were transferred to the customer. @throws
   * PayIndexRequestError with the status 401: nobody is signed in
   */
  subscriptions(page?: PageRange, headers?: Headers): Promise<SubscriptionPage>;
  /**
   * Cancels the subscription that the cart started, for the signed-in customer who owns its order. Null if the cart has no subscription
   * that was charged. Needs the plugin's option `buyersMayCancel`; without it, js-sdk throws a `FetchError` with the status 404.
   *
   * @throws PayIndexRequestError with the status 401: nobody is signed in; 404: the subscription belongs to somebody else; 503: try later
   */
  cancelSubscription(cartId: string, headers?: Headers): Promise<Cancellation | null>;
}

/** Creates a client that uses the storefront's js-sdk with its address, publishable key and session. */
export function createPayIndexClient({ client }: { readonly client: Pick<Client, "fetch"> }): PayIndexClient {
  const root = "/store/pay-index";
  const payments = `${root}/payments`;
  const subscriptions = `${root}/subscriptions`;
  type Request = NonNullable<Parameters<Client["fetch"]>[1]>;
  const call = async <Answer>(path: string, request: Request): Promise<Answer> => {
    const query = { ...request.query, refusals: "body" };
    const answer = await client.fetch<Answer | ErrorResponse>(path, { ...request, query });
    if (typeof answer === "object" && answer !== null && "refusal" in answer)
      throw new PayIndexRequestError(answer.refusal);
    return answer as Answer;
  };
  const read = <Answer>(path: string, headers: Headers, query: PageRange = {}): Promise<Answer> =>
    call<Answer>(path, { query: { ...query }, headers: { ...headers }, cache: "no-store" });
  return {
    async start(input, headers = {}) {
      const request = { method: "POST", body: input, headers: { ...headers } };
      return (await call<{ payment: StartedPayment }>(payments, request)).payment;
    },
    async status(cartId, headers = {}) {
      return (
        await read<{ payment: CartPaymentStatus }>(`${payments}/${encodeURIComponent(cartId)}`, headers)
      ).payment;
    },
    async subscription(cartId, headers = {}) {
      const path = `${subscriptions}/${encodeURIComponent(cartId)}`;
      return (await read<{ subscription: Subscription | null }>(path, headers)).subscription;
    },
    async cancelSubscription(cartId, headers = {}) {
      const path = `${subscriptions}/${encodeURIComponent(cartId)}/cancellation`;
      const request = { method: "POST", headers: { ...headers } };
      return (await call<{ cancellation: Cancellation | null }>(path, request)).cancellation;
    },
    subscriptions: (page = {}, headers = {}) => read(subscriptions, headers, page),
  };
}

/** Whether a payment provider belongs to this plugin, such as `pp_pay-index_hosted`. */
export function isPayIndexProvider(providerId: string | undefined): boolean {
  return providerId?.startsWith("pp_pay-index_") ?? false;
}
