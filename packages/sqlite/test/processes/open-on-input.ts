import { once } from "node:events";
import { sqlite } from "../../src/sqlite-store.ts";

/** Waits until it is told to, then opens the file: for several that do so at once. */
console.log("ready");
await once(process.stdin, "data");
const store = sqlite(process.argv[2] ?? "");
console.log((await store.load({ tenant: "default", reference: "order-1" })).version);
await store.close();
process.stdin.destroy();
