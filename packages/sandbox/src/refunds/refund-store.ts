import type { Order } from "../orders/order.ts";
import type { Refund, RefundState } from "../orders/refund.ts";
import type { SqliteDataFile, SqliteRow } from "../orders/sqlite-data-file.ts";

const columns = "SELECT id, transaction_id, amount, state, reason, requested FROM refund";

/** All refunds, in the data file. */
export class RefundStore {
  readonly #data: SqliteDataFile;

  constructor(data: SqliteDataFile) {
    this.#data = data;
  }

  add(order: Order, { id, transactionId, units, state, reason, requestedAt }: Refund): void {
    const sql =
      "INSERT INTO refund (id, order_id, transaction_id, amount, state, reason, requested) VALUES (?, ?, ?, ?, ?, ?, ?)";
    this.#data.run(sql, id, order.id, transactionId, String(units), state, reason, requestedAt);
  }

  end({ id }: Refund, state: Exclude<RefundState, "requested">): void {
    this.#data.run("UPDATE refund SET state = ? WHERE id = ?", state, id);
  }

  /** Returns the refunds of an order, oldest first. */
  of(order: Order): readonly Refund[] {
    return this.#data.all(`${columns} WHERE order_id = ? ORDER BY number`, order.id).map(toRefund);
  }

  /** Returns the sum of a transaction's refunds in these states. */
  sum(order: Order, transactionId: string, states: readonly RefundState[]): bigint {
    return this.of(order)
      .filter((refund) => refund.transactionId === transactionId && states.includes(refund.state))
      .reduce((sum, { units }) => sum + units, 0n);
  }
}

function toRefund(row: SqliteRow): Refund {
  return {
    id: String(row.id),
    transactionId: String(row.transaction_id),
    units: BigInt(String(row.amount)),
    state: row.state as RefundState,
    reason: String(row.reason),
    requestedAt: Number(row.requested),
  };
}
