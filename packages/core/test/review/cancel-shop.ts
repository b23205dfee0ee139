import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { redirectResponse, signedReply } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

type Answer = (form: URLSearchParams) => Response | Promise<Response>;

/** The fields of a reply to a cancellation: the gateway cancelled it, unless `more` says otherwise. */
export function cancelReply(form: URLSearchParams, more: Record<string, string> = {}): Response {
  const confirmed = { status: "success", msg: "Unsubscribe successfully", payment_transaction_id: "M1" };
  return signedReply(form, { ...confirmed, ...more });
}

/** A shop that may cancel subscriptions, with one whose first cycle is paid unless `isPaid` is false. */
export class CancelShop extends SubscriptionShop {
  cancelAnswer: Answer = cancelReply;

  static async paid({ isPaid = true } = {}): Promise<CancelShop> {
    const shop = new CancelShop({ operations: { cancelSubscription: {} } });
    shop.answer = (form) =>
      form.has("pay_amount") ? redirectResponse("https://gateway.test/page/1") : shop.cancelAnswer(form);
    await shop.gateway.start(minimalSales.subscription);
    if (isPaid) await shop.cycle(1);
    return shop;
  }

  /** The form of the sale, also after further calls. */
  get sale(): URLSearchParams {
    const sale = this.submissions.find((form) => form.has("pay_amount"));
    if (sale === undefined) throw new Error("nothing was sold");
    return sale;
  }

  override cycle(number: number | string, changed: Record<string, string> = {}) {
    return this.cycleOf(this.sale, number, changed);
  }

  /** The cancellations that were sent. */
  get cancellations(): readonly URLSearchParams[] {
    return this.submissions.filter((form) => !form.has("pay_amount"));
  }

  cancel(by: "buyer" | { id: string; name?: string } = { id: "u1", name: "Grace" }) {
    return this.gateway.cancelSubscription({ reference: "order-1", by });
  }

  /** From now on, the gateway answers cancellations with these fields. */
  replies(more: Record<string, string>): void {
    this.cancelAnswer = (form) => cancelReply(form, more);
  }

  async timeline(): Promise<readonly string[]> {
    const [attempt] = (await this.gateway.status({ reference: "order-1" })).attempts;
    return (attempt?.timeline ?? [])
      .filter(({ source }) => source === "cancellation")
      .map(({ text }) => text);
  }
}
