import type { GatewayRefundRequest } from "@pay-index/core";
import type { FaultInput } from "@pay-index/sandbox";
import { OrderService, Refund } from "@vendure/core";
import { IsNull, Not } from "typeorm";
import { vi } from "vitest";
import { PayIndexPendingRefund } from "../../../src/entities/pending-refund-entity.ts";
import { createContext, sellProduct } from "../catalog-and-orders.mts";
import { SubscriptionTestShop } from "../subscriptions/subscription-test-shop.mts";

const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
  __typename ... on Refund { id state total transactionId } ... on ErrorResult { message } } }`;
const settleRefund = `mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename } }`;
const readMetadata = `query ($code: String!) { orderByCode(code: $code) { payments { refunds { metadata } } } }`;
/** A paid order. For a renewal, `attemptId` and `code` are those of the first order. */
interface PaidOrder {
  readonly orderId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly code: string;
}

/** The input of Vendure's own mutation for a refund of this amount. */
function refundInput({ paymentId }: PaidOrder, amount: number, reason = "Broken") {
  return { paymentId, amount, reason, lines: [], shipping: 0, adjustment: 0 };
}

/** A shop that refunds through the gateway, with its staff and its gateway. */
export class RefundTestShop extends SubscriptionTestShop {
  async paidOrder({ channel = "default", price = 1999, currency = "USD" } = {}): Promise<PaidOrder> {
    const tea = this.tea(channel);
    const sold = currency === "USD" ? tea : sellProduct(this.app, { name: "Tea", price, currency });
    const order = await this.payOrder({ variant: await sold, channel, currency });
    return { ...order, ...(await this.idsOf(order.code)) };
  }

  /** The order of the second cycle of a new subscription. */
  async renewed(): Promise<PaidOrder> {
    const { code, attemptId } = await this.subscribed(await this.onPlan("tea"));
    const { renewals } = await this.afterMonth(code);
    return { ...(await this.idsOf(renewals[0])), attemptId, code };
  }

  private async idsOf(code: string | undefined): Promise<Pick<PaidOrder, "orderId" | "paymentId">> {
    const { id, payments } = await this.orderOf(code);
    return { orderId: String(id), paymentId: String(payments[0]?.id) };
  }

  refund(order: PaidOrder, amount: number, { reason = "Broken", channel = "" } = {}) {
    const headers: Record<string, string> = channel === "" ? {} : { "vendure-token": channel };
    return this.staff.ask(refundOrder, { input: refundInput(order, amount, reason) }, headers);
  }

  /** Creates a refund as the shop's own code does, in a transaction that ends as `end` says. */
  async refundByCode(order: PaidOrder, amount: number, end: () => void = () => undefined): Promise<void> {
    const ctx = await createContext(this.app);
    await this.connection.withTransaction(ctx, async (tx) => {
      await this.app.get(OrderService).refundOrder(tx, refundInput(order, amount));
      end();
    });
  }

  settle(id: string, transactionId: string) {
    return this.staff.ask(settleRefund, { input: { id, transactionId } });
  }

  /** Resolves the review item of this order. */
  async resolve({ code }: PaidOrder, action: string, refund?: object): Promise<void> {
    const { reviewItems } = await this.status(code);
    const ids = reviewItems.slice(0, 1).map(({ id }) => id);
    await this.staff.desk("review-items/resolve", { ids, action, note: "Looked it up.", refund });
  }

  faults({ attemptId }: PaidOrder, ...faults: FaultInput[]) {
    return this.control.setFaults({ of: "order", orderId: attemptId }, faults);
  }

  /** The metadata of the refunds, as the buyer can read it. */
  async metadataForBuyer({ code }: PaidOrder): Promise<unknown[]> {
    const { payments } = await this.buyer().ask(readMetadata, { code });
    return payments.flatMap(({ refunds }: { refunds: { metadata: unknown }[] }) =>
      refunds.map(({ metadata }) => metadata),
    );
  }

  /** The attempts of an order as staff read them. */
  async shownToStaff({ code }: PaidOrder) {
    const { id } = await this.orderOf(code);
    return (await this.staff.desk(`orders/${id}`)).payment.attempts;
  }

  /** The refunds at the gateway. */
  async atGateway({ attemptId }: PaidOrder) {
    const { refunds } = await this.control.orderDetails(attemptId);
    return refunds.map(({ refundId, amount, state }) => ({ refundId, amount, state }));
  }

  /** The refunds of the order in core. */
  async inCore({ code, attemptId }: PaidOrder) {
    const { attempts } = await this.gateway.status({ reference: code, attemptId });
    const attempt = attempts.find((each) => each.attemptId === attemptId);
    const cycles = attempt?.subscription?.cycles ?? [];
    return [...(attempt?.gatewayRefunds ?? []), ...cycles.flatMap((cycle) => cycle.gatewayRefunds)];
  }

  /** As Vendure's scheduler runs it, once the jobs and the refunds of this order are due. */
  async sweepOrder({ code, paymentId }: PaidOrder): Promise<void> {
    await this.unsent.update({ paymentId, sendAt: Not(IsNull()) }, { sendAt: "2020-01-01T00:00:00.000Z" });
    await this.sweep(code);
  }

  /** Adds refunds to Vendure that core does not have, older than all others. Returns a function that deletes them. */
  async addUnsent(order: PaidOrder, count: number): Promise<() => Promise<void>> {
    const refunds = this.connection.rawConnection.getRepository(Refund);
    await this.refundByCode(order, 1);
    const [found] = await refunds.findBy({ paymentId: order.paymentId });
    const { id, createdAt: _created, ...columns } = found ?? new Refund();
    await refunds.delete({ id });
    await this.unsent.delete({ paymentId: order.paymentId });
    const createdAt = new Date("2020-01-01");
    const keys = Array.from({ length: count }, (_, index) => `${order.code}-${index}`);
    const metadataOf = (idempotencyKey: string) => ({
      payIndex: { ...columns.metadata.payIndex, idempotencyKey },
    });
    await refunds.insert(keys.map((key) => ({ ...columns, createdAt, metadata: metadataOf(key) })));
    const { paymentId } = order;
    const sendAt = createdAt.toISOString();
    await this.unsent.insert(keys.map((idempotencyKey) => ({ idempotencyKey, paymentId, sendAt, tries: 0 })));
    return async () => {
      await this.unsent.delete({ paymentId });
      await refunds.delete({ createdAt });
    };
  }

  /** The rows of the refunds of the order that have not ended. */
  unsentOf({ paymentId }: PaidOrder): Promise<PayIndexPendingRefund[]> {
    return this.unsent.findBy({ paymentId });
  }

  /** From now on, core cannot take the refunds of an order, until the returned function is called. */
  failRefunds({ code }: PaidOrder, onTry: (request: GatewayRefundRequest) => void = () => undefined) {
    const { gateway } = this;
    const refund = gateway.refund.bind(gateway);
    const failing = vi.spyOn(gateway, "refund").mockImplementation(async (request) => {
      if (request.reference !== code) return refund(request);
      onTry(request);
      throw new Error("The merchants cannot be read.");
    });
    return () => failing.mockRestore();
  }

  get unsent() {
    return this.connection.rawConnection.getRepository(PayIndexPendingRefund);
  }
}
