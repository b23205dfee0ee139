import type { MedusaContainer } from "@medusajs/framework/types";
import type { Money } from "@pay-index/core";
import {
  type AmountDueComparedProof,
  type PaidPayment,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  RefusalRollback,
} from "@pay-index/core/adapter";
import { recordAdditionalPayment } from "./additional-payment-recorder.ts";
import { toRoundedMoney } from "./amount.ts";
import { findLinkedOrderId, findPaidCartFields, type PaidCartFields } from "./checkout-cart.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot, isOrderSnapshot } from "./checkout-snapshot.ts";
import { completePaidCart } from "./complete-paid-cart.ts";
import { deleteOrphanOrders } from "./delete-orphan-orders.ts";
import { emitPaymentCaptured } from "./emit-event.ts";
import { deleteExpiredLock } from "./expired-lock.ts";
import { linkAttempt } from "./link-attempt.ts";
import { withCartLock, withPaymentSessionsLock } from "./locks.ts";
import type { CheckedOptions } from "./options.ts";
import { findOrderDisplayNumber } from "./order-display-number.ts";
import { findOrderPaymentRecordStatus } from "./order-payment-record-status.ts";
import { findOrCreatePaidSession, sealSessionAsPaid } from "./paid-session.ts";
import { merchantServesProvider } from "./pay-index-providers.ts";
import { assertProviderEnabled, invalidAmountRefusal } from "./placement-refusals.ts";
import { findPlacedAmount, recordFirstPeriodPriceInOrder } from "./subscription/first-period-price.ts";
import { recoverOrderPayment } from "./workflows/recover-order-payment.ts";

/**
 * Places the order of a paid cart, or adds an additional payment to an order. Each step can be repeated: a second run finds the order
 * that the first run placed. Each function throws `RefusalRollback` if Medusa refuses.
 */
export class OrderPlacer {
  readonly #container: MedusaContainer;
  readonly #options: CheckedOptions;

  constructor(container: MedusaContainer, options: CheckedOptions) {
    this.#container = container;
    this.#options = options;
  }

  async place(request: PlaceOrderRequest): Promise<PlaceOrderAnswer> {
    const { snapshot } = request.payment;
    if (isOrderSnapshot(snapshot)) return recordAdditionalPayment(this.#container, request, snapshot);
    if (!isCheckoutSnapshot(snapshot))
      throw new RefusalRollback("host_missing", "The payment was not started by this shop.");
    // The lock spans from reading the sessions until the cart is completed by one of them.
    return withPaymentSessionsLock(this.#container, snapshot.cartId, () => this.#place(snapshot, request));
  }

  async #place(snapshot: CheckoutSnapshot, request: PlaceOrderRequest): Promise<PlaceOrderAnswer> {
    const { payment } = request;
    const [placed, cart] = await Promise.all([
      findLinkedOrderId(this.#container, snapshot.cartId),
      findPaidCartFields(this.#container, snapshot.cartId),
      deleteExpiredLock(this.#container, snapshot.cartId),
    ]);
    if (placed !== undefined) return this.#resume(placed, snapshot, request);
    if (cart === undefined) throw new RefusalRollback("cart_missing", "The cart was deleted.");
    // Before the first write. The provider compares the amounts again, while Medusa completes the cart under its lock.
    const amount = request.checkAmountDue(amountDue(cart));
    assertProviderEnabled(cart, snapshot);
    const session = await findOrCreatePaidSession(this.#container, { cart, snapshot, payment });
    // An earlier run came at least this far.
    if (session.data?.attempt_id === payment.attemptId)
      await withCartLock(this.#container, cart.id, () => deleteOrphanOrders(this.#container, cart.id));
    if (!this.#options.core.merchants.some((each) => merchantServesProvider(each, session.provider_id)))
      throw new Error(`No merchant serves ${session.provider_id} any more.`);
    await sealSessionAsPaid(this.#container, { session, payment });
    const { orderId } = await this.#complete(cart.id, request);
    // The lock waited for every other completion, so a recorded payment stays recorded.
    const state = await this.#orderState(orderId, snapshot, payment);
    return state.kind === "recorded"
      ? this.#placed(orderId, state, { payment, amount })
      : this.#recover(orderId, snapshot, request);
  }

  #complete(cartId: string, { payment: { attemptId, amount }, runHook }: PlaceOrderRequest) {
    const container = this.#container;
    const { completeOrder } = this.#options.own;
    return completePaidCart(completeOrder, { container, cartId, attemptId, amount, runHook });
  }

  /**
   * Finishes the order of a completed cart. The shop's own completion then runs again: it can have been interrupted, or a storefront
   * completed the cart without it.
   */
  async #resume(
    orderId: string,
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer> {
    const answer = await this.#recover(orderId, snapshot, request);
    if (this.#options.own.completeOrder !== undefined) await this.#complete(snapshot.cartId, request);
    return answer;
  }

  /**
   * Finishes the order of a completed cart, which this payment or another one completed. Waits for a process that is
   * completing it, and finishes the work of a stopped process.
   */
  async #recover(
    orderId: string,
    snapshot: CheckoutSnapshot,
    request: PlaceOrderRequest,
  ): Promise<PlaceOrderAnswer> {
    const { payment } = request;
    const recovered = await withCartLock(this.#container, snapshot.cartId, async () => {
      // The process that completed the cart, for example when the buyer returned early, can have reverted the
      // completion.
      if ((await findLinkedOrderId(this.#container, snapshot.cartId)) !== orderId) return undefined;
      const state = await this.#orderState(orderId, snapshot, payment);
      if (state.kind === "another" || state.kind === "cancelled")
        throw await this.#unrecordableRefusal(orderId, state.kind);
      const { amount, currency_code } = state.placedFor;
      const paid = toRoundedMoney(amount, currency_code);
      const due = await findPlacedAmount(this.#container, { orderId, payment, paid });
      const proof = request.checkAmountDue(due);
      const paymentId =
        state.kind === "recorded"
          ? state.paymentId
          : await recoverOrderPayment(this.#container, orderId, state.sessionId);
      return { customerId: state.customerId, paymentId, amount: proof };
    });
    if (recovered === undefined) return this.#place(snapshot, request);
    return this.#placed(orderId, recovered, { payment, amount: recovered.amount });
  }

  async #unrecordableRefusal(orderId: string, kind: "another" | "cancelled"): Promise<RefusalRollback> {
    const order = await findOrderDisplayNumber(this.#container, orderId);
    if (kind === "another") {
      const message = `The cart became order ${order}, which was completed in another way.`;
      return new RefusalRollback("cart_completed", message);
    }
    const message = `Order ${order} was cancelled before its payment was recorded.`;
    return new RefusalRollback("order_cancelled", message);
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
function amountDue({ payment_collection, currency_code }: PaidCartFields): Money {
  if (!payment_collection) throw new Error("The cart has no payment collection.");
  const { amount } = payment_collection;
  const due = toRoundedMoney(amount, currency_code);
  if (due === undefined) throw invalidAmountRefusal(amount, currency_code);
  return due;
}
