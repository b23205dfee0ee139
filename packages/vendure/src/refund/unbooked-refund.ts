import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/**
 * A refund that staff are recording. It is written before core stores the refund and removed once Vendure's books have it, so that the
 * sweep finds what a killed process left.
 */
@Entity("pay_index_unbooked_refund")
export class UnbookedRefund {
  @PrimaryColumn({ type: "text" })
  id: string;

  /** The code of the order, as core's reference. */
  @Column({ type: "text" })
  reference: string;

  /** When the sweep takes it up. ISO instant in UTC. */
  @Index("pay_index_unbooked_refund_due")
  @Column({ name: "due_at", type: "text" })
  dueAt: string;
}
