import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/*
 * All tables of the payment store as Vendure's own, so that its migrations make them. The statements that use them are core's, and a test
 * holds these columns to core's schema: nobody reads or writes them through these classes.
 */

@Entity("pay_index_payment")
export class PayIndexPayment {
  @PrimaryColumn({ type: "text" })
  tenant: string;

  @PrimaryColumn({ type: "text" })
  reference: string;

  @Column({ type: "integer" })
  version: number;
}

/** A payment is cycle 0 of its gateway order ID; the later cycles of a subscription stand beside it. */
@Entity("pay_index_attempt")
@Index("pay_index_payment_of_book", ["tenant", "reference", "attempt"], { where: "cycle = 0" })
@Index("pay_index_payment_cycle", ["tenant", "reference", "cycle"], { where: "cycle > 0" })
@Index("pay_index_payment_state", ["tenant", "reference", "state", "attempt"], { where: "attempt > 0" })
@Index("pay_index_payment_answers", ["tenant", "reference", "answers", "startedAt"], {
  where: "answers <> 'none'",
})
@Index("pay_index_payment_unanswered", ["tenant", "reference", "unanswered", "attempt"], {
  where: "unanswered > 0",
})
class PayIndexAttempt {
  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;

  @PrimaryColumn({ type: "integer" })
  cycle: number;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ type: "integer" })
  attempt: number;

  @Column({ type: "text" })
  state: string;

  @Column({ name: "started_at", type: "text" })
  startedAt: string;

  @Column({ type: "text" })
  answers: string;

  @Column({ type: "integer" })
  unanswered: number;

  @Column({ type: "text" })
  record: string;
}

/** What of a subscription a transaction has paid. */
@Entity("pay_index_transaction")
class PayIndexTransaction {
  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;

  @PrimaryColumn({ name: "transaction_id", type: "text" })
  transactionId: string;

  @Column({ type: "integer" })
  cycle: number;
}

@Entity("pay_index_notification")
@Index("pay_index_notification_age", ["settled", "receivedAt"])
@Index("pay_index_notification_open", ["tenant", "reference"], { where: "settled = 0" })
class PayIndexNotification {
  @PrimaryColumn({ type: "text" })
  id: string;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ name: "attempt_id", type: "text" })
  attemptId: string;

  @Column({ name: "received_at", type: "text" })
  receivedAt: string;

  @Column({ type: "integer" })
  settled: number;

  @Column({ type: "text" })
  record: string;
}

@Entity("pay_index_job")
@Index("pay_index_work_due", ["dueAt"], { where: "status = 'due'" })
@Index("pay_index_work_of_attempt", ["attemptId", "tenant", "reference"])
@Index("pay_index_work_parked", ["tenant", "reference"], { where: "status = 'parked'" })
class PayIndexJob {
  @PrimaryColumn({ type: "text" })
  id: string;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ name: "attempt_id", type: "text" })
  attemptId: string;

  @Column({ type: "text" })
  status: string;

  @Column({ name: "due_at", type: "text" })
  dueAt: string;

  @Column({ name: "created_at", type: "text" })
  createdAt: string;

  @Column({ name: "lease_token", type: "text", nullable: true })
  leaseToken: string | null;

  @Column({ name: "lease_until", type: "text", nullable: true })
  leaseUntil: string | null;

  @Column({ type: "text", nullable: true })
  result: string | null;

  @Column({ type: "text" })
  record: string;
}

/** The secrets of the installation. */
@Entity("pay_index_secret")
class PayIndexSecret {
  @PrimaryColumn({ type: "integer" })
  version: number;

  @Column({ name: "added_at", type: "text" })
  addedAt: string;

  @Column({ type: "text" })
  secret: string;
}

/** How much of a notification each merchant's gateway was found to sign. */
@Entity("pay_index_merchant")
class PayIndexMerchant {
  @PrimaryColumn({ type: "text" })
  tenant: string;

  @PrimaryColumn({ name: "merchant_id", type: "text" })
  merchantId: string;

  @Column({ name: "sign_strength", type: "integer" })
  signStrength: number;
}

export const entities = [
  PayIndexPayment,
  PayIndexAttempt,
  PayIndexTransaction,
  PayIndexNotification,
  PayIndexJob,
  PayIndexSecret,
  PayIndexMerchant,
];
