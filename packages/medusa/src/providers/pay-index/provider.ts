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
import { payIndexOf } from "../../pay-index-of.ts";
import { identifier, providerId } from "../../provider-id.ts";
import { refundProof } from "../../refunds/proven-refund.ts";
import { refundEarly, refundRefused } from "../../refunds/refund-refused.ts";
import { pendingData, type SealedPayment, type SessionData, sealedPayment } from "../../seal.ts";
import { notAsSealed, whyNotAsSealed } from "../../why-not-as-sealed.ts";

/** What `payIndexProviders` registers it with. No key is among it. */
export interface ProviderOptions {
  readonly variant: Variant;
  readonly tenant: string;
  readonly merchantId: string;
}

/** What Medusa hands to every method: the session's data, and what no shopper can choose. */
interface Given {
  readonly data?: Record<string, unknown> | undefined;
  readonly context?: { readonly idempotency_key?: string | undefined } | undefined;
}

/**
 * Tells Medusa how a payment stands, and asks no gateway: a payment starts at `POST /store/pay-index/payments`, and is paid by a
 * notification. Medusa's session is paid where its data are sealed for it and the payment store has that payment as paid.
 */
export class PayIndexProvider extends AbstractPaymentProvider<ProviderOptions> {
  static override identifier: string = identifier;
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
    return { id: sessionId(input), status: "pending", data: this.#pending() };
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
    const problem = await whyNotAsSealed(container, { sessionId: sessionId(input), ...payment });
    if (problem !== undefined) throw notAsSealed(problem);
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

  /** Medusa undoes a completion that failed. The money stays where it is, and the ledger places the order again. */
  async cancelPayment({ data = {} }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data };
  }

  /** The gateway's page cannot be taken back: who pays there later is still found by the ledger. */
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
    const proof = await refundProof(container, { data, refundId });
    if (proof === "proven") return { data: data ?? {} };
    if (proof === "early") throw refundEarly();
    throw await refundRefused(container, { data, amount, mark: refundId });
  }

  /** Medusa's generic webhook answers OK before anything is kept, and loses what a restart interrupts. It is never used. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED };
  }

  #pending(): SessionData {
    return pendingData(this.#options.variant);
  }

  #sealed(input: Given): Promise<SealedPayment | undefined> {
    const session = { providerId: providerId(this.#options), sessionId: sessionId(input) };
    return sealedPayment(() => payIndexOf(container).gateway, session, input.data);
  }

  /** A seal alone completes nothing: the payment store has to agree, in the moment that Medusa asks. */
  async #paid(input: Given): Promise<SealedPayment | undefined> {
    const payment = await this.#sealed(input);
    return payment !== undefined && (await payIndexOf(container).isPaid(payment)) ? payment : undefined;
  }
}

/** Medusa sets it to the session's id and takes none from a shopper. Without it nothing is sealed. */
function sessionId({ context }: Given): string {
  return context?.idempotency_key ?? "";
}
