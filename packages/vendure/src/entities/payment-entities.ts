import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/*
 * The tables of the payment store as entities, so that the shop's migrations create them. Only core's statements read
 * and write them. A test compares the columns with core's schema.
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

@Entity("pay_index_attempt")
@Index("pay_index_attempt_number", ["reference", "tenant", "number"], { where: "number > 0" })
@Index("pay_index_attempt_state", ["tenant", "reference", "state", "number"], { where: "state <> ''" })
@Index("pay_index_attempt_any_start", ["tenant", "reference", "startedAt"], {
  where: "answers_any_start = 1",
})
@Index("pay_index_attempt_fingerprint", ["tenant", "reference", "openFingerprint", "startedAt"], {
  where: "open_fingerprint IS NOT NULL",
})
@Index("pay_index_attempt_no_result", ["tenant", "reference", "noResultGroup", "number"], {
  where: "no_result_group IS NOT NULL",
})
@Index("pay_index_attempt_newest", ["state", "startedAt", "attemptId"], { where: "attempt_id > ''" })
@Index("pay_index_attempt_newest_of_tenant", ["merchantTenant", "state", "startedAt", "attemptId"], {
  where: "started_at > ''",
})
class PayIndexAttempt {
  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ type: "integer" })
  number: number;

  @Column({ name: "merchant_tenant", type: "text" })
  merchantTenant: string;

  @Column({ type: "text" })
  state: string;

  @Column({ name: "started_at", type: "text" })
  startedAt: string;

  @Column({ name: "answers_any_start", type: "integer" })
  answersAnyStart: number;

  @Column({ name: "open_fingerprint", type: "text", nullable: true })
  openFingerprint: string | null;

  @Column({ name: "no_result_group", type: "integer", nullable: true })
  noResultGroup: number | null;

  @Column({ type: "text" })
  record: string;
}

/** The later cycles of a subscription. They belong to the attempt that started it. */
@Entity("pay_index_cycle")
@Index("pay_index_cycle_payment", ["tenant", "reference", "number"])
class PayIndexCycle {
  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;

  @PrimaryColumn({ type: "integer" })
  number: number;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ type: "text" })
  record: string;
}

/** The cycle that each transaction of a subscription paid, or that the transaction was refunded. */
@Entity("pay_index_transaction")
class PayIndexTransaction {
  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;

  @PrimaryColumn({ name: "transaction_id", type: "text" })
  transactionId: string;

  @Column({ type: "integer", nullable: true })
  cycle: number | null;

  @Column({ type: "integer" })
  refunded: number;
}

/** The attempts that each transaction of a notification was reported for. */
@Entity("pay_index_reported_transaction")
class PayIndexReportedTransaction {
  @PrimaryColumn({ name: "transaction_id", type: "text" })
  transactionId: string;

  @PrimaryColumn({ name: "attempt_id", type: "text" })
  attemptId: string;
}

@Entity("pay_index_notification")
@Index("pay_index_notification_age", ["processed", "receivedAt"])
@Index("pay_index_notification_pending", ["tenant", "reference"], { where: "processed = 0" })
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
  processed: number;

  @Column({ type: "text" })
  record: string;
}

export const paymentEntities = [
  PayIndexPayment,
  PayIndexAttempt,
  PayIndexCycle,
  PayIndexTransaction,
  PayIndexReportedTransaction,
  PayIndexNotification,
];
