import { sqlite } from "../../src/stores/sqlite.ts";
import { anEntry, aWork, change } from "../stores/rows.ts";

/** Does what must last and what must not, and waits to be killed. */
const store = sqlite(process.argv[2] ?? "");
await store.commit(change(0, { work: [aWork("w1"), aWork("w2")] }));
await store.receive(anEntry("n1"));
await store.transaction(async (tx) => {
  await store.finish("w1", { at: "2026-01-01T00:00:00.000Z" }, tx);
  tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY); INSERT INTO orders VALUES ('paid')");
});
await store.transaction(async (tx) => {
  await store.finish("w2", { at: "2026-01-01T00:00:00.000Z" }, tx);
  tx.exec("INSERT INTO orders VALUES ('lost')");
  console.log("half-way");
  await new Promise((_resolve) => setInterval(() => {}, 1000));
});
