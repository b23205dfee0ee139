import type { Client } from "@medusajs/js-sdk";

/*
 * For a storefront: this file has nothing of the server in it, and is read by it for what both must agree on.
 */

/** The cart, and how it is to be paid. */
export interface StartPaymentInput {
  readonly cart_id: string;
  /** By default the provider of the cart's payment session. */
  readonly provider_id?: string | undefined;
  /** Of the variant apm: a method as the gateway names it. Without one the gateway shows its list. */
  readonly method?: string | undefined;
  /** Of the variant apm in an app: the scheme of its addresses. */
  readonly app_scheme?: string | undefined;
  /** Of the payment page. By default the cart's locale. */
  readonly language?: string | undefined;
}

/** Where the buyer goes on: at an address, or in a card form of the shop's own, which posts to `action` with the token. */
export type StartedPayment =
  | {
      readonly state: "redirect" | "waiting" | "unreachable" | "declined" | "paid" | "review";
      /** Send the browser there, whatever the state. */
      readonly url: string;
      /** By which the gateway knows the payment. */
      readonly attempt_id: string;
      /** Where an app or a page asks how this attempt stands: it answers `{ state }` to whoever has the address. */
      readonly status_url: string;
    }
  | { readonly state: "card_form"; readonly action: string; readonly form_token: string };

/** How a cart's payment stands. */
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
  /** Whether the money has become an order. It may take a moment, or a person, after `paid`. */
  readonly placed: boolean;
  /**
   * Whether the shop's staff have to check the payment before it can become an order, because the cart changed while it was paid, for
   * example. Asking again soon does not help: tell the buyer that the money arrived and that the shop will get in touch.
   */
  readonly being_checked: boolean;
  /** What the cart has become, in whatever way it was paid. */
  readonly order_id?: string;
}

/** What is charged again and again, and how it stands. */
export interface Subscription {
  /** Of the cart that began it. */
  readonly cart_id: string;
  readonly plan_id: string;
  readonly plan_type: "weekly" | "monthly" | "quarterly" | "yearly";
  /** How many cycles are charged in all. */
  readonly total_count: number;
  /** `closed`: the gateway reported so. `ended`: the last cycle of the plan was paid, or staff have closed it. */
  readonly state: "active" | "closed" | "ended";
  /** Of each cycle after the first, as decimal text. */
  readonly amount: string;
  readonly currency_code: string;
  /** ISO instant in UTC. */
  readonly closed_at: string | null;
  /** The first cycle that is not paid and still expected. Null: none is. */
  readonly next_cycle: { readonly number: number; readonly due_at: string } | null;
  /** By number; those of which nothing was heard are not among them. */
  readonly cycles: readonly SubscriptionCycle[];
}

/** One billing period. */
export interface SubscriptionCycle {
  /** 1 is the sale itself. */
  readonly number: number;
  readonly state: Exclude<CartPaymentStatus["state"], "none">;
  /** ISO instant in UTC; null of a cycle that the plan does not have. */
  readonly due_at: string | null;
  /** Null: it has not become an order. */
  readonly order_id: string | null;
  /** Whether the cycle should be paid by now. The staff of the shop have a review item. */
  readonly is_overdue: boolean;
}

/** A part of a list, as Medusa's own lists are asked for one. */
export interface PageRange {
  /** 20 by default, 100 at most. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Newest first. */
export interface SubscriptionPage {
  readonly subscriptions: readonly Subscription[];
  /** How many there are in all. */
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/** A field that is missing or cannot be used. */
export interface FieldProblem {
  /** In the cart's words: `shipping_address.phone`. */
  readonly path: string;
  /** For the buyer where buyers enter the field. */
  readonly message: string;
}

/** What the server answers to the query `refusals=body`. */
export interface ErrorResponse {
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly problems: readonly FieldProblem[];
    readonly retry_at?: string;
  };
}

/** The server refused a call of this plugin. `message` can be shown to the buyer. */
export class PayIndexRequestError extends Error {
  override readonly name = "PayIndexRefusal";
  /** Such as `pay_index_sale_invalid`: the plugin's README lists them. */
  readonly code: string;
  /** As an HTTP status. */
  readonly status: number;
  /** Every field that is missing or cannot be used. */
  readonly problems: readonly FieldProblem[];
  /** Of `pay_index_too_many_attempts`: when the next attempt is possible. ISO instant in UTC. */
  readonly retry_at: string | undefined;

  constructor({ code, message, status, problems, retry_at }: ErrorResponse["refusal"]) {
    super(message);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.retry_at = retry_at;
  }
}

/** As the methods of js-sdk take them. */
export type Headers = Readonly<Record<string, string>>;

/** Each method throws `PayIndexRefusal` if the plugin refuses, and js-sdk's `FetchError` for everything else. */
export interface PayIndexClient {
  /**
   * Starts paying a cart, or goes on where that was begun: a second click leads to the same payment.
   *
   * @throws PayIndexRefusal with `code`, `problems` and a message for the buyer; nothing was started
   */
  start(input: StartPaymentInput, headers?: Headers): Promise<StartedPayment>;
  /** @throws PayIndexRefusal with the status 404: there is no such cart, or it is somebody else's */
  status(cartId: string, headers?: Headers): Promise<CartPaymentStatus>;
  /** What this cart has begun. Null: nothing, or it is not paid. @throws PayIndexRefusal as `status` */
  subscription(cartId: string, headers?: Headers): Promise<Subscription | null>;
  /** Those of the customer who is signed in: also such as were handed over to them. @throws PayIndexRefusal with the status 401: nobody is */
  subscriptions(page?: PageRange, headers?: Headers): Promise<SubscriptionPage>;
}

/** The calls of this plugin, made by a storefront's own js-sdk: with its address, publishable key and session. */
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
    subscriptions: (page = {}, headers = {}) => read(subscriptions, headers, page),
  };
}

/** Whether a payment provider is one of this plugin's: `pp_pay-index_hosted`, say. */
export function isPayIndexProvider(providerId: string | undefined): boolean {
  return providerId?.startsWith("pp_pay-index_") ?? false;
}
