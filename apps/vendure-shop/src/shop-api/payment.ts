import type { BookState, Variant } from "@pay-index/core";
import type { Standing } from "@pay-index-apps/demo/look/order-page";
import { type Refusal, transition } from "./change-order.ts";
import type { Order } from "./order.ts";
import type { ShopApi } from "./shop-api.ts";

/** Where the buyer goes on; and where the attempt can be asked about, unless the order cost nothing. */
export interface StartedPayment {
  readonly next: string;
  readonly orderNumber: string | null;
  readonly statusUrl: string | null;
}

/** Where the buyer goes on, or what is wrong: by the path of a field, or in general. */
export type Started =
  | StartedPayment
  | { readonly action: string; readonly formToken: string }
  | {
      readonly message: string;
      readonly problems?: readonly { readonly path: string; readonly message: string }[];
    };

export interface PaymentWish {
  readonly variant: Variant;
  /** Of an alternative payment; empty lets the buyer choose on the gateway's page. */
  readonly apmMethod: string;
}

const startMutation = `mutation ($input: StartPayIndexPaymentInput!) {
  started: startPayIndexPayment(input: $input) {
    ... on PayIndexStarted { next orderNumber statusUrl }
    ... on PayIndexCardForm { action formToken }
    ... on ErrorResult { message }
    ... on PayIndexSaleError { problems { path message } }
  }
}`;

/** The order stays as it is from here on, or until the buyer goes back to the cart. */
export async function startPayment(
  api: ShopApi,
  order: Order,
  { variant, apmMethod }: PaymentWish,
): Promise<Started> {
  const refused = await arrangePayment(api, order);
  if (refused !== undefined) return refused;
  const input = { method: variant, ...(apmMethod === "" ? {} : { apmMethod }) };
  return (await api.ask<{ started: Started }>(startMutation, { input })).started;
}

async function arrangePayment(api: ShopApi, { state }: Order): Promise<Refusal> {
  return state === "ArrangingPayment" ? undefined : transition(api, "ArrangingPayment");
}

interface Answer {
  readonly payIndexPayment: { readonly state: Uppercase<BookState>; readonly placed: boolean } | null;
}

/** Undefined when it is not this buyer's. */
export async function paymentStatus(api: ShopApi, code: string): Promise<Standing | undefined> {
  const query = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
  const { payIndexPayment } = await api.ask<Answer>(query, { code });
  if (payIndexPayment === null) return undefined;
  const { state, placed } = payIndexPayment;
  return { state: state.toLowerCase() as BookState, placed };
}
