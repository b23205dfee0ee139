import type {
  BigNumberInput,
  ILockingModule,
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { completeCartWorkflow, createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows";
import type { Applied, HostWork, LedgerHost, Options, PaidPayment, WorkProblem } from "@pay-index/core";
import { isMoney } from "./amount.ts";
import { dropUndone } from "./drop-undone.ts";
import { type Frozen, isFrozen } from "./frozen.ts";
import { linkPayment } from "./link-payment.ts";
import { standingOf } from "./order-of-payment.ts";
import { type CartSession, findPaidCart, isOffered, orderOfCart, type PaidCart } from "./payable-cart.ts";
import { paidData } from "./seal.ts";
import { settleOrderWorkflow } from "./workflows/settle-order.ts";

type Merchants = Options["merchants"];

/** Seconds, as Medusa waits. */
const lockWait = 30;

/**
 * Medusa as core sees it. There is no transaction that both write in, so each step is one that may be done again: who comes a second time
 * finds the order that the first one placed.
 */
export class MedusaHost implements LedgerHost {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;

  constructor(container: MedusaContainer, merchants: Merchants) {
    this.#container = container;
    this.#merchants = merchants;
  }

  async apply({ payment }: HostWork): Promise<Applied> {
    const { host } = payment;
    if (!isFrozen(host)) return refused("host_missing", "The payment was not started by this shop.");
    const placed = await orderOfCart(this.#container, host.cartId);
    if (placed !== undefined) return this.#settle(placed, host, payment);
    const cart = await findPaidCart(this.#container, host.cartId);
    if (cart === undefined) return refused("cart_missing", "The cart is gone.");
    const problem = whyNotPayable(cart, host, payment);
    if (problem !== undefined) return { refused: problem };
    await this.#seal(await this.#session(cart, host, payment), payment);
    return this.#settle(await this.#complete(cart.id), host, payment);
  }

  /**
   * The cart has become an order: by this payment, or by another one. Whoever completes it at this moment is waited for, and what a
   * process left undone when it died is done.
   */
  async #settle(orderId: string, { cartId }: Frozen, { orderNumber }: PaidPayment): Promise<Applied> {
    const locking = this.#container.resolve<ILockingModule>(Modules.LOCKING);
    const { kind, customerId } = await locking.execute(
      [cartId],
      async () => {
        const standing = await standingOf(this.#container, { orderId, cartId, orderNumber });
        if (standing.kind === "unsettled")
          await settleOrderWorkflow(this.#container).run({
            input: { order_id: orderId, session_id: standing.sessionId },
          });
        return standing;
      },
      { timeout: lockWait },
    );
    if (kind === "another")
      return refused("cart_completed", `The cart became order ${orderId}, which was paid in another way.`);
    await linkPayment(this.#container, { orderId, customerId, orderNumber });
    return { done: true, placed: orderId };
  }

  /** The session that was paid in, or one in its place: another tab, or a change of the cart, deletes sessions. */
  async #session(cart: PaidCart, frozen: Frozen, payment: PaidPayment): Promise<CartSession> {
    const collection = cart.payment_collection;
    const own = collection?.payment_sessions?.find(({ id }) => id === frozen.sessionId);
    if (own !== undefined && isUsable(own, frozen, payment)) return own;
    if (!collection) throw new Error("The cart has no payment collection.");
    await dropUndone(this.#container, { collectionId: collection.id, orderNumber: payment.orderNumber });
    const { result } = await createPaymentSessionsWorkflow(this.#container).run({
      input: {
        payment_collection_id: collection.id,
        provider_id: frozen.providerId,
        ...(cart.customer?.has_account ? { customer_id: cart.customer.id } : {}),
      },
    });
    return result as unknown as CartSession;
  }

  async #seal(session: CartSession, payment: PaidPayment): Promise<void> {
    const { merchantId, tenant, variant, orderNumber, money, transactionId = "" } = payment;
    const merchant = this.#merchants.find(
      (each) => each.id === merchantId && (each.tenant ?? "default") === tenant,
    );
    if (merchant === undefined) throw new Error(`Merchant ${merchantId} is not in the options any more.`);
    const keys = { merchantId, key: merchant.key };
    const data = paidData(
      keys,
      { providerId: session.provider_id, sessionId: session.id },
      { variant, orderNumber, money, transactionId },
    );
    const payments = this.#container.resolve<IPaymentModuleService>(Modules.PAYMENT);
    await payments.updatePaymentSession({
      id: session.id,
      data,
      // As they are: the fraction that rounding took off stays Medusa's.
      amount: session.amount as BigNumberInput,
      currency_code: session.currency_code,
      context: { idempotency_key: session.id },
    });
  }

  /**
   * By the cart's own id. `processPaymentWorkflow` would find the cart by its session, and completes another one where the session is gone.
   */
  async #complete(cartId: string): Promise<string> {
    const { result } = await completeCartWorkflow(this.#container).run({ input: { id: cartId } });
    return result.id;
  }
}

/** One that has been authorized belongs to a completion that was undone. */
function isUsable(session: CartSession, { providerId }: Frozen, { money }: PaidPayment): boolean {
  const isOpen = session.status === "pending" || session.status === "requires_more";
  return (
    isOpen && session.provider_id === providerId && isMoney(session.amount, session.currency_code, money)
  );
}

function whyNotPayable(
  cart: PaidCart,
  { providerId }: Frozen,
  { money }: PaidPayment,
): WorkProblem | undefined {
  if (!isMoney(cart.total, cart.currency_code, money))
    return { code: "cart_changed", message: "The cart is not what was paid for any more." };
  if (isOffered(cart, providerId)) return undefined;
  const message = `Medusa completes no cart by ${providerId}, which is not enabled in its region any more. Enable it and try again.`;
  return { code: "provider_disabled", message };
}

function refused(code: string, message: string): Applied {
  return { refused: { code, message } };
}
