import type { MedusaContainer } from "@medusajs/framework/types";
import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import type { Money, Options } from "@pay-index/core";
import type {
  CheckedAmount,
  OrderRefusal,
  PaidPayment,
  PlaceOrderAnswer,
  PlaceOrderRequest,
} from "@pay-index/core/adapter";
import { toMoney } from "./amount.ts";
import { findCartRefusal } from "./cart-refusal.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot } from "./checkout-snapshot.ts";
import { deleteOrphanOrders } from "./delete-orphan-orders.ts";
import { emitPaymentCaptured } from "./emit-payment-captured.ts";
import { deleteExpiredLock } from "./expired-lock.ts";
import { linkAttempt } from "./link-attempt.ts";
import { withCartLock, withSessionsLock } from "./locks.ts";
import { orderName } from "./order-name.ts";
import { findOrderPaymentState, type OrderPaymentState } from "./order-payment-state.ts";
import { refuseOrder } from "./order-refusal.ts";
import { findOrCreatePaidSession, sealSession } from "./paid-session.ts";
import { isCartChangedError } from "./paid-session-check.ts";
import { assertMerchantServes } from "./pay-index-providers.ts";
import { findCart, findCartOrderId, findPaidCart, type PaidCart } from "./payable-cart.ts";
import {
  findCompletionProblem,
  findDisabledProviderProblem,
  invalidAmountProblem,
} from "./placement-problems.ts";
import { recoverOrderPaymentWorkflow } from "./workflows/recover-order-payment.ts";

type Merchants = Options["merchants"];

/** From paid to placed. Each step is one that may be done again: who comes a second time finds the order that the first one placed. */
export class OrderPlacer {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;

  constructor(container: MedusaContainer, merchants: Merchants) {
    this.#container = container;
    this.#merchants = merchants;
  }

  async place(request: PlaceOrderRequest): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { snapshot } = request.payment;
    if (!isCheckoutSnapshot(snapshot))
      return refuseOrder("host_missing", "The payment was not started by this shop.");
    // From the look at its sessions until the cart is completed by one of them.
    return withSessionsLock(this.#container, snapshot.cartId, () => this.#place(snapshot, request));
  }

  async #place(
    frozen: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { payment } = request;
    const [placed, cart] = await Promise.all([
      findCartOrderId(this.#container, frozen.cartId),
      findPaidCart(this.#container, frozen.cartId),
      deleteExpiredLock(this.#container, frozen.cartId),
    ]);
    if (placed !== undefined) return this.#settle(placed, frozen, request);
    if (cart === undefined) return refuseOrder("cart_missing", "The cart is gone.");
    const due = amountDue(cart);
    if ("refused" in due) return due;
    // Before anything is written. The provider compares once more, while Medusa completes the cart under its lock.
    const amount = request.checkAmountDue(due);
    const problem = findDisabledProviderProblem(cart, frozen);
    if (problem !== undefined) return { refused: problem };
    const session = await findOrCreatePaidSession(this.#container, { cart, frozen, payment });
    // An earlier try has come at least as far as this.
    if (session.data?.attempt_id === payment.attemptId)
      await withCartLock(this.#container, cart.id, () => deleteOrphanOrders(this.#container, cart.id));
    assertMerchantServes(this.#merchants, session.provider_id);
    await sealSession(this.#container, { session, payment });
    const completed = await this.#complete(cart.id, payment.amount);
    if ("refused" in completed) return completed;
    const { orderId } = completed;
    // Completing has waited for whoever else did, so what is settled by now stays settled.
    const standing = await this.#standing(orderId, frozen, payment);
    return standing.kind === "settled"
      ? this.#placed(orderId, standing, { payment, amount })
      : this.#settle(orderId, frozen, request);
  }

  /**
   * By the cart's own id. `processPaymentWorkflow` would find the cart by its session, and completes another one where the session is gone.
   * What Medusa would say no to at every further try is told to staff at once: nothing left in stock, say.
   */
  async #complete(cartId: string, price: Money): Promise<{ readonly orderId: string } | OrderRefusal> {
    try {
      const { result } = await completeCartWorkflow(this.#container).run({ input: { id: cartId } });
      return { orderId: result.id };
    } catch (error) {
      if (isCartChangedError(error)) {
        const cart = await findCart(this.#container, cartId);
        if (cart === undefined) return refuseOrder("cart_missing", "The cart is gone.");
        return { refused: findCompletionProblem(cart, price) };
      }
      const message = await findCartRefusal(this.#container, cartId);
      if (message === undefined) throw error;
      return refuseOrder("cart_refused", `Medusa does not take the cart: ${message}`);
    }
  }

  /**
   * The cart has become an order: by this payment, or by another one. Whoever completes it at this moment is waited for, and what a
   * process left undone when it died is done.
   */
  async #settle(
    orderId: string,
    frozen: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { payment } = request;
    const settled = await withCartLock(this.#container, frozen.cartId, async () => {
      // Who completed it, such as a buyer who was back too early, may have had to undo it.
      if ((await findCartOrderId(this.#container, frozen.cartId)) !== orderId) return undefined;
      const standing = await this.#standing(orderId, frozen, payment);
      if (standing.kind === "another" || standing.kind === "cancelled") return standing;
      const { amount, currency_code } = standing.placedFor;
      const checked = request.checkAmountDue(toMoney(amount, currency_code));
      const paymentId =
        standing.kind === "settled" ? standing.paymentId : await this.#book(orderId, standing);
      return { ...standing, paymentId, checked };
    });
    if (settled === undefined) return this.#place(frozen, request);
    if (settled.kind === "another")
      return refuseOrder(
        "cart_completed",
        `The cart became order ${await orderName(this.#container, orderId)}, which was completed in another way.`,
      );
    if (settled.kind === "cancelled")
      return refuseOrder(
        "order_cancelled",
        `Order ${await orderName(this.#container, orderId)} was cancelled before its payment was booked.`,
      );
    return this.#placed(orderId, settled, { payment, amount: settled.checked });
  }

  async #book(orderId: string, { sessionId }: { readonly sessionId: string }): Promise<string | undefined> {
    const input = { order_id: orderId, session_id: sessionId };
    const { result } = await recoverOrderPaymentWorkflow(this.#container).run({ input });
    return result;
  }

  #standing(
    orderId: string,
    { cartId }: CheckoutSnapshot,
    { attemptId }: PaidPayment,
  ): Promise<OrderPaymentState> {
    return findOrderPaymentState(this.#container, { orderId, cartId, attemptId });
  }

  async #placed(
    orderId: string,
    {
      customerId,
      paymentId,
    }: Pick<OrderPaymentState, "customerId"> & { readonly paymentId: string | undefined },
    { payment: { attemptId }, amount }: { payment: PaidPayment; amount: CheckedAmount },
  ): Promise<PlaceOrderAnswer> {
    await linkAttempt(this.#container, { orderId, customerId, attemptId });
    if (paymentId !== undefined) await emitPaymentCaptured(this.#container, paymentId);
    return { placed: { id: orderId }, amount };
  }
}

/** Medusa keeps the amount of the collection equal to the total of the cart. */
function amountDue({ payment_collection, currency_code }: PaidCart): Money | OrderRefusal {
  if (!payment_collection) throw new Error("The cart has no payment collection.");
  const { amount } = payment_collection;
  return toMoney(amount, currency_code) ?? { refused: invalidAmountProblem(amount, currency_code) };
}
