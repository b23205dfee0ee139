import { fromAmountText } from "@pay-index/core";
import { createControlClient } from "@pay-index/sandbox/client";
import { waitUntil } from "../buyer/wait-until.ts";

/** The fields of an order in the sandbox that the demo needs. */
export interface SandboxOrder {
  readonly state: string;
  readonly deliveries: readonly { readonly try: number; readonly outcome: string }[];
}

/** Returns undefined if the gateway has no such order. */
export async function readSandboxOrder(
  sandboxUrl: string,
  attemptId: string,
): Promise<SandboxOrder | undefined> {
  const response = await fetch(`${sandboxUrl}/_sandbox/orders/${attemptId}`);
  return response.ok ? ((await response.json()) as SandboxOrder) : undefined;
}

/** Waits for the delivery: the gateway records it after the shop's answer, so the order can be paid before. */
export function waitForNotificationDelivery(sandboxUrl: string, attemptId: string): Promise<string> {
  return waitUntil("the sandbox to note its notification", async () => {
    const delivery = (await readSandboxOrder(sandboxUrl, attemptId))?.deliveries.at(-1);
    return delivery && `${delivery.outcome}, try ${delivery.try}`;
  });
}

/** Loses the notification of an order, with every further try. */
export async function loseNotification(sandboxUrl: string, attemptId: string): Promise<void> {
  const control = createControlClient(sandboxUrl);
  await control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
}

/** Waits until the gateway has ended the order's refunds. Returns what it refunded, in minor units. */
export function waitForRefunds(sandboxUrl: string, attemptId: string): Promise<number> {
  const control = createControlClient(sandboxUrl);
  return waitUntil("the sandbox to end the refund", async () => {
    const { refunds, currency } = await control.orderDetails(attemptId);
    if (refunds.length === 0 || refunds.some(({ state }) => state === "requested")) return undefined;
    return refunds
      .filter(({ state }) => state === "succeeded")
      .reduce((sum, { amount }) => sum + fromAmountText(amount, currency).minor, 0);
  });
}
