/**
 * A shop as a process of its own, which kills itself without warning right after the step that DIE_AFTER names:
 * `start` or `response` (the two commits of a sale), `receive` (T1), `settle` (T2), `finish` (T3, before the reply).
 */
import { CardDetails, money, payIndex } from "@pay-index/express";
import { sqlite } from "@pay-index/express/sqlite";
import express from "express";

const { SHOP_DB = "", SHOP_PORT = "", GATEWAY = "", DIE_AFTER = "" } = process.env;

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

const store = sqlite(SHOP_DB);
const { commit, receive, transaction } = store;
let commits = 0;
store.commit = async (change) => {
  const outcome = await commit.call(store, change);
  const step = change.settled.length > 0 ? "settle" : ["start", "response"][commits++];
  return step === DIE_AFTER ? die() : outcome;
};
store.receive = async (entry) => {
  const standing = await receive.call(store, entry);
  return DIE_AFTER === "receive" ? die() : standing;
};
store.transaction = async (work) => {
  const result = await transaction.call(store, work);
  return DIE_AFTER === "finish" ? die() : (result as never);
};

const pay = await payIndex({
  gateway: GATEWAY,
  sandbox: true,
  acceptRawCards: true,
  publicUrl: `http://127.0.0.1:${SHOP_PORT}/pay`,
  merchants: [{ id: "10001", key: "sandbox-card-key" }],
  store,
  onPaid: ({ payment, tx }) => {
    tx.prepare("INSERT INTO effects (reference) VALUES (?)").run(payment.reference);
  },
  orderPage: ({ reference }) => `/orders/${reference}`,
  tickEvery: 1,
});

const app = express();
app.use("/pay", pay.router);
app.post("/start", async (_req, res) => {
  const started = await pay.start({
    reference: "order-1",
    variant: "card",
    money: money(1999, "USD"),
    buyer: {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      phone: "5550100",
      country: "GB",
      ip: "203.0.113.7",
      userAgent: "test",
    },
    items: [{ name: "Tea", price: 1999, quantity: 1 }],
    card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2035", cvv: "123" }),
  });
  res.json({ state: started.state, reused: started.reused });
});
app.listen(Number(SHOP_PORT), "127.0.0.1", () => process.send?.("ready"));
