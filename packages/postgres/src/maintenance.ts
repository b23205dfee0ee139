export { checkTables, migrateTables } from "./migrate-tables.ts";
export { type MoveProgress, movePayments } from "./move/move-payments.ts";
export { type ColumnDescription, MoveError, type TableDescription } from "./move/table-description.ts";
