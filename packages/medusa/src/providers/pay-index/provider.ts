import { container } from "@medusajs/framework";
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import { AbstractPaymentProvider, PaymentActions } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";
import { cartChangedError, findPaidSessionProblem } from "../../paid-session-check.ts";
import { type ProviderOptions, providerIdentifier, toProviderId } from "../../provider-id.ts";
import { checkRecordedRefundProof } from "../../refunds/check-recorded-refund-proof.ts";
import { type RequestedRefund, refundThroughGateway } from "../../refunds/refund-through-gateway.ts";
import { refundSyncRunningError, refuseRefund } from "../../refunds/refuse-refund.ts";
import { resolvePayIndex } from "../../resolve-pay-index.ts";
import {
  createPendingSessionData,
  type SealedPayment,
  type SessionData,
  verifySealedPayment,
} from "../../session-seal.ts";

/** The input that Medusa passes to every method: the session's data, and the context, which shoppers cannot change. */
interface ProviderInput {
  readonly data?: Record<string, unknown> | undefined;
  readonly context?: { readonly idempotency_key?: string | undefined } | undefined;
}

/**
 * Reports the state of a payment to Medusa, and sends nothing to the gateway: a payment starts at `POST
 * /store/pay-index/payments`, and a notification pays it. A session counts as paid if its data are sealed for it and
 * the payment store has that payment as paid.
 */
export class PayIndexProvider extends AbstractPaymentProvider<ProviderOptions> {
  static override identifier: string = providerIdentifier;
  readonly #options: ProviderOptions;

  /** @throws PayIndexError `options_invalid`: Medusa stops at boot */
  static override validateOptions(options: Record<string, unknown>): void {
    const missing = ["variant", "tenant", "merchantId"].filter((name) => !options[name]);
    if (missing.length === 0) return;
    throw new PayIndexError(
      "options_invalid",
      `A provider of pay-index lacks ${missing.join(", ")}. Register providers with payIndexProviders(options).`,
    );
  }

  constructor(cradle: Record<string, unknown>, options: ProviderOptions) {
    super(cradle, options);
    this.#options = options;
  }

  /** Moves no money. Replaces the plugin's fields in the session's data, which shoppers can write. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return { id: sessionIdOf(input), status: "pending", data: this.#pending() };
  }

  /** Keeps data that are sealed for this session, and replaces all other data. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const data = input.data ?? {};
    return { data: (await this.#sealed(input)) === undefined ? this.#pending() : data };
  }

  /**
   * Authorizes the session if its data are sealed for it, the payment is paid, and session and cart are still the same
   * as when they were paid.
   */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const data = input.data ?? {};
    const payment = await this.#paid(input);
    if (payment === undefined) return { status: "pending", data };
    const problem = await findPaidSessionProblem(container, { sessionId: sessionIdOf(input), ...payment });
    if (problem !== undefined) throw cartChangedError(problem);
    return { status: "captured", data };
  }

  /** The gateway has captured the payment already. */
  async capturePayment({ data = {} }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data };
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const data = input.data ?? {};
    return { status: (await this.#paid(input)) === undefined ? "pending" : "captured", data };
  }

  async retrievePayment({ data = {} }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data };
  }

  /**
   * Medusa calls this when it reverts a failed completion. The money stays at the merchant, and core places the order
   * again.
   */
  async cancelPayment({ data = {} }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data };
  }

  /** The gateway's page cannot be closed. If the buyer pays there later, core finds the attempt. */
  async deletePayment({ data = {} }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return { data };
  }

  /**
   * Confirms refunds that are recorded already. Sends other refunds to the gateway, if the option `operations.refund` is set:
   * the specification has no refunds.
   *
   * @throws MedusaError `not_allowed`: the refund was not made. Staff read why, or get a review item.
   */
  async refundPayment({ data = {}, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const refundId = context?.idempotency_key;
    const proof = await checkRecordedRefundProof(container, { data, refundId });
    if (proof === "early") throw refundSyncRunningError();
    if (proof === "unproven") await this.#refund({ data, amount, refundId });
    return { data };
  }

  /**
   * Never used: Medusa's generic webhook answers OK before anything is stored, and loses notifications at a restart.
   */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED };
  }

  async #refund(requested: RequestedRefund): Promise<void> {
    const { gateway } = resolvePayIndex(container);
    if (gateway.capabilities().refund.supported) await refundThroughGateway(container, requested);
    else throw await refuseRefund(container, { ...requested, dedupeKey: requested.refundId });
  }

  #pending(): SessionData {
    return createPendingSessionData(this.#options.variant);
  }

  #sealed(input: ProviderInput): Promise<SealedPayment | undefined> {
    const session = { providerId: toProviderId(this.#options), sessionId: sessionIdOf(input) };
    return verifySealedPayment(() => resolvePayIndex(container).gateway, session, input.data);
  }

  /** A seal alone completes nothing: the payment store must have the payment as paid at this moment. */
  async #paid(input: ProviderInput): Promise<SealedPayment | undefined> {
    const payment = await this.#sealed(input);
    return payment !== undefined && (await resolvePayIndex(container).isPaid(payment)) ? payment : undefined;
  }
}

/** Medusa sets this context to the session's id, and shoppers cannot change it. Without it, nothing is sealed. */
function sessionIdOf({ context }: ProviderInput): string {
  return context?.idempotency_key ?? "";
}
