import type { MedusaContainer } from "@medusajs/framework/types";
import type { Money, Options } from "@pay-index/core";
import type {
  AmountDueComparedProof,
  OrderRefusal,
  PaidPayment,
  PlaceOrderAnswer,
  PlaceOrderRequest,
} from "@pay-index/core/adapter";
import { recordAdditionalPayment } from "./additional-payment-recorder.ts";
import { toRoundedMoney } from "./amount.ts";
import { findLinkedOrderId, findPaidCartFields, type PaidCartFields } from "./checkout-cart.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot, isOrderSnapshot } from "./checkout-snapshot.ts";
import type { CompleteOrder } from "./complete-order-option.ts";
import { completePaidCart } from "./complete-paid-cart.ts";
import { deleteOrphanOrders } from "./delete-orphan-orders.ts";
import { emitPaymentCaptured } from "./emit-event.ts";
import { deleteExpiredLock } from "./expired-lock.ts";
import { linkAttempt } from "./link-attempt.ts";
import { withCartLock, withPaymentSessionsLock } from "./locks.ts";
import { findOrderDisplayNumber } from "./order-display-number.ts";
import { findOrderPaymentRecordStatus } from "./order-payment-record-status.ts";
import { createOrderPortRefusal } from "./order-port-refusal.ts";
import { findOrCreatePaidSession, sealSessionAsPaid } from "./paid-session.ts";
import { merchantServesProvider } from "./pay-index-providers.ts";
import { findDisabledProviderProblem, invalidAmountProblem } from "./placement-problems.ts";
import { findPlacedAmount, recordFirstPeriodPriceInOrder } from "./subscription/first-period-price.ts";
import { recoverOrderPayment } from "./workflows/recover-order-payment.ts";

type Merchants = Options["merchants"];

/** Places the order of a paid cart, or adds an additional payment to an order. Each step can be repeated: a second run finds the order that the first run placed. */
export class OrderPlacer {
  readonly #container: MedusaContainer;
  readonly #merchants: Merchants;
  readonly #completeByShop: CompleteOrder | undefined;

  constructor(container: MedusaContainer, merchants: Merchants, completeByShop?: CompleteOrder) {
    this.#container = container;
    this.#merchants = merchants;
    this.#completeByShop = completeByShop;
  }

  async place(request: PlaceOrderRequest): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { snapshot } = request.payment;
    if (isOrderSnapshot(snapshot)) return recordAdditionalPayment(this.#container, request, snapshot);
    if (!isCheckoutSnapshot(snapshot))
      return createOrderPortRefusal("host_missing", "The payment was not started by this shop.");
    // The lock spans from reading the sessions until the cart is completed by one of them.
    return withPaymentSessionsLock(this.#container, snapshot.cartId, () => this.#place(snapshot, request));
  }

  async #place(
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const { payment } = request;
    const [placed, cart] = await Promise.all([
      findLinkedOrderId(this.#container, snapshot.cartId),
      findPaidCartFields(this.#container, snapshot.cartId),
      deleteExpiredLock(this.#container, snapshot.cartId),
    ]);
    if (placed !== undefined) return this.#resume(placed, snapshot, request);
    if (cart === undefined) return createOrderPortRefusal("cart_missing", "The cart was deleted.");
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
    if (!this.#merchants.some((each) => merchantServesProvider(each, session.provider_id)))
      throw new Error(`No merchant serves ${session.provider_id} any more.`);
    await sealSessionAsPaid(this.#container, { session, payment });
    const completed = await this.#complete(cart.id, request);
    if ("refused" in completed) return completed;
    const { orderId } = completed;
    // The lock waited for every other completion, so a recorded payment stays recorded.
    const state = await this.#orderState(orderId, snapshot, payment);
    return state.kind === "recorded"
      ? this.#placed(orderId, state, { payment, amount })
      : this.#recover(orderId, snapshot, request);
  }

  #complete(cartId: string, { payment: { attemptId, amount }, runHook }: PlaceOrderRequest) {
    const container = this.#container;
    return completePaidCart(this.#completeByShop, { container, cartId, attemptId, amount, runHook });
  }

  /**
   * Finishes the order of a completed cart. The shop's own completion then runs again: it can have been interrupted, or a storefront
   * completed the cart without it.
   */
  async #resume(
    orderId: string,
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer | OrderRefusal> {
    const answer = await this.#recover(orderId, snapshot, request);
    if (this.#completeByShop === undefined || "refused" in answer) return answer;
    const completed = await this.#complete(snapshot.cartId, request);
    return "refused" in completed ? completed : answer;
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
      if ((await findLinkedOrderId(this.#container, snapshot.cartId)) !== orderId) return undefined;
      const state = await this.#orderState(orderId, snapshot, payment);
      if (state.kind === "another" || state.kind === "cancelled") return state;
      const { amount, currency_code } = state.placedFor;
      const paid = toRoundedMoney(amount, currency_code);
      const due = await findPlacedAmount(this.#container, { orderId, payment, paid });
      const checked = request.checkAmountDue(due);
      const paymentId =
        state.kind === "recorded"
          ? state.paymentId
          : await recoverOrderPayment(this.#container, orderId, state.sessionId);
      return { ...state, paymentId, checked };
    });
    if (recovered === undefined) return this.#place(snapshot, request);
    if (recovered.kind !== "another" && recovered.kind !== "cancelled")
      return this.#placed(orderId, recovered, { payment, amount: recovered.checked });
    const order = await findOrderDisplayNumber(this.#container, orderId);
    if (recovered.kind === "cancelled") {
      const message = `Order ${order} was cancelled before its payment was recorded.`;
      return createOrderPortRefusal("order_cancelled", message);
    }
    const message = `The cart became order ${order}, which was completed in another way.`;
    return createOrderPortRefusal("cart_completed", message);
  }

  #orderState(orderId: string, { cartId }: CheckoutSnapshot, { attemptId }: PaidPayment) {
    return findOrderPaymentRecordStatus(this.#container, { orderId, cartId, attemptId });
  }

  async #placed(
    orderId: string,
    { customerId, paymentId }: Record<"customerId" | "paymentId", string | undefined>,
    { payment, amount }: { payment: PaidPayment; amount: AmountDueComparedProof },
  ): Promise<PlaceOrderAnswer> {
    const { attemptId } = payment;
    await linkAttempt(this.#container, { orderId, customerId, attemptId });
    await recordFirstPeriodPriceInOrder(this.#container, { orderId, payment });
    await emitPaymentCaptured(this.#container, paymentId);
    return { placed: { id: orderId }, amount };
  }
}

/** Medusa keeps the amount of the collection equal to the total of the cart. */
function amountDue({ payment_collection, currency_code }: PaidCartFields): Money | OrderRefusal {
  if (!payment_collection) throw new Error("The cart has no payment collection.");
  const { amount } = payment_collection;
  return toRoundedMoney(amount, currency_code) ?? { refused: invalidAmountProblem(amount, currency_code) };
}
