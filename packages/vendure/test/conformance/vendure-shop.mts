import {
  type CartChange,
  type CartDraft,
  type CheckoutKey,
  ForkedShop,
  type HostShop,
  type PaymentSubmission,
  type RefundAnswer,
  type ShopSettings,
  type StaffCheckoutStatus,
  type SubmissionResult,
} from "@pay-index/conformance";
import type { Money, Variant } from "@pay-index/core";
import { Buyer } from "../shop/buyer.mts";
import { refundInAdmin } from "./refund-in-admin.mts";
import { startSingleServer } from "./shop-cluster.mts";
import type { ProcessReady } from "./shop-process-main.mts";
import type { TestDatabase } from "./test-database.mts";

/** The buyer's session, by which everything of the Shop API is asked. */
interface VendureCheckout extends CheckoutKey {
  readonly buyer: Buyer;
}

/** A stock Vendure in processes of its own, seen from outside. */
export class VendureShop extends ForkedShop<ProcessReady, TestDatabase> implements Required<HostShop> {
  readonly #buyers = new Map<string, Buyer>();

  /** Opens a shop with one server and a database of its own. */
  static async open(
    settings: ShopSettings,
    createDatabase: () => Promise<TestDatabase>,
  ): Promise<VendureShop> {
    const place = await createDatabase();
    return new VendureShop(await startSingleServer(settings, place), place);
  }

  get publicUrl(): string {
    return `${this.origin}/pay`;
  }

  async checkout({ tenant = "default", currency, lines, buyer: who }: CartDraft): Promise<VendureCheckout> {
    const buyer = new Buyer(this.origin, { currencyCode: currency }, tenant);
    let reference = "";
    for (const { name, price, quantity } of lines) {
      const id = await this.process.call<string>("sell", { tenant, name, price, currency });
      reference = (await buyer.add(id, quantity)).code;
    }
    await buyer.fillIn(who);
    await buyer.goTo("ArrangingPayment");
    this.#buyers.set(reference, buyer);
    return { tenant, reference, buyer };
  }

  async submit(checkout: CheckoutKey, submission: PaymentSubmission): Promise<SubmissionResult> {
    const buyer = this.#buyerOf(checkout);
    if (submission.variant === "subscription")
      await this.process.call("plan", checkout.reference, submission.plan);
    const { variant } = submission;
    const apm = variant === "apm" ? { apmMethod: submission.method, appScheme: submission.appScheme } : {};
    const clicks = async () => {
      await buyer.goTo("ArrangingPayment");
      return buyer.start({ method: variant, ...apm });
    };
    const started = await clicks().catch((error: Error) => ({ message: error.message }));
    if (started.__typename === "NoActiveOrderError") return this.#afterwards(checkout, started);
    if (started.__typename === "PayIndexStarted") return { url: new URL(started.url, this.origin).href };
    if (started.__typename !== "PayIndexCardForm" || !("card" in submission))
      return { refused: JSON.stringify(started) };
    return this.postCard(checkout, started, submission.card);
  }

  /** The order was placed meanwhile, so it is in no session any more. A storefront asks how it stands, and shows it. */
  async #afterwards({ reference }: CheckoutKey, refused: object): Promise<SubmissionResult> {
    const standing = "query ($code: String!) { payIndexPayment(orderCode: $code) { placed } }";
    const payment = await this.#buyers.get(reference)?.ask(standing, { code: reference });
    if (payment?.placed !== true) return { refused: JSON.stringify(refused) };
    return { url: `${this.origin}/orders/${reference}` };
  }

  #buyerOf({ reference }: CheckoutKey): Buyer {
    const buyer = this.#buyers.get(reference);
    if (buyer === undefined) throw new Error(`nobody has checked out ${reference}`);
    return buyer;
  }

  read({ tenant, reference }: CheckoutKey): Promise<StaffCheckoutStatus> {
    return this.process.call("read", { tenant, reference });
  }

  async change(checkout: CheckoutKey, change: CartChange): Promise<void> {
    const buyer = this.#buyerOf(checkout);
    await buyer.goTo("AddingItems");
    if (change === "empty") {
      await buyer.ask("mutation { removeAllOrderLines { __typename } }");
      return;
    }
    const { lines } = await buyer.ask("{ activeOrder { lines { id quantity } } }");
    await buyer.ask(
      "mutation ($id: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $id, quantity: $quantity) { __typename } }",
      { id: lines[0].id, quantity: lines[0].quantity + (change === "grow" ? 1 : -1) },
    );
  }

  cancel({ tenant, reference }: CheckoutKey): Promise<void> {
    return this.process.call("cancel", { tenant, reference });
  }

  refund(checkout: CheckoutKey, amount: Money): Promise<RefundAnswer> {
    return refundInAdmin(this.origin, checkout, amount);
  }

  sellOut({ reference }: CheckoutKey): Promise<void> {
    return this.process.call("sellOut", reference);
  }

  disable(variant: Variant): Promise<void> {
    return this.process.call("disable", variant);
  }

  async setLanguage(checkout: CheckoutKey, languageCode: string): Promise<void> {
    this.#buyerOf(checkout).says({ languageCode });
  }

  logIn(): Promise<void> {
    return Promise.reject(new Error("declared as not applicable"));
  }
}
