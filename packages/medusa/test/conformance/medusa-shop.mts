import {
  type CartChange,
  type CartDraft,
  type CheckoutKey,
  ForkedShop,
  type HostShop,
  type PaymentSubmission,
  type RefundAnswer,
  ShopProcess,
  type ShopSettings,
  type StaffCheckoutStatus,
  type SubmissionResult,
} from "@pay-index/conformance";
import { type Money, type PaymentStatus, toAmountText } from "@pay-index/core";
import { Buyer, home } from "../shop/buyer.mts";
import { countries, type Region } from "./catalog.mts";
import type { ProcessInput, ProcessReady } from "./shop-process-main.mts";
import { findPaymentId, readShopTables, readTables } from "./shop-tables.mts";
import { createTestDatabase, type TestDatabase } from "./test-database.mts";

/** A buyer, and the language that they want the payment page in. */
interface ShopVisitor {
  readonly buyer: Buyer;
  language?: string;
}

interface MedusaShopOptions {
  readonly isShared?: boolean;
  readonly createDatabase?: () => Promise<TestDatabase>;
}

function startShopProcess(given: ProcessInput): Promise<ShopProcess<ProcessReady>> {
  return ShopProcess.start(new URL("./shop-process-main.mts", import.meta.url), given);
}

/** A stock Medusa in a process of its own, seen from outside. */
export class MedusaShop extends ForkedShop<ProcessReady, TestDatabase> implements Required<HostShop> {
  readonly #visitors = new Map<string, ShopVisitor>();
  /** One after the other: of two carts with a new e-mail in one moment Medusa refuses one, as it makes a customer of each. */
  #filling: Promise<unknown> = Promise.resolve();

  static async open(
    settings: ShopSettings,
    { isShared = false, createDatabase = createTestDatabase }: MedusaShopOptions = {},
  ): Promise<MedusaShop> {
    const place = await createDatabase();
    const given = { settings, databaseUrl: place.url, isFirst: true, isShared };
    return new MedusaShop(await startShopProcess(given), place);
  }

  /** Another process of the same shop, which was opened as shared, for as long as the first one's database is there. */
  async second(settings: ShopSettings): Promise<MedusaShop> {
    const { url, query, away } = this.place;
    const given = { settings, databaseUrl: url, isFirst: false, isShared: true };
    return new MedusaShop(await startShopProcess(given), { url, query, away, remove: async () => undefined });
  }

  get publicUrl(): string {
    return `${this.origin}/hooks/pay-index`;
  }

  checkout(draft: CartDraft): Promise<CheckoutKey> {
    const filled = this.#filling.then(() => this.#fill(draft));
    this.#filling = filled.catch(() => undefined);
    return filled;
  }

