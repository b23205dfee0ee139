import { buildQueryForm, Secret } from "@pay-index/core/protocol";
import { createSandbox, type Sandbox, type SandboxOptions } from "@pay-index/sandbox";
import {
  createControlClient,
  type FaultInput,
  type OutcomeRequest,
  type SandboxControl,
} from "@pay-index/sandbox/client";
import type { ShopSettings } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";
import { type FormToPost, postFormsTogether } from "./post-forms-together.ts";
import {
  deliveryAnswer,
  waitBrieflyForNextDelivery,
  waitUntilDeliveriesAnswered,
  waitUntilNotified,
} from "./wait-for-deliveries.ts";

type AttemptReference = Pick<SubmittedAttempt, "attemptId">;

interface NotificationSender {
  /** The whole header `X-Forwarded-For`: entries that the sender wrote, then those of proxies. */
  readonly forwardedFor: string;
  /** Another token for the notify address. */
  readonly token?: string;
}

/** Posts a form, and returns the status and the text of the answer. */
export async function postForm(
  url: string | URL,
  fields: URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, { method: "POST", headers, body: fields });
  return `${response.status} ${await response.text()}`;
}

/** Retries immediately, and for long enough to reach a shop that was unavailable. Waits for a shop on a busy machine. */
const fastRetryOptions: SandboxOptions = {
  port: 0,
  deliveryTimeout: 120_000,
  jitter: { min: 0, max: 0 },
  allowAppSchemes: ["teashop"],
  retryGaps: Array<number>(600).fill(100),
};

/** The gateway and its notifications. Its methods resolve after the shop has answered the notifications that they cause. */
export class GatewayActor {
  /** The sandbox control, for everything that scenarios need less often. */
  readonly control: SandboxControl;
  readonly #options: SandboxOptions;
  #sandbox: Sandbox;

  private constructor(sandbox: Sandbox, options: SandboxOptions) {
    this.control = createControlClient(sandbox.url);
    this.#sandbox = sandbox;
    this.#options = options;
  }

  static async open(options: SandboxOptions = {}): Promise<GatewayActor> {
    const all = { ...fastRetryOptions, ...options };
    return new GatewayActor(await createSandbox(all), all);
  }

  /** Returns the settings of a shop in which each of these tenants has every merchant of this gateway. */
  settingsFor(tenants: readonly string[] = ["default"]): ShopSettings {
    const { url, merchants } = this.#sandbox;
    const merchantsOf = (tenant: string) =>
      merchants.map(({ id, key, variant }) => ({ tenant, id, key, variants: [variant] }));
    return { gateway: url, sandbox: true, acceptRawCards: true, merchants: tenants.flatMap(merchantsOf) };
  }

  /** The merchant of hosted checkouts, for a test that signs messages itself. */
  get hostedMerchant(): { readonly merchantId: string; readonly key: string } {
    const merchant = this.#sandbox.merchants.find(({ variant }) => variant === "hosted");
    if (merchant === undefined) throw new Error("The sandbox has no merchant of hosted checkouts.");
    return { merchantId: merchant.id, key: merchant.key };
  }

  /** Stops listening. Only for a gateway of the scenario's own if it restarts later. */
  close(): Promise<void> {
    return this.#sandbox.close();
  }

  /** Listens again, with an empty memory. */
  async restart(): Promise<void> {
    this.#sandbox = await createSandbox({ ...this.#options, port: this.#sandbox.port });
  }

  /** Removes the standing faults of one scenario, so that they do not affect the shops of the next one. */
  async reset(): Promise<void> {
    await this.control.setQuirks("none");
    await this.control.clearFaults();
  }

  /** Pays all attempts and delivers their first notifications at the same moment. Returns the shop's answers. */
  async payAndNotifyTogether(attempts: readonly AttemptReference[]): Promise<string[]> {
    const shots: FormToPost[] = [];
    for (const attempt of attempts) {
      // The sandbox signs and sends these notifications to an address without a listener. The timeline then contains them.
      await this.payWithFaults(attempt, { kind: "wrong_token" });
      shots.push(await this.#latestNotification(attempt));
    }
    return postFormsTogether(shots);
  }

  /** Returns the notify address of the attempt, and the body of its latest notification. */
  async #latestNotification({ attemptId }: AttemptReference): Promise<FormToPost> {
    const { timeline } = await this.control.orderDetails(attemptId);
    const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
    const sale = timeline.find((event) => event.type === "submitted");
    return { url: sale?.fields.pay_notifyurl ?? "", body };
  }

  /** Posts the latest notification of the attempt again, as another sender. Returns the shop's answer. */
  async postAs(attempt: AttemptReference, { forwardedFor, token }: NotificationSender): Promise<string> {
    const { url, body } = await this.#latestNotification(attempt);
    const address = token === undefined ? url : url.replace(/[^/]+$/, token);
    return postForm(address, new URLSearchParams(body), { "x-forwarded-for": forwardedFor });
  }

  /** Posts the latest notification of the attempt with other fields, and the sign that it had. Returns the shop's answer. */
  async postChanged(attempt: AttemptReference, change: (fields: URLSearchParams) => void): Promise<string> {
    const { url, body } = await this.#latestNotification(attempt);
    const fields = new URLSearchParams(body);
    change(fields);
    return postForm(url, fields);
  }

