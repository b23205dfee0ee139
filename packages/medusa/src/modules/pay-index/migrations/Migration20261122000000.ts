import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Core's fifth table: what transactions have paid. */
export class Migration20261122000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`CREATE TABLE IF NOT EXISTS "pay_index_transaction" (
"order_number" text NOT NULL, "transaction_id" text NOT NULL, "cycle" integer NOT NULL,
"created_at" timestamptz NOT NULL DEFAULT now(), "updated_at" timestamptz NOT NULL DEFAULT now(), "deleted_at" timestamptz NULL,
PRIMARY KEY ("order_number", "transaction_id"))`);
  }

  override async down(): Promise<void> {
    this.addSql(`DROP TABLE IF EXISTS "pay_index_transaction" CASCADE`);
  }
}
