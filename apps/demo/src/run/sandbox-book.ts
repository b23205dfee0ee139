import { until } from "../buyer/until.ts";

/** What a gateway's book says of one order, as far as the demo looks at it. */
export interface BookEntry {
  readonly state: string;
  readonly deliveries: readonly { readonly try: number; readonly outcome: string }[];
}

/** Undefined: the gateway never accepted such an order. */
export async function readBook(sandboxUrl: string, orderNumber: string): Promise<BookEntry | undefined> {
  const response = await fetch(`${sandboxUrl}/_sandbox/orders/${orderNumber}`);
  return response.ok ? ((await response.json()) as BookEntry) : undefined;
}

/** The gateway notes a delivery after the shop has answered it, so the order may be paid a moment earlier. */
export function deliveryOf(sandboxUrl: string, orderNumber: string): Promise<string> {
  return until("the sandbox to note its notification", async () => {
    const delivery = (await readBook(sandboxUrl, orderNumber))?.deliveries.at(-1);
    return delivery && `${delivery.outcome}, try ${delivery.try}`;
  });
}