  /**
   * Asks the gateway about the order, as a shop does, and posts its signed reply to the notify address, or to this address, with these
   * fields besides. Returns the shop's answer.
   */
  async postQueryReply(
    attempt: AttemptReference,
    added: Readonly<Record<string, string>>,
    address?: string,
  ): Promise<string> {
    const { pay_memberid: merchantId = "", pay_notifyurl: notifyUrl = "" } =
      await this.submittedFields(attempt);
    const { url, merchants } = this.#sandbox;
    const key = new Secret(merchants.find(({ id }) => id === merchantId)?.key ?? "");
    const form = buildQueryForm({ merchantId, attemptId: attempt.attemptId }, { key });
    const body = new URLSearchParams(Object.fromEntries(form));
    const reply = await fetch(`${url}/pay/trade/query`, { method: "POST", body });
    const fields = new URLSearchParams({ ...((await reply.json()) as Record<string, string>), ...added });
    return postForm(address ?? notifyUrl, fields);
  }

  /** Returns the fields that the shop submitted with the sale. */
  async submittedFields({ attemptId }: AttemptReference): Promise<Readonly<Record<string, string>>> {
    const { timeline } = await this.control.orderDetails(attemptId);
    return timeline.find((event) => event.type === "submitted")?.fields ?? {};
  }

  /** Returns the addresses that the shop submitted with the sale: for notifications, and for sending the buyer back. */
  async submittedUrls(attempt: AttemptReference): Promise<{ notify: string; callback: string }> {
    const { pay_notifyurl: notify = "", pay_callbackurl: callback = "" } =
      await this.submittedFields(attempt);
    return { notify, callback };
  }

  /** Returns the amounts of the refunds that the gateway accepted, as decimal texts, oldest first. */
  async acceptedRefunds({ attemptId }: AttemptReference): Promise<string[]> {
    const { refunds } = await this.control.orderDetails(attemptId);
    return refunds.map(({ amount }) => amount);
  }

  /** Waits until the shop has answered OK to the latest outcome of this attempt. */
  waitUntilNotified({ attemptId }: AttemptReference): Promise<void> {
    return waitUntilNotified(this.control, attemptId);
  }

  /** Moves the gateway's clock forward and waits until the shop has answered all notifications. `later` delivers all of them together. */
  async advance(attempt: AttemptReference, days: number, deliveries?: "later"): Promise<void> {
    await this.control.advance({ days }, deliveries ? { deliveries } : {});
    while ((await this.control.clock()).undelivered > 0)
      await waitBrieflyForNextDelivery(this.control, attempt.attemptId);
    await waitUntilDeliveriesAnswered(this.control, attempt.attemptId);
  }

  /** Gives up a pending attempt, or ends the subscription that the attempt started, and notifies the shop. */
  async closeAttempt(attempt: AttemptReference): Promise<void> {
    await this.control.closeOrder(attempt.attemptId);
    await this.advance(attempt, 0);
  }

  /**
   * Refunds the payment in the back office of the gateway. With the quirks `recorded`, the gateway reports the refund as a repeat of the
   * success, and the shop has answered it when the returned promise resolves.
   */
  async refundInBackOffice(attempt: AttemptReference): Promise<void> {
    await this.control.refund(attempt.attemptId, {});
    await this.advance(attempt, 1);
  }

  /** Drops the first notification of the sale that starts here. For a gateway that sends every notification once. */
  async dropFirstNotification(begins: () => Promise<SubmittedAttempt>): Promise<SubmittedAttempt> {
    await this.control.setFaults({ of: "all" }, [{ kind: "drop" }]);
    const attempt = await begins();
    await this.control.nextDelivery(attempt.attemptId);
    await this.control.clearFaults();
    return attempt;
  }

  /** Sets the outcome of the attempt, whatever the buyer did, and notifies the shop. */
  async setOutcome(
    attempt: AttemptReference,
    outcome: OutcomeRequest["outcome"],
    transaction?: "same",
  ): Promise<void> {
    await this.control.resolve(attempt.attemptId, { outcome, ...(transaction ? { transaction } : {}) });
    await this.waitUntilNotified(attempt);
  }

  /** Puts these faults into all further notifications of the attempt. */
  async setFaults(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<void> {
    await this.control.setFaults({ of: "order", orderId: attempt.attemptId }, faults);
  }

  /** Pays the attempt and puts these faults into its first notification. Returns the shop's answer. */
  async payWithFaults(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<string> {
    await this.setFaults(attempt, ...faults);
    await this.control.resolve(attempt.attemptId, { outcome: "paid" });
    return deliveryAnswer(await this.control.nextDelivery(attempt.attemptId));
  }

  /** Repeats the notification about the outcome without faults. Returns the shop's answer. */
  resendCorrect(attempt: AttemptReference): Promise<string> {
    return this.resendWithFaults(attempt);
  }

  /** Repeats the notification about the outcome with these faults. Returns the shop's answer. */
  async resendWithFaults(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<string> {
    await this.setFaults(attempt, ...faults);
    return (await this.resend(attempt, 1)).join();
  }

  /** Repeats the notification about the outcome this many times at the same moment. Returns the distinct answers. */
  async resend({ attemptId }: AttemptReference, copies: number): Promise<string[]> {
    const deliveries = await this.control.notify(attemptId, { copies, released: "together" });
    await waitUntilDeliveriesAnswered(this.control, attemptId);
    return [...new Set(deliveries.map(deliveryAnswer))];
  }
}
