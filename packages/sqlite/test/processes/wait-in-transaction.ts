import { paymentChange, sampleInboxEntry, sampleJob } from "@pay-index/conformance/store-fixtures";
import { sqlite } from "../../src/sqlite-store.ts";

/** Does what must last and what must not, and waits to be killed. */
const store = sqlite(process.argv[2] ?? "");
await store.commit(paymentChange(0, { jobs: [{ job: sampleJob("w1") }, { job: sampleJob("w2") }] }));
await store.receive(sampleInboxEntry("n1"));
await store.transaction(async (tx) => {
  await store.completeJob("w1", { kind: "done", at: "2026-01-01T00:00:00.000Z" }, tx);
  tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY); INSERT INTO orders VALUES ('paid')");
});
await store.transaction(async (tx) => {
  await store.completeJob("w2", { kind: "done", at: "2026-01-01T00:00:00.000Z" }, tx);
  tx.exec("INSERT INTO orders VALUES ('lost')");
  console.log("half-way");
  await new Promise((_resolve) => setInterval(() => {}, 1000));
});
