import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** The columns that Medusa needs in the table of every model. */
const medusaColumns = (createdAt = `"created_at" timestamptz NOT NULL DEFAULT now()`) =>
  `${createdAt}, "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL`;

/** The columns that a job and a review item share. Their `created_at` is core's, and text. */
const causeColumns = `"id" text NOT NULL, "kind" text NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL,
"attempt_id" text NOT NULL, "cycle" integer NULL, "dedupe_key" text NOT NULL, "status" text NOT NULL,
${medusaColumns(`"created_at" text NOT NULL`)}, PRIMARY KEY ("id")`;

const tables = {
  pay_index_payment: `"tenant" text NOT NULL, "reference" text NOT NULL, "version" integer NOT NULL, ${medusaColumns()},
PRIMARY KEY ("tenant", "reference")`,
  pay_index_attempt: `"attempt_id" text NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL, "number" integer NOT NULL,
"merchant_tenant" text NOT NULL, "state" text NOT NULL, "started_at" text NOT NULL, "answers_any_start" integer NOT NULL, "open_fingerprint" text NULL,
"no_result_group" integer NULL, "record" text NOT NULL, ${medusaColumns()}, PRIMARY KEY ("attempt_id")`,
  pay_index_cycle: `"attempt_id" text NOT NULL, "number" integer NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL,
"record" text NOT NULL, ${medusaColumns()}, PRIMARY KEY ("attempt_id", "number")`,
  pay_index_transaction: `"attempt_id" text NOT NULL, "transaction_id" text NOT NULL, "cycle" integer NULL, "refunded" integer NOT NULL,
${medusaColumns()}, PRIMARY KEY ("attempt_id", "transaction_id")`,
  pay_index_reported_transaction: `"transaction_id" text NOT NULL, "attempt_id" text NOT NULL, ${medusaColumns()},
PRIMARY KEY ("transaction_id", "attempt_id")`,
  pay_index_notification: `"id" text NOT NULL, "tenant" text NOT NULL, "reference" text NOT NULL, "attempt_id" text NOT NULL,
"received_at" text NOT NULL, "processed" integer NOT NULL, "record" text NOT NULL, ${medusaColumns()}, PRIMARY KEY ("id")`,
  pay_index_job: `${causeColumns}, "due_at" text NOT NULL, "tries" integer NOT NULL, "problem" text NULL, "outcome" text NULL,
"review_item_id" text NULL, "lease_token" text NULL, "lease_until" text NULL`,
  pay_index_review_item: `${causeColumns}, "job_id" text NULL, "resolution" text NULL, "record" text NOT NULL`,
  pay_index_secret: `"version" integer NOT NULL, "added_at" text NOT NULL, "secret" text NOT NULL, ${medusaColumns()},
PRIMARY KEY ("version")`,
  pay_index_merchant: `"tenant" text NOT NULL, "merchant_id" text NOT NULL, "sign_strength" integer NOT NULL, ${medusaColumns()},
PRIMARY KEY ("tenant", "merchant_id")`,
  pay_index_request_window: `"id" text NOT NULL, "requests" integer NOT NULL, "ends_at" text NOT NULL, ${medusaColumns()},
PRIMARY KEY ("id")`,
  pay_index_activity: `"name" text NOT NULL, "happened_at" text NOT NULL, ${medusaColumns()}, PRIMARY KEY ("name")`,
};

/** Creates the tables of the payment store. A test compares their columns, keys and indexes with core's schema. */
export class Migration20261123000000 extends Migration {
  override async up(): Promise<void> {
    for (const [name, columns] of Object.entries(tables))
      this.addSql(`CREATE TABLE IF NOT EXISTS "${name}" (${columns})`);
    for (const index of indexes) this.addSql(`CREATE INDEX IF NOT EXISTS ${index}`);
  }

  override async down(): Promise<void> {
    for (const name of Object.keys(tables)) this.addSql(`DROP TABLE IF EXISTS "${name}" CASCADE`);
  }
}

const indexes = [
  `"pay_index_attempt_number" ON "pay_index_attempt" ("reference", "tenant", "number") WHERE number > 0`,
  `"pay_index_attempt_state" ON "pay_index_attempt" ("tenant", "reference", "state", "number") WHERE state <> ''`,
  `"pay_index_attempt_any_start" ON "pay_index_attempt" ("tenant", "reference", "started_at") WHERE answers_any_start = 1`,
  `"pay_index_attempt_fingerprint" ON "pay_index_attempt" ("tenant", "reference", "open_fingerprint", "started_at")
WHERE open_fingerprint IS NOT NULL`,
  `"pay_index_attempt_no_result" ON "pay_index_attempt" ("tenant", "reference", "no_result_group", "number")
WHERE no_result_group IS NOT NULL`,
  `"pay_index_attempt_newest" ON "pay_index_attempt" ("state", "started_at", "attempt_id") WHERE attempt_id > ''`,
  `"pay_index_attempt_newest_of_tenant" ON "pay_index_attempt" ("merchant_tenant", "state", "started_at", "attempt_id")
WHERE started_at > ''`,
  `"pay_index_cycle_payment" ON "pay_index_cycle" ("tenant", "reference", "number")`,
  `"pay_index_notification_age" ON "pay_index_notification" ("processed", "received_at")`,
  `"pay_index_notification_pending" ON "pay_index_notification" ("tenant", "reference") WHERE processed = 0`,
  `"pay_index_job_due" ON "pay_index_job" ("due_at") WHERE status = 'due'`,
  `"pay_index_job_attempt" ON "pay_index_job" ("attempt_id", "tenant", "reference")`,
  `"pay_index_review_item_attempt" ON "pay_index_review_item" ("attempt_id", "tenant", "reference")`,
  `"pay_index_review_item_open" ON "pay_index_review_item" ("tenant", "reference") WHERE status = 'open'`,
  `"pay_index_review_item_age" ON "pay_index_review_item" ("created_at", "tenant")
WHERE status = 'open' AND created_at > ''`,
  `"pay_index_request_window_end" ON "pay_index_request_window" ("ends_at")`,
];
