import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";

/** Another program that is writing to the file, in the journal mode of a new one. It ends a moment after it was told to. */
const database = new DatabaseSync(process.argv[2] ?? "");
database.exec("BEGIN IMMEDIATE; CREATE TABLE orders (id TEXT)");
console.log("locked");
await once(process.stdin, "data");
// Whoever told it is about to block, and can tell it nothing more.
setTimeout(() => {
  database.exec("COMMIT");
  database.close();
  process.stdin.destroy();
}, 100);
