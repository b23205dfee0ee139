import type { DisputeType, SandboxControl } from "@pay-index/sandbox/client";
import type { HostShop } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";
import { type GatewayActor, postForm } from "./gateway-actor.ts";
import { deliveryAnswer } from "./wait-for-deliveries.ts";

type AttemptReference = Pick<SubmittedAttempt, "attemptId">;

/** The dispute webhook of a shop, as its gateway uses it. Its methods return the answers of the shop. */
export class DisputeWebhookSender {
  readonly #control: SandboxControl;

  private constructor(control: SandboxControl) {
    this.#control = control;
  }

  /** Sets the addresses of the shop in the back office of the gateway. */
  static async connect(shop: HostShop, { control }: GatewayActor): Promise<DisputeWebhookSender> {
    for (const { merchantId, url } of await shop.disputeWebhooks())
      await control.setDisputeWebhook(merchantId, url);
    return new DisputeWebhookSender(control);
  }

  /** Reports a chargeback or an alert about the payment. */
  async report({ attemptId }: AttemptReference, type: Exclude<DisputeType, "refund">): Promise<string> {
    await this.#control.dispute(attemptId, { type });
    return this.#nextAnswer(attemptId);
  }

  /** Refunds the payment in the back office, and reports the result. */
  async refund({ attemptId }: AttemptReference): Promise<string> {
    await this.#control.refund(attemptId, {});
    await this.#control.advance({ days: 1 });
    return this.#nextAnswer(attemptId);
  }

  /** Posts the latest message about the payment again, with these fields instead, to the same address or to another one. */
  async repost(
    { attemptId }: AttemptReference,
    changed: Readonly<Record<string, string>> = {},
    path?: string,
  ): Promise<string> {
    const { timeline } = await this.#control.orderDetails(attemptId);
    const sent = timeline.findLast((event) => event.type === "delivery_begun" && event.dispute !== undefined);
    if (sent?.type !== "delivery_begun") throw new Error("The gateway sent no message about this payment.");
    const fields = new URLSearchParams(sent.body);
    for (const [name, value] of Object.entries(changed))
      if (value === "") fields.delete(name);
      else fields.set(name, value);
    const url = path === undefined ? sent.url : new URL(path, sent.url);
    return postForm(url, fields);
  }

  async #nextAnswer(attemptId: string): Promise<string> {
    return deliveryAnswer(await this.#control.nextDelivery(attemptId));
  }
}
