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
import { PayIndexError, type Variant } from "@pay-index/core";
import { cartChangedError, findPaidSessionProblem } from "../../paid-session-check.ts";
import { providerIdentifier, toProviderId } from "../../provider-id.ts";
import { checkRefund } from "../../refunds/check-refund.ts";
import { refundInProgressError, refuseRefund } from "../../refunds/refuse-refund.ts";
import { resolvePayIndex } from "../../resolve-pay-index.ts";
import {
  createPendingSessionData,
  type SealedPayment,
  type SessionData,
  verifySealedPayment,
} from "../../session-seal.ts";

/** What `payIndexProviders` registers it with. No key is among it. */
export interface ProviderOptions {
  readonly variant: Variant;
  readonly tenant: string;
  readonly merchantId: string;
}

/** What Medusa hands to every method: the session's data, and what no shopper can choose. */
interface ProviderInput {
  readonly data?: Record<string, unknown> | undefined;
  readonly context?: { readonly idempotency_key?: string | undefined } | undefined;
}

/**
 * Tells Medusa how a payment stands, and asks no gateway: a payment starts at `POST /store/pay-index/payments`, and is paid by a
 * notification. Medusa's session is paid where its data are sealed for it and the payment store has that payment as paid.
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

  /** No money moves. Whatever a shopper put into the data under our names is written over. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    return { id: sessionIdOf(input), status: "pending", data: this.#pending() };
  }

  /** What is sealed for this session stays, anything else is written over. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const data = input.data ?? {};
    return { data: (await this.#sealed(input)) === undefined ? this.#pending() : data };
  }

  /** Paid where the data are sealed for this session, the payment is paid, and session and cart are still what was paid. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const data = input.data ?? {};
    const payment = await this.#paid(input);
    if (payment === undefined) return { status: "pending", data };
    const problem = await findPaidSessionProblem(container, { sessionId: sessionIdOf(input), ...payment });
    if (problem !== undefined) throw cartChangedError(problem);
    return { status: "captured", data };
  }

  /** The gateway has captured already. */
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

  /** Medusa undoes a completion that failed. The money stays where it is, and the engine places the order again. */
  async cancelPayment({ data = {} }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data };
  }

  /** The gateway's page cannot be taken back: who pays there later is still found by the engine. */
  async deletePayment({ data = {} }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return { data };
  }

  /**
   * Agrees to what staff have recorded: the protocol has no refund, and no money moves here.
   *
   * @throws MedusaError `not_allowed`: nobody recorded it. Staff get an item.
   */
  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const refundId = context?.idempotency_key;
    const proof = await checkRefund(container, { data, refundId });
    if (proof === "proven") return { data: data ?? {} };
    if (proof === "early") throw refundInProgressError();
    throw await refuseRefund(container, { data, amount, mark: refundId });
  }

  /** Medusa's generic webhook answers OK before anything is kept, and loses what a restart interrupts. It is never used. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED };
  }

  #pending(): SessionData {
    return createPendingSessionData(this.#options.variant);
  }

  #sealed(input: ProviderInput): Promise<SealedPayment | undefined> {
    const session = { providerId: toProviderId(this.#options), sessionId: sessionIdOf(input) };
    return verifySealedPayment(() => resolvePayIndex(container).gateway, session, input.data);
  }

  /** A seal alone completes nothing: the payment store has to agree, in the moment that Medusa asks. */
  async #paid(input: ProviderInput): Promise<SealedPayment | undefined> {
    const payment = await this.#sealed(input);
    return payment !== undefined && (await resolvePayIndex(container).isPaid(payment)) ? payment : undefined;
  }
}

/** Medusa sets it to the session's id and takes none from a shopper. Without it nothing is sealed. */
function sessionIdOf({ context }: ProviderInput): string {
  return context?.idempotency_key ?? "";
}
