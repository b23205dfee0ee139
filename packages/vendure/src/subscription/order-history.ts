import { Injectable } from "@nestjs/common";
import { type Money, toAmountText } from "@pay-index/core";
import type { RoundingChange } from "@pay-index/core/adapter";
import {
  Administrator,
  HistoryService,
  type ID,
  idsAreEqual,
  type Order,
  type OrderHistoryEntryData,
  type Refund,
  RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { parse } from "graphql";

/** The plugin's entries in the history of an order, with their data. Only staff see them. */
interface HistoryEntryData {
  /** Vendure's own entry for a note. */
  readonly ORDER_NOTE: { note: string };
  readonly PAY_INDEX_CYCLE_RENEWED: { cycle: number; orderCode: string; transactionId: string };
  readonly PAY_INDEX_RENEWAL_OF: { cycle: number; orderCode: string; transactionId: string };
  readonly PAY_INDEX_SUBSCRIPTION_CLOSED: { closedAt: string };
  readonly PAY_INDEX_CYCLE_FAILED: { cycle: number; transactionId: string };
  readonly PAY_INDEX_CYCLE_OVERDUE: { cycle: number; dueAt: string };
}

export type HistoryEntry = {
  readonly [Type in keyof HistoryEntryData]: readonly [type: Type, data: HistoryEntryData[Type]];
}[keyof HistoryEntryData];

/** What the plugin adds to the schema of the Admin API, so that the dashboard can read its entries. */
export const historySchema = parse(/* GraphQL */ `
  extend enum HistoryEntryType {
    PAY_INDEX_CYCLE_RENEWED
    PAY_INDEX_RENEWAL_OF
    PAY_INDEX_SUBSCRIPTION_CLOSED
    PAY_INDEX_CYCLE_FAILED
    PAY_INDEX_CYCLE_OVERDUE
  }
`);

@Injectable()
export class OrderHistory {
  constructor(
    private readonly history: HistoryService,
    private readonly connection: TransactionalConnection,
  ) {}

  async note(ctx: RequestContext, orderId: ID, [type, data]: HistoryEntry): Promise<void> {
    // Vendure's types contain only its own entries. The Admin API's enum has those of the plugin.
    const entry = { type: type as keyof OrderHistoryEntryData, data: data as never };
    await this.history.createHistoryEntryForOrder({ ctx, orderId, ...entry }, false);
  }

  /** Tells staff that the charged amount differs from the order's by a fraction of the currency's smallest unit. */
  async noteRounding(
    ctx: RequestContext,
    { id, currencyCode }: Pick<Order, "id" | "currencyCode">,
    { roundedTo, roundingDifference }: RoundingChange,
  ): Promise<void> {
    const note = `The amount was rounded to ${roundedTo}, because ${currencyCode} has no smaller unit. Difference: ${roundingDifference}.`;
    await this.note(ctx, id, ["ORDER_NOTE", { note }]);
  }

  /** Returns the member of staff who created a pending refund. Undefined if the shop's own code did. */
  async refundedBy({ id }: Pick<Refund, "id">, order: Pick<Order, "id">): Promise<Administrator | undefined> {
    const newest = { sort: { createdAt: "DESC" } } as never;
    const { items } = await this.history.getHistoryForOrder(RequestContext.empty(), order.id, false, newest);
    const entry = items.find(
      ({ type, data }) => type === "ORDER_REFUND_TRANSITION" && idsAreEqual(data.refundId, id),
    );
    if (entry?.administrator === undefined || entry.administrator === null) return undefined;
    const administrators = this.connection.rawConnection.getRepository(Administrator);
    const where = { id: entry.administrator.id };
    return (await administrators.findOne({ where, relations: { user: true } })) ?? undefined;
  }

  /** Tells staff why a refund through the gateway failed. */
  async noteFailedRefund(
    ctx: RequestContext,
    orderId: ID,
    { amount, problem }: { readonly amount: Money; readonly problem: string },
  ): Promise<void> {
    const note = `The refund of ${toAmountText(amount)} ${amount.currency} failed: ${problem}`;
    await this.note(ctx, orderId, ["ORDER_NOTE", { note }]);
  }
}
