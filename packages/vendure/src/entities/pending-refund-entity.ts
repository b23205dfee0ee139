import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/**
 * A refund of Vendure that goes through the gateway and has not ended. Vendure stores refunds without an index on their state, and its
 * metadata cannot be searched, so this table finds them.
 */
@Entity("pay_index_refund")
@Index("pay_index_refund_send", ["sendAt"], { where: "send_at IS NOT NULL" })
export class PayIndexPendingRefund {
  /** Identifies the refund in core, and in the metadata of Vendure's refund. */
  @PrimaryColumn({ name: "idempotency_key", type: "text" })
  idempotencyKey: string;

  /** The id of Vendure's payment, as text: Vendure's own ids are numbers or texts. */
  @Index("pay_index_refund_payment")
  @Column({ name: "payment_id", type: "text" })
  paymentId: string;

  /** When the plugin passes the refund to core: ISO instant in UTC. Null once core has it. */
  @Column({ name: "send_at", type: "text", nullable: true })
  sendAt: string | null;

  /** How often core could not take it. */
  @Column({ type: "integer", default: 0 })
  tries: number;
}
