import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What transactions have paid, and core's two tables about the installation as a whole. */
export class Migration20261122000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_transaction" (
"attempt_id" text NOT NULL, "transaction_id" text NOT NULL, "cycle" integer NOT NULL,
"created_at" timestamptz NOT NULL DEFAULT now(), "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL,
PRIMARY KEY ("attempt_id", "transaction_id"))`);
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_secret" (
"version" integer NOT NULL, "added_at" text NOT NULL, "secret" text NOT NULL,
"created_at" timestamptz NOT NULL DEFAULT now(), "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL,
PRIMARY KEY ("version"))`);
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_merchant" (
"tenant" text NOT NULL, "merchant_id" text NOT NULL, "sign_strength" integer NOT NULL,
"created_at" timestamptz NOT NULL DEFAULT now(), "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL,
PRIMARY KEY ("tenant", "merchant_id"))`);
  }

  override async down(): Promise<void> {
    for (const name of ["transaction", "secret", "merchant"])
      this.addSql(`DROP TABLE IF EXISTS "pay_index_${name}" CASCADE`);
  }
}
