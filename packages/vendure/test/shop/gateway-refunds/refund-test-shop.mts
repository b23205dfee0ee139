import type { GatewayRefundRequest } from "@pay-index/core";
import type { FaultInput } from "@pay-index/sandbox";
import {
  ConfigService,
  type ID,
  Injector,
  type Order,
  OrderService,
  Refund,
  TransactionalConnection,
} from "@vendure/core";
import { IsNull, Not } from "typeorm";
import { vi } from "vitest";
import { PayIndexPendingRefund } from "../../../src/entities/pending-refund-entity.ts";
import type { TestDatabase } from "../../conformance/test-database.mts";
import { createContext, sellProduct } from "../catalog-and-orders.mts";
import type { Vendure } from "../open-vendure.mts";
import { SubscriptionTestShop } from "../subscriptions/subscription-test-shop.mts";

const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
  __typename ... on Refund { id state total transactionId } ... on ErrorResult { message } } }`;
const settleRefund = `mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename } }`;
const readRefunds = `query ($id: ID!) { order(id: $id) {
  payments { refunds { total state transactionId } } } }`;
const readMetadata = `query ($code: String!) { orderByCode(code: $code) { payments { refunds { metadata } } } }`;
const readHistory = `query ($id: ID!) { order(id: $id) {
  history(options: { take: 100 }) { items { type isPublic data administrator { id } } } } }`;
const resolveReviewItem =
  "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { state } }";

const readGatewayRefunds = `query ($id: ID!) { payIndexPayment(orderId: $id) { attempts {
  gatewayRefunds { state amount currencyCode refundId transactionId reason text ofOrder isFromGateway endedAt }
  subscription { cycles { number gatewayRefunds { state amount } } } } } }`;

/** A paid order. For a renewal, `attemptId` and `reference` are those of the first order. */
export interface PaidOrder {
  readonly orderId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  readonly reference: string;
}

/** The input of Vendure's own mutation for a refund of this amount. */
function refundInput({ paymentId }: PaidOrder, amount: number, reason = "Broken") {
  return { paymentId, amount, reason, lines: [], shipping: 0, adjustment: 0 };
}

/** A shop that refunds through the gateway, with its staff and its gateway. */
export class RefundTestShop {
  readonly shop: SubscriptionTestShop;

  private constructor(shop: SubscriptionTestShop) {
    this.shop = shop;
  }

  static async open(place: TestDatabase): Promise<RefundTestShop> {
    const operations = { refund: {}, refundQuery: {} };
    return new RefundTestShop(await SubscriptionTestShop.open(place, { operations }));
  }

  get app(): Vendure {
    return this.shop.stage.app;
  }

  async paid({ channel = "default", price = 1999, currency = "USD" } = {}): Promise<PaidOrder> {
    const { stage } = this.shop;
    const sold = { name: "Tea", price, currency, ...(channel === "default" ? {} : { channel }) };
    const tea = await sellProduct(stage.app, sold);
    const buyer = stage.buyer({ currencyCode: currency }, channel);
    const reference = await buyer.isReadyToPay(tea);
    await buyer.start({ method: "hosted" });
    const attemptId = await stage.attempt(reference);
    await stage.paid(reference);
    return { ...(await this.orderWithPayment(reference)), attemptId, reference };
  }

  /** The order of the second cycle of a new subscription. */
  async renewed(): Promise<PaidOrder> {
    const { code, attemptId } = await this.shop.subscribed(await this.shop.onPlan("tea"));
    const { renewals } = await this.shop.afterMonth(code);
    return { ...(await this.orderWithPayment(renewals[0] ?? "none")), attemptId, reference: code };
  }

  refund(order: PaidOrder, amount: number, { reason = "Broken", channel = "" } = {}) {
    const headers: Record<string, string> = channel === "" ? {} : { "vendure-token": channel };
    return this.shop.staff.ask(refundOrder, { input: refundInput(order, amount, reason) }, headers);
  }

  settle(id: string, transactionId: string) {
    return this.shop.staff.ask(settleRefund, { input: { id, transactionId } });
  }

  /** Resolves the review item of this order. */
  async resolve(
    { orderId, attemptId, reference }: PaidOrder,
    action: string,
    refund?: object,
  ): Promise<void> {
    const { reviewItems } = await this.shop.gateway().status({ reference });
    const input = {
      orderId,
      attemptId,
      action,
      reviewItemId: reviewItems[0]?.id,
      note: "Looked it up.",
      refund,
    };
    await this.shop.staff.ask(resolveReviewItem, { input });
  }

  faults({ attemptId }: PaidOrder, ...faults: FaultInput[]) {
    return this.shop.stage.control.setFaults({ of: "order", orderId: attemptId }, faults);
  }

  /** The refunds of the order in Vendure. */
  async inVendure({ orderId }: PaidOrder) {
    const { payments } = await this.shop.staff.ask(readRefunds, { id: orderId });
    return payments.flatMap(({ refunds }: { refunds: object[] }) => refunds);
  }

  /** Why refunds of the order failed, as staff read it in the order's history. */
  async failures({ orderId }: PaidOrder): Promise<string[]> {
    const { history } = await this.shop.staff.ask(readHistory, { id: orderId });
    return history.items
      .filter(({ type, isPublic }: { type: string; isPublic: boolean }) => type === "ORDER_NOTE" && !isPublic)
      .map(({ data }: { data: { note: string } }) => data.note);
  }

  /** The metadata of the refunds, as the buyer can read it. */
  async metadataForBuyer({ reference }: PaidOrder): Promise<unknown[]> {
    const { payments } = await this.shop.stage.buyer().ask(readMetadata, { code: reference });
    return payments.flatMap(({ refunds }: { refunds: { metadata: unknown }[] }) =>
      refunds.map(({ metadata }) => metadata),
    );
  }

  /** The attempts of an order as the Admin API shows their refunds through the gateway. */
  async shownToStaff({ reference }: PaidOrder) {
    const { id } = await this.shop.orderOf(reference);
    return (await this.shop.staff.ask(readGatewayRefunds, { id: String(id) })).attempts;
  }

  /** The refunds at the gateway. */
  async atGateway({ attemptId }: PaidOrder) {
    const { refunds } = await this.shop.stage.control.orderDetails(attemptId);
    return refunds.map(({ refundId, amount, state }) => ({ refundId, amount, state }));
  }

  /** The refunds in core, and the kinds of the open review items. */
  async inCore({ reference, attemptId }: PaidOrder) {
    const { attempts, reviewItems } = await this.shop.gateway().status({ reference, attemptId });
    const attempt = attempts.find((each) => each.attemptId === attemptId);
    const cycles = attempt?.subscription?.cycles ?? [];
    const all = [...(attempt?.gatewayRefunds ?? []), ...cycles.flatMap((cycle) => cycle.gatewayRefunds)];
    return { refunds: all, items: reviewItems.map(({ kind }) => kind) };
  }

  async transitions({ orderId }: PaidOrder) {
    const { history } = await this.shop.staff.ask(readHistory, { id: orderId });
    return history.items.filter(({ type }: { type: string }) => type === "ORDER_REFUND_TRANSITION");
  }

  /** As Vendure's scheduler runs it, once the jobs and the refunds of this order are due. */
  async sweep({ reference, paymentId }: PaidOrder): Promise<void> {
    await this.shop.connection.rawConnection.query(
      `UPDATE pay_index_job SET due_at = '2020-01-01T00:00:00.000Z' WHERE reference = '${reference}' AND status = 'due'`,
    );
    await this.unsent.update({ paymentId, sendAt: Not(IsNull()) }, { sendAt: "2020-01-01T00:00:00.000Z" });
    await this.runTask();
  }

  /** As Vendure's scheduler runs it. */
  async runTask(): Promise<void> {
    const { tasks = [] } = this.app.get(ConfigService).schedulerOptions;
    await tasks.find(({ id }) => id === "pay-index-sweep")?.execute(new Injector(this.app as never));
  }

  /** Adds refunds to Vendure that core does not have, older than all others. Returns a function that deletes them. */
  async addUnsent(order: PaidOrder, count: number): Promise<() => Promise<void>> {
    const refunds = this.shop.connection.rawConnection.getRepository(Refund);
    await this.refundByCode(order, 1, () => undefined);
    const [found] = await refunds.findBy({ paymentId: order.paymentId });
    const { id, createdAt: _created, ...columns } = found ?? new Refund();
    await refunds.delete({ id });
    await this.unsent.delete({ paymentId: order.paymentId });
    const createdAt = new Date("2020-01-01");
    const keys = Array.from({ length: count }, (_, index) => `${order.reference}-${index}`);
    const metadataOf = (idempotencyKey: string) => ({
      payIndex: { ...columns.metadata.payIndex, idempotencyKey },
    });
    await refunds.insert(keys.map((key) => ({ ...columns, createdAt, metadata: metadataOf(key) })));
    const { paymentId } = order;
    const sendAt = createdAt.toISOString();
    await this.unsent.insert(keys.map((idempotencyKey) => ({ idempotencyKey, paymentId, sendAt, tries: 0 })));
    return async () => {
      await this.unsent.delete({ paymentId: String(paymentId) });
      await refunds.delete({ createdAt });
    };
  }

  /** The rows of the refunds of the order that have not ended. */
  unsentOf({ paymentId }: PaidOrder): Promise<PayIndexPendingRefund[]> {
    return this.unsent.findBy({ paymentId: String(paymentId) });
  }

  /** No refund is due. */
  async postponeAll(): Promise<void> {
    await this.unsent.update({ sendAt: Not(IsNull()) }, { sendAt: "9999-01-01T00:00:00.000Z" });
  }

  /** From now on, core cannot take the refunds of an order, until the returned function is called. */
  failRefunds({ reference }: PaidOrder, onTry: (request: GatewayRefundRequest) => void = () => undefined) {
    const gateway = this.shop.gateway();
    const refund = gateway.refund.bind(gateway);
    const failing = vi.spyOn(gateway, "refund").mockImplementation(async (request) => {
      if (request.reference !== reference) return refund(request);
      onTry(request);
      throw new Error("The merchants cannot be read.");
    });
    return () => failing.mockRestore();
  }

  private get unsent() {
    return this.shop.connection.rawConnection.getRepository(PayIndexPendingRefund);
  }

  /** Creates a refund as the shop's own code does, in a transaction that ends as `end` says. */
  async refundByCode(order: PaidOrder, amount: number, end: () => void): Promise<void> {
    const ctx = await createContext(this.app);
    await this.app.get(TransactionalConnection).withTransaction(ctx, async (tx) => {
      await this.app.get(OrderService).refundOrder(tx, refundInput(order, amount));
      end();
    });
  }

  private async orderWithPayment(code: string): Promise<Pick<PaidOrder, "orderId" | "paymentId">> {
    const ctx = await createContext(this.app);
    const order: Order | undefined = await this.app.get(OrderService).findOneByCode(ctx, code, ["payments"]);
    const paymentId: ID | undefined = order?.payments[0]?.id;
    return { orderId: String(order?.id), paymentId: String(paymentId) };
  }
}
