import { Injectable } from "@nestjs/common";
import {
  type PlacedAnswer,
  type PlaceRenewalRequest,
  type RefusalProblem,
  RefusalRollback,
  toShopRefusalCode,
} from "@pay-index/core/adapter";
import { EventBus, type ID, type Order, OrderService, type RequestContext } from "@vendure/core";
import { requireVendureAmount, toRoundedMoney } from "../amount.ts";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import type { CheckoutSnapshot } from "../checkout-snapshot.ts";
import { OrderPlacer, type SettledPaymentDetails } from "../order-placer.ts";
import { OrderCopier } from "./order-copier.ts";
import { OrderHistory } from "./order-history.ts";
import { CycleRenewedEvent, RenewalRefusedError } from "./subscription-events.ts";

/**
 * Places one order for each paid cycle of a subscription: with the goods of the first order, for the charged amount.
 */
@Injectable()
export class RenewalPlacer {
  constructor(
    private readonly orders: OrderService,
    private readonly copies: OrderCopier,
    private readonly paid: OrderPlacer,
    private readonly payable: CheckoutOrderReader,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {}

  /** @throws RefusalRollback if Vendure refuses the renewal */
  async place(
    tx: RequestContext,
    request: PlaceRenewalRequest<RequestContext>,
    { orderId, method }: CheckoutSnapshot,
  ): Promise<PlacedAnswer> {
    const first = await this.firstOrder(tx, orderId);
    // As staff create a draft, because it must not become a buyer's active cart.
    const renewal = await this.orders.createDraft(tx);
    await request.complete(tx, renewal.code);
    const amount = await this.fill(tx, renewal, { first, request });
    const problem = await this.arrangePayment(tx, renewal);
    if (problem !== undefined) throw new RefusalRollback(problem.code, problem.message);
    const settledBy = { ...paymentDetailsOf(request, first), amount, method };
    await this.paid.settle(tx, await this.paid.read(tx, renewal.id), settledBy);
    const placed = await this.paid.read(tx, renewal.id);
    await this.report(tx, request, { first, placed, transactionId: settledBy.transactionId });
    return { placed: { id: placed.code } };
  }

  private async firstOrder(tx: RequestContext, id: ID): Promise<Order> {
    const first = await this.copies.original(tx, id);
    if (first === undefined)
      throw new RefusalRollback("first_order_missing", "The first order no longer exists.");
    if (first.state !== "Cancelled") return first;
    const message =
      "The first order was cancelled. Refund the charge and cancel the subscription, or create the order manually.";
    throw new RefusalRollback("first_order_cancelled", message);
  }

  /** Returns the cost of the renewal in Vendure's integers: the charged amount, except for rounding. */
  private async fill(
    tx: RequestContext,
    renewal: Order,
    { first, request }: { first: Order; request: PlaceRenewalRequest<RequestContext> },
  ): Promise<number> {
    const { amount } = request.cycle;
    const { precision } = this.payable;
    const total = requireVendureAmount(amount, precision);
    const lines = this.copies.linesOf(first);
    const gone = lines.filter(({ productVariant }) => productVariant.deletedAt !== null);
    const skus = gone.map(({ productVariant }) => productVariant.sku).join(", ");
    if (gone.length > 0) throw new RefusalRollback("product_gone", `No longer sold: ${skus}.`);
    // An amount that rounds to the charged amount stays unchanged.
    const isCharged = (own: number) =>
      toRoundedMoney(own, amount.currency, precision)?.minor === amount.minor;
    const totalFor = (own: number) => (isCharged(own) ? own : total);
    await this.copies.fill(tx, renewal, { first, lines, totalFor, languageCode: tx.languageCode });
    return renewal.totalWithTax;
  }

  /** Vendure checks the stock here, and the shop's own order process may check more. */
  private async arrangePayment(tx: RequestContext, renewal: Order): Promise<RefusalProblem | undefined> {
    await this.payable.lockStock(tx, renewal);
    const moved = await this.orders.transitionToState(tx, renewal.id, "ArrangingPayment");
    if (!("errorCode" in moved)) return undefined;
    const missing = await this.payable.outOfStock(tx, renewal);
    const skus = missing.map(({ sku }) => sku).join(", ");
    if (missing.length > 0) return { code: "out_of_stock", message: `Not in stock: ${skus}.` };
    const message = `Vendure refused to start the payment of the order: ${moved.transitionError}`;
    return { code: "order_not_ready", message };
  }

  private async report(
    tx: RequestContext,
    { key, subscription, cycle, runHook }: PlaceRenewalRequest<RequestContext>,
    { first, placed, transactionId }: { first: Order; placed: Order; transactionId: string },
  ): Promise<void> {
    const about = { cycle: cycle.number, transactionId };
    const renewed = { ...about, orderCode: placed.code };
    await this.history.note(tx, first.id, ["PAY_INDEX_CYCLE_RENEWED", renewed]);
    await this.history.note(tx, placed.id, ["PAY_INDEX_RENEWAL_OF", { ...about, orderCode: first.code }]);
    const details = { key, order: first, subscription, cycle, renewal: placed };
    try {
      const event = new CycleRenewedEvent(tx, details);
      await runHook("A handler of CycleRenewedEvent", () => this.events.publish(event));
    } catch (error) {
      if (error instanceof RenewalRefusedError)
        throw new RefusalRollback(toShopRefusalCode(error.code), error.message);
      throw error;
    }
  }
}

function paymentDetailsOf(
  { payment, cycle }: PlaceRenewalRequest<RequestContext>,
  first: Order,
): Pick<SettledPaymentDetails, "transactionId" | "metadata"> {
  const { attemptId, variant, merchantId } = payment;
  return {
    transactionId: cycle.transactionId ?? `${attemptId}/${cycle.number}`,
    metadata: { attemptId, variant, merchant: merchantId, cycle: cycle.number, firstOrder: first.code },
  };
}
