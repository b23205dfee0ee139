import { openCycleShop } from "./open-cycle-shop.ts";

/** A process of the shop: takes the notifications that its parent hands it, and says what it replied. */
interface Handed {
  readonly attemptId: string;
  readonly token: string;
  readonly text: string;
}

const [url = "", now = ""] = process.argv.slice(2);
const { gateway, close } = openCycleShop(url, {
  now: () => new Date(now),
  fetch: () => Promise.reject(new Error("it sells nothing")),
});

process.on("message", async ({ text, ...address }: Handed) => {
  const body = { kind: "raw", bytes: new TextEncoder().encode(text), contentType: undefined } as const;
  const reply = await gateway.receive({ ...address, body });
  process.send?.(`${reply.status} ${reply.body}`);
});
process.on("disconnect", close);
process.send?.("ready");