  async #fill({ tenant = "default", currency, lines, buyer: who }: CartDraft): Promise<CheckoutKey> {
    const buyer = new Buyer(this.origin, this.process.ready.publishableKey);
    const country = countries[(tenant === "default" ? currency : "other") as Region];
    const items: object[] = [];
    for (const { name, price, quantity } of lines) {
      const variant = await this.process.call<string>("sell", name, { minor: price, currency });
      items.push({ variant_id: variant, quantity });
    }
    const { regions } = await buyer.ask("/store/regions?fields=id,countries.iso_2");
    const region = regions.find((each: { countries: { iso_2: string }[] }) =>
      each.countries.some(({ iso_2 }) => iso_2 === country),
    );
    const address = {
      ...home,
      ...{ first_name: who.firstName, last_name: who.lastName, phone: who.phone, country_code: country },
    };
    const about = { email: who.email, shipping_address: address, billing_address: address };
    const { cart } = await buyer.ask("/store/carts", { region_id: region.id, items, ...about });
    const { shipping_options } = await buyer.ask(`/store/shipping-options?cart_id=${cart.id}`);
    const free = shipping_options.find(({ amount }: { amount: number }) => amount === 0);
    await buyer.ask(`/store/carts/${cart.id}/shipping-methods`, { option_id: free.id });
    this.#visitors.set(cart.id, { buyer });
    return { tenant, reference: cart.id };
  }

  async submit(checkout: CheckoutKey, submission: PaymentSubmission): Promise<SubmissionResult> {
    const { tenant, reference } = checkout;
    const { buyer, language } = this.#visitor(checkout);
    const { variant } = submission;
    if (variant === "subscription") await this.process.call("plan", reference, submission.plan);
    const { status, body } = await buyer.raw("/store/pay-index/payments", {
      cart_id: reference,
      provider_id: `pp_pay-index_${variant}${tenant === "default" ? "" : `_${tenant}`}`,
      language,
      ...(variant === "apm" ? { method: submission.method, app_scheme: submission.appScheme } : {}),
    });
    // The order was placed meanwhile. A storefront shows it.
    if (body.code === "pay_index_cart_completed") return { url: `${this.origin}/orders/${reference}` };
    if (status !== 200) return { refused: JSON.stringify(body) };
    const { url, action, form_token: formToken } = body.payment;
    // There is no form any more where another tab has paid meanwhile.
    if ("card" in submission && action !== undefined)
      return this.postCard(checkout, { action, formToken }, submission.card);
    return { url: new URL(url, this.origin).href };
  }

  /** As a storefront does when its buyer is back. Gives the status of the answer. */
  async complete({ reference }: CheckoutKey): Promise<number> {
    const buyer = new Buyer(this.origin, this.process.ready.publishableKey);
    return (await buyer.raw(`/store/carts/${reference}/complete`, {})).status;
  }

  #visitor({ reference }: CheckoutKey): ShopVisitor {
    const visitor = this.#visitors.get(reference);
    if (visitor === undefined) throw new Error(`nobody has checked out ${reference}`);
    return visitor;
  }

  async read(checkout: CheckoutKey): Promise<StaffCheckoutStatus> {
    const { reference } = checkout;
    const payment = await this.process.call<PaymentStatus>("status", { reference });
    const declinedCycles = await this.process.call<number[]>("declinedCycles", { reference });
    const disputes = await this.process.call<string[]>("disputes", { reference });
    return { ...(await readShopTables(this.place, checkout)), declinedCycles, disputes, payment };
  }

  async change(checkout: CheckoutKey, change: CartChange): Promise<void> {
    const { buyer } = this.#visitor(checkout);
    const path = `/store/carts/${checkout.reference}`;
    const { cart } = await buyer.ask(path);
    for (const { id, quantity } of change === "empty" ? cart.items : cart.items.slice(0, 1)) {
      const line = `${path}/line-items/${id}`;
      if (change === "empty") await buyer.ask(line, undefined, "DELETE");
      else await buyer.ask(line, { quantity: quantity + (change === "grow" ? 1 : -1) });
    }
  }

  cancel(): Promise<void> {
    return Promise.reject(new Error("declared as not applicable"));
  }

  /** Staff refund a part of the order, as Medusa's admin does. */
  async refund(checkout: CheckoutKey, amount: Money): Promise<RefundAnswer> {
    const payment = await findPaymentId(this.place, checkout);
    if (payment === undefined) return { refused: "The order has no payment." };
    return this.process.call("refund", payment, toAmountText(amount));
  }

  sellOut({ reference }: CheckoutKey): Promise<void> {
    return this.process.call("sellOut", reference);
  }

  disable(): Promise<void> {
    return Promise.reject(new Error("declared as not applicable"));
  }

  async setLanguage(checkout: CheckoutKey, language: string): Promise<void> {
    this.#visitor(checkout).language = language;
  }

  async logIn(checkout: CheckoutKey): Promise<void> {
    const { buyer } = this.#visitor(checkout);
    await buyer.register(`${checkout.reference}@example.com`);
    await buyer.ask(`/store/carts/${checkout.reference}/customer`, {});
  }

  /** The process kills itself as soon as its next order is committed, before Medusa says of which cart it is. */
  killBeforeCartIsLinked(): Promise<void> {
    return this.process.call("killBeforeCartIsLinked");
  }

  /** As two minutes later: the database's clock, which says when a lock has expired, cannot be moved. */
  async outliveLocks(): Promise<void> {
    await this.place.query("UPDATE locking SET expiration = now() - interval '1 second'");
  }

  /** Orders of all carts, and of none. */
  async orderCount(): Promise<number> {
    const [{ orders } = {}] = await this.place.query(`SELECT count(*)::int AS orders FROM "order"`);
    return Number(orders);
  }

  protected override tables() {
    return readTables(this.place);
  }
}
