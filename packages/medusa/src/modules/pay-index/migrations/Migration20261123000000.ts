import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import { createTableStatements, type StoreTableName, storeTableNames } from "@pay-index/core/store";

/** The table that has a model, and the columns that Medusa needs in it. */
const modelTable: StoreTableName = "pay_index_attempt";
const medusaColumns = [
  "created_at timestamptz NOT NULL DEFAULT now()",
  "updated_at timestamptz NOT NULL DEFAULT now()",
  "deleted_at timestamptz NULL",
];

/** Creates the tables of the payment store, as core describes them. */
export class Migration20261123000000 extends Migration {
  override async up(): Promise<void> {
    for (const statement of createTableStatements(" IF NOT EXISTS")) this.addSql(statement);
    for (const column of medusaColumns)
      this.addSql(`ALTER TABLE ${modelTable} ADD COLUMN IF NOT EXISTS ${column}`);
  }

  override async down(): Promise<void> {
    for (const name of storeTableNames) this.addSql(`DROP TABLE IF EXISTS "${name}" CASCADE`);
  }
}
