import { Injectable } from "@nestjs/common";
import type { Applied, HostWork, LedgerHost, WorkProblem } from "@pay-index/core";
import {
  Channel,
  type CurrencyCode,
  CustomerService,
  type LanguageCode,
  type Order,
  OrderService,
  PaymentService,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { fromMoney } from "./amount.ts";
import { Coupons } from "./coupons.ts";
import { type Frozen, isFrozen } from "./frozen.ts";
import { refundNote } from "./handler.ts";
import { beforePlaced } from "./order-guard.ts";
import { PayableOrders } from "./payable-orders.ts";
import { ledgerStore, type VendureStore } from "./store/ledger-store.ts";

/** Leaves the transaction without committing it. */
class RollBack extends Error {
  readonly outcome: Applied;

  constructor(outcome: Applied) {
    super("Rolled back.");
    this.outcome = outcome;
  }
}

function refuse(code: string, message: string): RollBack {
  return new RollBack({ refused: { code, message } });
}

/** Postgres: two transactions wait for each other, and one of them was ended. */
const deadlock = "40P01";
const tries = 3;

/**
 * Vendure as core sees it. The work is ended in the transaction that places the order: whoever comes second finds it ended, and
 * rolls back. What Vendure does not allow is rolled back too, and is told to staff.
 */
@Injectable()
export class VendureHost implements LedgerHost<RequestContext> {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly payable: PayableOrders,
    private readonly coupons: Coupons,
    private readonly customers: CustomerService,
  ) {
    this.store = ledgerStore(connection);
  }

  async apply(work: HostWork<RequestContext>): Promise<Applied> {
    const { host } = work.payment;
    if (!isFrozen(host))
      return { refused: { code: "host_missing", message: "The payment was not started by this shop." } };
    const ctx = await this.contextOf(host);
    if (ctx === undefined) return { refused: { code: "channel_missing", message: "Its channel is gone." } };
    for (let left = tries; ; left--) {
      try {
        return await this.store.transaction(ctx, (tx) => this.place(tx, work, host));
      } catch (error) {
        if (error instanceof RollBack) return error.outcome;
        if (left === 1 || codeOf(error) !== deadlock) throw error;
      }
    }
  }

  private async place(tx: RequestContext, work: HostWork<RequestContext>, frozen: Frozen): Promise<Applied> {
    const order = await this.payable.lock(tx, frozen.orderId);
    if (order === undefined) throw refuse("order_missing", "The order is gone.");
    if (!(await work.finish(tx, order.code))) throw new RollBack({ done: true });
    const problem = (await this.whyNotPayable(tx, order, work)) ?? (await this.arrangePayment(tx, order));
    if (problem !== undefined) throw new RollBack({ refused: problem });
    await this.addPayment(tx, work, { order, method: frozen.method });
    return { done: true, placed: order.code };
  }

  private async whyNotPayable(
    tx: RequestContext,
    order: Order,
    { payment }: HostWork<RequestContext>,
  ): Promise<WorkProblem | undefined> {
    if (order.state === "Cancelled") return problem("order_cancelled", "The order was cancelled.");
    if (!beforePlaced.has(order.state))
      return problem("order_placed", `The order is ${order.state}: it was paid in another way.`);
    const paid = fromMoney(payment.money, this.payable.precision);
    if (order.currencyCode !== payment.money.currency || this.payable.due(order) !== paid)
      return problem("order_changed", "The order is not what was paid for any more.");
    const usedUp = await this.coupons.usedUp(tx, order);
    if (usedUp.length > 0)
      return problem("coupon_used_up", `Used up by other orders meanwhile: ${usedUp.join(", ")}.`);
    await this.payable.lockStock(tx, order);
    const missing = await this.payable.outOfStock(tx, order);
    return missing.length === 0
      ? undefined
      : problem("out_of_stock", `Not in stock any more: ${missing.map(({ sku }) => sku).join(", ")}.`);
  }

  /** A buyer may have gone back to the cart without changing it. */
  private async arrangePayment(tx: RequestContext, order: Order): Promise<WorkProblem | undefined> {
    if (order.state === "ArrangingPayment") return undefined;
    const moved = await this.orders.transitionToState(tx, order.id, "ArrangingPayment");
    if (!("errorCode" in moved)) return undefined;
    return problem("order_not_ready", `Vendure does not let it be paid: ${moved.transitionError}`);
  }

  /**
   * Not `addPaymentToOrder`, which asks whether the method may be used: that was asked before the buyer paid, and a method that
   * was switched off since then must not lose the order.
   */
  private async addPayment(
    tx: RequestContext,
    { payment }: HostWork<RequestContext>,
    { order, method }: { order: Order; method: string },
  ): Promise<void> {
    const current = await this.payable.find(tx, order.id);
    if (current === undefined) throw refuse("order_missing", "The order is gone.");
    await this.payments.createManualPayment(tx, current, this.payable.due(current), {
      orderId: current.id,
      method,
      transactionId: payment.transactionId ?? payment.orderNumber,
      metadata: {
        orderNumber: payment.orderNumber,
        variant: payment.variant,
        merchant: payment.merchantId,
        refunds: refundNote,
      },
    });
    const placed = await this.payable.find(tx, order.id);
    // A process of the shop's own may have moved it on from PaymentSettled already (B-30).
    if (placed === undefined || beforePlaced.has(placed.state))
      throw refuse("order_not_placed", `Vendure left the order in ${placed?.state}.`);
    await this.customers.createAddressesForNewCustomer(tx, placed);
  }

  private async contextOf({
    channelId,
    languageCode,
    currencyCode,
  }: Frozen): Promise<RequestContext | undefined> {
    const channel = await this.connection.rawConnection
      .getRepository(Channel)
      .findOne({ where: { id: channelId }, relations: { defaultShippingZone: true, defaultTaxZone: true } });
    if (channel === null) return undefined;
    return this.contexts.create({
      apiType: "admin",
      channelOrToken: channel,
      languageCode: languageCode as LanguageCode,
      currencyCode: currencyCode as CurrencyCode,
    });
  }
}

function problem(code: string, message: string): WorkProblem {
  return { code, message };
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
