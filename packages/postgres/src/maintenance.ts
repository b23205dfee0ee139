export { checkTables, migrateTables } from "./migrate-tables.ts";
export { type MoveProgress, movePayments } from "./move/move-payments.ts";
export { type MovedTable, MoveError } from "./move/moved-table.ts";
