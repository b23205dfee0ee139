import type { PaymentState, Variant } from "@pay-index/core";
import type { PaymentStateAndPlacement } from "@pay-index-apps/demo/pages/order-page";
import { type ChangeRefusal, transitionOrder } from "./change-order.ts";
import type { Order } from "./order.ts";
import type { ShopApi } from "./shop-api.ts";

/**
 * Where the buyer continues, and where the state of the attempt can be read. Without an attempt if the order costs
 * nothing.
 */
export interface StartedPayment {
  readonly url: string;
  readonly attemptId: string | null;
  readonly statusUrl: string | null;
}

/** Where the buyer continues, or the problems: by the path of a field, or in general. */
export type StartPaymentResult =
  | StartedPayment
  | { readonly action: string; readonly formToken: string }
  | {
      readonly message: string;
      readonly problems?: readonly { readonly path: string; readonly message: string }[];
    };

export interface PaymentChoice {
  readonly variant: Variant;
  /** Only for an alternative payment method. Empty if the buyer chooses on the gateway's page. */
  readonly apmMethod: string;
}

const startMutation = `mutation ($input: StartPayIndexPaymentInput!) {
  started: startPayIndexPayment(input: $input) {
    ... on PayIndexStarted { url attemptId statusUrl }
    ... on PayIndexCardForm { action formToken }
    ... on ErrorResult { message }
    ... on PayIndexSaleError { problems { path message } }
  }
}`;

/** Starts the payment. From now on the order does not change, unless the buyer returns to the cart. */
export async function startPayment(
  api: ShopApi,
  order: Order,
  { variant, apmMethod }: PaymentChoice,
): Promise<StartPaymentResult> {
  const refused = await arrangePayment(api, order);
  if (refused !== undefined) return refused;
  const input = { method: variant, ...(apmMethod === "" ? {} : { apmMethod }) };
  return (await api.ask<{ started: StartPaymentResult }>(startMutation, { input })).started;
}

async function arrangePayment(api: ShopApi, { state }: Order): Promise<ChangeRefusal> {
  return state === "ArrangingPayment" ? undefined : transitionOrder(api, "ArrangingPayment");
}

interface PaymentStatusResponse {
  readonly payIndexPayment: { readonly state: Uppercase<PaymentState>; readonly placed: boolean } | null;
}

/** Returns undefined if the order is not this buyer's. */
export async function findPaymentStatus(
  api: ShopApi,
  code: string,
): Promise<PaymentStateAndPlacement | undefined> {
  const query = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
  const { payIndexPayment } = await api.ask<PaymentStatusResponse>(query, { code });
  if (payIndexPayment === null) return undefined;
  const { state, placed } = payIndexPayment;
  return { state: state.toLowerCase() as PaymentState, placed };
}
