import { ignoreErrors } from "./ignore-errors.ts";

/** The response of a shop. Other properties are ignored. */
export interface ShopPaymentStatus {
  /** `paid` and `failed` are final, in upper or lower case. Every other value means that the state is not final. */
  readonly state: string;
  /** The id of the attempt at the gateway. Optional. An answer about another attempt is not confirmed. */
  readonly orderId?: string | null | undefined;
}

/**
 * The source of the state: an address that returns JSON, or a function. The function gets the `attemptId` of `openPayment`, also
 * after a restart of the app. For another order, it gets the id that the return names, which can be forged. Empty if there is none.
 */
export type ShopPaymentStatusSource =
  | string
  | ((attemptId: string) => Promise<ShopPaymentStatus | null | undefined>);

/** A shop's response with `state` in lower case, and an empty `orderId` if the shop does not return it. */
interface NormalizedShopStatus {
  readonly state: string;
  readonly orderId: string;
}

interface PollShopOptions {
  readonly status?: ShopPaymentStatusSource | undefined;
  /** Milliseconds. */
  readonly patience?: number | undefined;
}

const pollInterval = 1000;

/**
 * Returns the first final response within `patience`, otherwise the last valid one. With `once`, returns the first
 * response. Undefined if there is no valid response. Never rejects.
 */
export async function pollPaymentStatus(
  { status, patience = 10_000 }: PollShopOptions,
  attemptId: string,
  once: boolean,
): Promise<NormalizedShopStatus | undefined> {
  const until = Date.now() + patience;
  let latest: NormalizedShopStatus | undefined;
  for (;;) {
    latest = (await Promise.race([requestStatus(status, attemptId), delay(until - Date.now())])) ?? latest;
    const isOver = once || Date.now() + pollInterval > until;
    if (isOver || latest?.state === "paid" || latest?.state === "failed") return latest;
    await delay(pollInterval);
  }
}

/** An error of the network, a refusal, or a page instead of JSON has no meaning for the payment. */
async function requestStatus(shop: ShopPaymentStatusSource | undefined, attemptId: string) {
  return ignoreErrors(async () => {
    const answer = await (typeof shop === "string" ? fetchStatus(shop) : shop?.(attemptId));
    return answer ? { state: answer.state.toLowerCase(), orderId: String(answer.orderId ?? "") } : undefined;
  });
}

async function fetchStatus(address: string): Promise<ShopPaymentStatus | undefined> {
  const answer = await fetch(address, { cache: "no-store", headers: { accept: "application/json" } });
  return answer.ok ? (answer.json() as Promise<ShopPaymentStatus>) : undefined;
}

function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
