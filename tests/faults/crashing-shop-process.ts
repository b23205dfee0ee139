/**
 * A shop as a process of its own, which kills itself without warning right after the step that DIE_AFTER names:
 * `start` or `response` (the two commits of a sale), `receive` (T1), `apply` (T2), `finish` (T3, before the reply).
 */
import { CardDetails, createPayIndex, money, type TransactionalStore } from "@pay-index/express";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { Pool } from "pg";

/** SHOP_DB is the path of a SQLite file, or the address of a Postgres database. */
const { SHOP_DB = "", SHOP_PORT = "", GATEWAY = "", DIE_AFTER = "" } = process.env;
const insertEffect = "INSERT INTO effects (reference) VALUES";

if (SHOP_DB.startsWith("postgres:")) {
  const store = postgres(new Pool({ connectionString: SHOP_DB }));
  await run(store, async (tx, reference) => {
    await tx.query(`${insertEffect} ($1)`, [reference]);
  });
} else {
  await run(sqlite(SHOP_DB), async (tx, reference) => {
    tx.prepare(`${insertEffect} (?)`).run(reference);
  });
}

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

async function run<Tx>(store: TransactionalStore<Tx>, effect: (tx: Tx, reference: string) => Promise<void>) {
  dieAtItsStep(store);
  const pay = await createPayIndex({
    gateway: GATEWAY,
    sandbox: true,
    acceptRawCards: true,
    publicUrl: `http://127.0.0.1:${SHOP_PORT}/pay`,
    merchants: [
      { id: "10001", key: "sandbox-card-key", variants: ["card"] },
      { id: "10004", key: "sandbox-subscription-key", variants: ["subscription"] },
    ],
    operations: { refund: {}, refundQuery: {} },
    store,
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment, tx }) => effect(tx, payment.reference),
    onRenewal: ({ payment, cycle, tx }) => effect(tx, `${payment.reference}/${cycle.number}`),
    orderPage: ({ reference }) => `/orders/${reference}`,
    tickEvery: 1,
  });
  const app = express();
  app.use("/pay", pay.router);
  app.post("/start/:reference", async (req, res) => {
    const { reference } = req.params;
    const started = await pay.start(reference.startsWith("plan") ? planOf(reference) : saleOf(reference));
    res.json({ state: started.state, reused: started.reused });
  });
  app.post("/refund/:reference/:key/:minor", async (req, res) => {
    const { reference, key, minor } = req.params;
    const refund = {
      reference,
      amount: money(Number(minor), "USD"),
      reason: "Returned.",
      idempotencyKey: key,
    };
    const answer = await pay.refund(refund).catch((error) => ({ state: error.code }));
    res.json({ state: answer.state });
  });
  app.get("/status/:reference", async (req, res) => {
    res.json(await pay.status({ reference: req.params.reference }));
  });
  app.listen(Number(SHOP_PORT), "127.0.0.1", () => process.send?.("ready"));
}

function dieAtItsStep<Tx>(store: TransactionalStore<Tx>): void {
  const { commit, receive, transaction } = store;
  let commits = 0;
  store.commit = async (change) => {
    const outcome = await commit.call(store, change);
    // The notification and the answer may decide at once: whoever was slower has committed nothing, and decides again.
    if (outcome === "stale") return outcome;
    const step = change.processed.length > 0 ? "apply" : ["start", "response"][commits++];
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
}

function planOf(reference: string) {
  return {
    ...saleOf(reference),
    variant: "subscription",
    plan: {
      id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
      name: "Tea each week",
      type: "weekly",
      description: "The same tea again each week",
      attempts: 3,
    },
  } as const;
}

function saleOf(reference: string) {
  return {
    reference,
    variant: "card",
    amount: money(1999, "USD"),
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
  } as const;
}
