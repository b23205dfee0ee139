import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** The columns that a job and a review item share. */
abstract class PayIndexCause {
  @PrimaryColumn({ type: "text" })
  id: string;

  @Column({ type: "text" })
  kind: string;

  @Column({ type: "text" })
  tenant: string;

  @Column({ type: "text" })
  reference: string;

  @Column({ name: "attempt_id", type: "text" })
  attemptId: string;

  @Column({ type: "integer", nullable: true })
  cycle: number | null;

  @Column({ name: "dedupe_key", type: "text" })
  dedupeKey: string;

  @Column({ type: "text" })
  status: string;

  @Column({ name: "created_at", type: "text" })
  createdAt: string;
}

@Entity("pay_index_job")
@Index("pay_index_job_due", ["dueAt"], { where: "status = 'due'" })
@Index("pay_index_job_attempt", ["attemptId", "tenant", "reference"])
class PayIndexJob extends PayIndexCause {
  @Column({ name: "due_at", type: "text" })
  dueAt: string;

  @Column({ type: "integer" })
  tries: number;

  @Column({ type: "text", nullable: true })
  problem: string | null;

  @Column({ type: "text", nullable: true })
  outcome: string | null;

  @Column({ name: "review_item_id", type: "text", nullable: true })
  reviewItemId: string | null;

  @Column({ name: "lease_token", type: "text", nullable: true })
  leaseToken: string | null;

  @Column({ name: "lease_until", type: "text", nullable: true })
  leaseUntil: string | null;
}

@Entity("pay_index_review_item")
@Index("pay_index_review_item_attempt", ["attemptId", "tenant", "reference"])
@Index("pay_index_review_item_open", ["tenant", "reference"], { where: "status = 'open'" })
@Index("pay_index_review_item_age", ["createdAt", "tenant"], {
  where: "status = 'open' AND created_at > ''",
})
class PayIndexReviewItem extends PayIndexCause {
  @Column({ name: "job_id", type: "text", nullable: true })
  jobId: string | null;

  @Column({ type: "text", nullable: true })
  resolution: string | null;

  @Column({ type: "text" })
  record: string;
}

export const jobAndReviewItemEntities = [PayIndexJob, PayIndexReviewItem];
