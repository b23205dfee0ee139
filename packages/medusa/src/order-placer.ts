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

/** Places the order of a paid cart. Each step can be repeated: a second run finds the order that the first run placed. */
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
    // The lock spans from reading the sessions until the cart is completed by one of them.
    return withSessionsLock(this.#container, snapshot.cartId, () => this.#place(snapshot, request));
  }

  async #place(
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { payment } = request;
    const [placed, cart] = await Promise.all([
      findCartOrderId(this.#container, snapshot.cartId),
      findPaidCart(this.#container, snapshot.cartId),
      deleteExpiredLock(this.#container, snapshot.cartId),
    ]);
    if (placed !== undefined) return this.#recover(placed, snapshot, request);
    if (cart === undefined) return refuseOrder("cart_missing", "The cart was deleted.");
    const due = amountDue(cart);
    if ("refused" in due) return due;
    // Before the first write. The provider compares the amounts again, while Medusa completes the cart under its lock.
    const amount = request.checkAmountDue(due);
    const problem = findDisabledProviderProblem(cart, snapshot);
    if (problem !== undefined) return { refused: problem };
    const session = await findOrCreatePaidSession(this.#container, { cart, snapshot, payment });
    // An earlier run came at least this far.
    if (session.data?.attempt_id === payment.attemptId)
      await withCartLock(this.#container, cart.id, () => deleteOrphanOrders(this.#container, cart.id));
    assertMerchantServes(this.#merchants, session.provider_id);
    await sealSession(this.#container, { session, payment });
    const completed = await this.#complete(cart.id, payment.amount);
    if ("refused" in completed) return completed;
    const { orderId } = completed;
    // The lock waited for every other completion, so a recorded payment stays recorded.
    const state = await this.#orderState(orderId, snapshot, payment);
    return state.kind === "recorded"
      ? this.#placed(orderId, state, { payment, amount })
      : this.#recover(orderId, snapshot, request);
  }

  /**
   * Completes the cart by its id. `processPaymentWorkflow` finds the cart by its session, and completes another cart if the session was
   * deleted. If Medusa would refuse every further try, such as without stock, staff get a review item at once.
   */
  async #complete(cartId: string, price: Money): Promise<{ readonly orderId: string } | OrderRefusal> {
    try {
      const { result } = await completeCartWorkflow(this.#container).run({ input: { id: cartId } });
      return { orderId: result.id };
    } catch (error) {
      if (isCartChangedError(error)) {
        const cart = await findCart(this.#container, cartId);
        if (cart === undefined) return refuseOrder("cart_missing", "The cart was deleted.");
        return { refused: findCompletionProblem(cart, price) };
      }
      const message = await findCartRefusal(this.#container, cartId);
      if (message === undefined) throw error;
      return refuseOrder("cart_refused", `Medusa refused the cart: ${message}`);
    }
  }

  /**
   * Finishes the order of a completed cart, which this payment or another one completed. Waits for a process that is
   * completing it, and finishes the work of a stopped process.
   */
  async #recover(
    orderId: string,
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { payment } = request;
    const recovered = await withCartLock(this.#container, snapshot.cartId, async () => {
      // The process that completed the cart, for example when the buyer returned early, can have reverted the
      // completion.
      if ((await findCartOrderId(this.#container, snapshot.cartId)) !== orderId) return undefined;
      const state = await this.#orderState(orderId, snapshot, payment);
      if (state.kind === "another" || state.kind === "cancelled") return state;
      const { amount, currency_code } = state.placedFor;
      const checked = request.checkAmountDue(toMoney(amount, currency_code));
      const paymentId =
        state.kind === "recorded" ? state.paymentId : await this.#recordPayment(orderId, state);
      return { ...state, paymentId, checked };
    });
    if (recovered === undefined) return this.#place(snapshot, request);
    if (recovered.kind === "another")
      return refuseOrder(
        "cart_completed",
        `The cart became order ${await orderName(this.#container, orderId)}, which was completed in another way.`,
      );
    if (recovered.kind === "cancelled")
      return refuseOrder(
        "order_cancelled",
        `Order ${await orderName(this.#container, orderId)} was cancelled before its payment was recorded.`,
      );
    return this.#placed(orderId, recovered, { payment, amount: recovered.checked });
  }

  async #recordPayment(
    orderId: string,
    { sessionId }: { readonly sessionId: string },
  ): Promise<string | undefined> {
    const input = { order_id: orderId, session_id: sessionId };
    const { result } = await recoverOrderPaymentWorkflow(this.#container).run({ input });
    return result;
  }

  #orderState(
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
