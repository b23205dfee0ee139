import { Injectable } from "@nestjs/common";
import { isPayIndexError, type Operator } from "@pay-index/core";
import { isFinalRefundError, toEventError, toRefundReason } from "@pay-index/core/adapter";
import { resolutionErrorText } from "@pay-index/core/staff";
import {
  type Administrator,
  type ID,
  idsAreEqual,
  RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { BackgroundContexts } from "../background-contexts.ts";
import { paymentKeyOfOrder, tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { logLine } from "../log-event.ts";
import type { SettledPaymentDetails } from "../order-placer.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { createVendureStore, type VendureStore } from "../store/vendure-store.ts";
import { OrderHistory } from "../subscription/order-history.ts";
import { takePaymentsRefundedByRequest } from "./pending-refund-creator.ts";
import { type PendingRefund, PendingRefunds } from "./pending-refunds.ts";

/** Why refunds were not made, by their ids in Vendure. */
type Refusals = ReadonlyMap<ID, string>;

/** Passes Vendure's pending refunds to core, after Vendure has committed them. Core sends each of them once. */
@Injectable()
export class RefundSubmitter {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly payIndex: PayIndexService,
    private readonly refunds: PendingRefunds,
    private readonly history: OrderHistory,
  ) {
    this.store = createVendureStore(connection);
  }

  /**
   * Submits the refunds that a client's request created. Resolves when the gateway has answered, with why it refused refunds, by
   * their ids. Undefined if the request created none.
   */
  async submitOf(req: object): Promise<Refusals | undefined> {
    const payments = takePaymentsRefundedByRequest(req);
    if (payments.length === 0) return undefined;
    return this.submitPending((tx) => this.refunds.notSubmitted(tx, payments));
  }

  /** Submits the refunds that the shop's own code created, or whose process stopped before it submitted them. */
  async submitAll(): Promise<void> {
    if (this.payIndex.gateway.capabilities().refund.supported)
      await this.submitPending((tx) => this.refunds.due(tx));
  }

  private async submitPending(find: (tx: RequestContext) => Promise<PendingRefund[]>): Promise<Refusals> {
    const refusals = new Map<ID, string>();
    try {
      // On SQLite, a read outside of a transaction could return a refund that Vendure rolls back.
      for (const pending of await this.inTransaction(find)) {
        const refusal = await this.submit(pending).catch((error) => this.submitLater(pending, error));
        if (refusal !== undefined) refusals.set(pending.refund.id, refusal);
      }
    } catch (error) {
      logProblem(error);
    }
    return refusals;
  }

  private async submitLater({ marker }: PendingRefund, error: unknown): Promise<undefined> {
    logProblem(error);
    await this.inTransaction((tx) => this.refunds.postpone(tx, marker.idempotencyKey));
  }

  private inTransaction<Result>(work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.store.transaction(RequestContext.empty(), work);
  }

  /** Returns why the refund was not made. Undefined if the gateway may have it. */
  private async submit(pending: PendingRefund): Promise<string | undefined> {
    const { refund, marker } = pending;
    const { idempotencyKey, amount } = marker;
    const { attemptId, cycle, firstOrder } = refund.payment.metadata as SettledPaymentDetails["metadata"];
    const { code } = refund.payment.order;
    const administrator = await this.history.refundedBy(refund, refund.payment.order);
    try {
      const { refundId, state, text } = await this.payIndex.gateway.refund({
        ...paymentKeyOfOrder({ code: firstOrder ?? code }),
        attemptId,
        ...(cycle === undefined ? {} : { cycle }),
        amount,
        reason: toRefundReason(refund.reason ?? "") ?? `Refund of order ${code}`,
        idempotencyKey,
        ...(administrator === undefined ? {} : { operator: toOperator(administrator) }),
      });
      await this.inTransaction((tx) => this.refunds.markSubmitted(tx, pending, refundId));
      return state === "failed" ? (text ?? "the gateway refused it, without a reason") : undefined;
    } catch (error) {
      if (!isPayIndexError(error) || !isFinalRefundError(error.code)) throw error;
      const ctx = await this.contextOf(pending, administrator);
      const problem = resolutionErrorText(error);
      await this.store.transaction(ctx, (tx) => this.refunds.fail(tx, idempotencyKey, problem));
      return problem;
    }
  }

  /** Returns a context for the administrator who created the refund, in the same channel. */
  private async contextOf(
    { marker: { channelId } }: PendingRefund,
    administrator: Administrator | undefined,
  ): Promise<RequestContext> {
    const channels = await findChannelsWithZones(this.connection);
    const channel =
      channels.find(({ id }) => idsAreEqual(id, channelId)) ??
      channels.find((each) => tenantOfChannel(each) === "default");
    if (channel === undefined) throw new Error("Vendure has no default channel.");
    return this.contexts.in(channel, administrator === undefined ? {} : { user: administrator.user });
  }
}

function toOperator({ user, firstName, lastName }: Administrator): Operator {
  return { id: String(user.id), name: `${firstName} ${lastName}` };
}

function logProblem(error: unknown): void {
  const { message } = toEventError(error);
  logLine("error", `A refund could not be submitted. The scheduled task tries again: ${message}`);
}
