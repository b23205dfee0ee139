import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import { createTableStatements, type StoreTable, storeTableNames } from "@pay-index/core/store";

/** The columns that Medusa needs in the table of every model. A job and a review item have core's `created_at`, which is text. */
function medusaColumns({ columns }: StoreTable): string[] {
  const createdAt = "created_at" in columns ? [] : ["created_at timestamptz NOT NULL DEFAULT now()"];
  return [...createdAt, "updated_at timestamptz NOT NULL DEFAULT now()", "deleted_at timestamptz NULL"];
}

/** Creates the tables of the payment store, as core describes them. */
export class Migration20261123000000 extends Migration {
  override async up(): Promise<void> {
    for (const statement of createTableStatements({ furtherColumns: medusaColumns, ifNotExists: true }))
      this.addSql(statement);
  }

  override async down(): Promise<void> {
    for (const name of storeTableNames) this.addSql(`DROP TABLE IF EXISTS "${name}" CASCADE`);
  }
}
