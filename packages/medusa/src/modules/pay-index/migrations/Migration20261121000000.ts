import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What Medusa wants in every table that it reads by a model. */
const medusaColumns = (createdAt = `"created_at" timestamptz NOT NULL DEFAULT now()`) =>
  `${createdAt}, "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL`;

/** Four of core's five tables. A test holds their columns, keys and indexes to core's own schema. */
export class Migration20261121000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_payment" (
"tenant" text NOT NULL, "reference" text NOT NULL, "version" integer NOT NULL, ${medusaColumns()},
PRIMARY KEY ("tenant", "reference"))`);
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_attempt" (
"attempt_id" text NOT NULL, "cycle" integer NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL,
"attempt" integer NOT NULL, "state" text NOT NULL, "started_at" text NOT NULL, "answers" text NOT NULL,
"unanswered" integer NOT NULL, "record" text NOT NULL, ${medusaColumns()},
PRIMARY KEY ("attempt_id", "cycle"))`);
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_notification" (
"id" text NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL, "attempt_id" text NOT NULL, "received_at" text NOT NULL,
"settled" integer NOT NULL, "record" text NOT NULL, ${medusaColumns()}, PRIMARY KEY ("id"))`);
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_job" (
"id" text NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL, "attempt_id" text NOT NULL,
"status" text NOT NULL, "due_at" text NOT NULL,
"lease_token" text NULL, "lease_until" text NULL, "result" text NULL, "record" text NOT NULL,
${medusaColumns(`"created_at" text NOT NULL`)}, PRIMARY KEY ("id"))`);
    for (const index of indexes) this.addSql(`CREATE INDEX IF NOT EXISTS ${index}`);
  }

  override async down(): Promise<void> {
    for (const name of ["book", "payment", "notification", "work"])
      this.addSql(`DROP TABLE IF EXISTS "pay_index_${name}" CASCADE`);
  }
}

const indexes = [
  `"pay_index_payment_of_book" ON "pay_index_attempt" ("tenant", "reference", "attempt") WHERE cycle = 0`,
  `"pay_index_payment_cycle" ON "pay_index_attempt" ("tenant", "reference", "cycle") WHERE cycle > 0`,
  `"pay_index_payment_state" ON "pay_index_attempt" ("tenant", "reference", "state", "attempt") WHERE attempt > 0`,
  `"pay_index_payment_answers" ON "pay_index_attempt" ("tenant", "reference", "answers", "started_at") WHERE answers <> 'none'`,
  `"pay_index_payment_unanswered" ON "pay_index_attempt" ("tenant", "reference", "unanswered", "attempt") WHERE unanswered > 0`,
  `"pay_index_notification_age" ON "pay_index_notification" ("settled", "received_at")`,
  `"pay_index_notification_open" ON "pay_index_notification" ("tenant", "reference") WHERE settled = 0`,
  `"pay_index_work_due" ON "pay_index_job" ("due_at") WHERE status = 'due'`,
  `"pay_index_work_of_attempt" ON "pay_index_job" ("attempt_id", "tenant", "reference")`,
  `"pay_index_work_parked" ON "pay_index_job" ("tenant", "reference") WHERE status = 'parked'`,
];
