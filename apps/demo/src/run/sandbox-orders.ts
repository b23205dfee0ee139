import { waitUntil } from "../buyer/wait-until.ts";

/** What a gateway's book says of one order, as far as the demo looks at it. */
export interface SandboxOrder {
  readonly state: string;
  readonly deliveries: readonly { readonly try: number; readonly outcome: string }[];
}

/** Undefined: the gateway never accepted such an order. */
export async function readSandboxOrder(
  sandboxUrl: string,
  attemptId: string,
): Promise<SandboxOrder | undefined> {
  const response = await fetch(`${sandboxUrl}/_sandbox/orders/${attemptId}`);
  return response.ok ? ((await response.json()) as SandboxOrder) : undefined;
}

/** The gateway notes a delivery after the shop has answered it, so the order may be paid a moment earlier. */
export function waitForDelivery(sandboxUrl: string, attemptId: string): Promise<string> {
  return waitUntil("the sandbox to note its notification", async () => {
    const delivery = (await readSandboxOrder(sandboxUrl, attemptId))?.deliveries.at(-1);
    return delivery && `${delivery.outcome}, try ${delivery.try}`;
  });
}
