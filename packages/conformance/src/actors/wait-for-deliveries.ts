import { type Delivery, type SandboxControl, SandboxError } from "@pay-index/sandbox/client";

/** Milliseconds between two looks at the timeline, whether or not an event arrives. */
const pollMilliseconds = 200;

/** Waits until the shop has answered OK to the latest outcome of this attempt. */
export async function waitUntilNotified(control: SandboxControl, attemptId: string): Promise<void> {
  for (;;) {
    const { deliveries, transactionId, state } = await control.orderDetails(attemptId);
    const code = state === "paid" ? "00" : "2";
    const isAccepted = (delivery: Delivery) =>
      delivery.outcome === "ok" && delivery.transactionId === transactionId && delivery.returncode === code;
    if (deliveries.some(isAccepted)) return waitUntilDeliveriesAnswered(control, attemptId);
    await waitBrieflyForNextDelivery(control, attemptId);
  }
}

/**
 * Waits until every notification of the attempt has an answer. The shop answers OK to a repeat while it still processes the first one.
 * Only the answer to the first one means that the processing has ended.
 */
export async function waitUntilDeliveriesAnswered(control: SandboxControl, attemptId: string): Promise<void> {
  for (;;) {
    const { timeline } = await control.orderDetails(attemptId);
    const ended = new Set(
      timeline.map((event) => (event.type === "delivery_ended" ? event.delivery.number : 0)),
    );
    if (timeline.every((event) => event.type !== "delivery_begun" || ended.has(event.delivery))) return;
    await waitBrieflyForNextDelivery(control, attemptId);
  }
}

/**
 * Waits for the next delivery that ends. Several can end at one moment, and then the awaited one may already be over. So callers never
 * wait for one delivery alone.
 */
export async function waitBrieflyForNextDelivery(control: SandboxControl, attemptId: string): Promise<void> {
  try {
    await control.nextDelivery(attemptId, { timeout: pollMilliseconds });
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== "timed_out") throw error;
  }
}

/** Returns the shop's HTTP status and text, or why there is none. */
export function deliveryAnswer({ httpStatus, outcome, reply }: Delivery): string {
  return `${httpStatus ?? outcome} ${reply ?? ""}`.trim();
}
