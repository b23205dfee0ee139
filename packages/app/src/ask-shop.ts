import { calmly } from "./calmly.ts";

/** What a shop answers. Other members are ignored. */
export interface ShopAnswer {
  /** In any case of letters: `paid` and `failed` are final, every other word means that it is not known yet. */
  readonly state: string;
  /** The order number, where the shop tells it. */
  readonly orderId?: string | null | undefined;
}

/**
 * Where the shop is asked: an address that answers with JSON, or a function for every other way. It gets the order number that
 * `openPayment` got, also after a relaunch; empty when that was none.
 */
export type AskShop = string | ((orderNumber: string) => Promise<ShopAnswer | null | undefined>);

/** With `state` in lower case, and `orderId` empty when the shop does not tell it. */
interface Heard {
  readonly state: string;
  readonly orderId: string;
}

interface Asking {
  readonly status?: AskShop | undefined;
  /** Milliseconds. */
  readonly patience?: number | undefined;
}

const pause = 1000;

/**
 * The first final answer within `patience`, or the last that can be understood, or, `once`, the first of all; undefined
 * when there was none. Never rejects.
 */
export async function askShop(
  { status, patience = 10_000 }: Asking,
  orderNumber: string,
  once: boolean,
): Promise<Heard | undefined> {
  const until = Date.now() + patience;
  let heard: Heard | undefined;
  for (;;) {
    heard = (await Promise.race([ask(status, orderNumber), after(until - Date.now())])) ?? heard;
    const isOver = once || Date.now() + pause > until;
    if (isOver || heard?.state === "paid" || heard?.state === "failed") return heard;
    await after(pause);
  }
}

/** Offline, refused, a page instead of JSON: all of it says nothing about the payment. */
async function ask(shop: AskShop | undefined, orderNumber: string): Promise<Heard | undefined> {
  return calmly(async () => {
    const answer = await (typeof shop === "string" ? fetchAnswer(shop) : shop?.(orderNumber));
    return answer ? { state: answer.state.toLowerCase(), orderId: String(answer.orderId ?? "") } : undefined;
  });
}

async function fetchAnswer(address: string): Promise<ShopAnswer | undefined> {
  const answer = await fetch(address, { cache: "no-store", headers: { accept: "application/json" } });
  return answer.ok ? (answer.json() as Promise<ShopAnswer>) : undefined;
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined);
  });
}
