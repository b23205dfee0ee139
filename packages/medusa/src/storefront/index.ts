import type { Client } from "@medusajs/js-sdk";
import type {
  CancellationResult,
  CartPaymentStatus,
  PageRange,
  PaginatedSubscriptions,
  StartedPayment,
  StartPaymentInput,
  Subscription,
} from "./store-api-types.ts";

/*
 * The client for storefronts. It imports no server code. The server imports the types that both sides share.
 */

export type {
  CancellationResult,
  CartPaymentStatus,
  PageRange,
  PaginatedSubscriptions,
  StartedPayment,
  StartPaymentInput,
  Subscription,
  SubscriptionCycle,
} from "./store-api-types.ts";

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
  /** Such as `pay_index_sale_invalid`. `docs/reference/medusa.md` lists the codes. */
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
  /** @throws PayIndexRequestError with the status 404: the cart does not exist, or belongs to another customer */
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
  subscriptions(page?: PageRange, headers?: Headers): Promise<PaginatedSubscriptions>;
  /**
   * Cancels the subscription that the cart started, for the signed-in customer who owns its order. Null if the cart has no subscription
   * that was charged. Needs the plugin's option `buyersMayCancel`; without it, js-sdk throws a `FetchError` with the status 404.
   *
   * @throws PayIndexRequestError with the status 401: nobody is signed in; 404: the subscription belongs to another customer; 503: try later
   */
  cancelSubscription(cartId: string, headers?: Headers): Promise<CancellationResult | null>;
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
      return (await call<{ cancellation: CancellationResult | null }>(path, request)).cancellation;
    },
    subscriptions: (page = {}, headers = {}) => read(subscriptions, headers, page),
  };
}

/** Whether a payment provider belongs to this plugin, such as `pp_pay-index_hosted`. */
export function isPayIndexProvider(providerId: string | undefined): boolean {
  return providerId?.startsWith("pp_pay-index_") ?? false;
}
